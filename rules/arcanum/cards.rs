//! Cards, Houses, figures and locations, and sets of them. Nothing here knows a rule.

use core::fmt;

/// A suit, which is a noble House as well; in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum House {
    /// Swords.
    Swords,
    /// Wands.
    Wands,
    /// Chalices.
    Chalices,
    /// Pentacles.
    Pentacles,
}

impl House {
    /// In canonical order.
    pub const ALL: [House; 4] = [House::Swords, House::Wands, House::Chalices, House::Pentacles];

    /// 0..4 in canonical order.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            House::Swords => "Swords",
            House::Wands => "Wands",
            House::Chalices => "Chalices",
            House::Pentacles => "Pentacles",
        })
    }
}

/// A court rank; in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Court {
    /// Knave, value 11.
    Knave,
    /// Knight, value 12.
    Knight,
    /// Queen, value 13.
    Queen,
    /// King, value 14.
    King,
}

impl Court {
    /// In canonical order.
    pub const ALL: [Court; 4] = [Court::Knave, Court::Knight, Court::Queen, Court::King];

    /// 0..4 in canonical order.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Court {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Court::Knave => "Knave",
            Court::Knight => "Knight",
            Court::Queen => "Queen",
            Court::King => "King",
        })
    }
}

/// A card of the 78. Minors are `14 * suit + value - 1` (0..56), Majors `56 + number` (56..78): canonical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// Number of cards.
pub const CARDS: u8 = 78;
/// Number of Minors.
pub const MINORS: u8 = 56;

impl Card {
    /// The Fool, Major 0.
    pub const FOOL: Card = Card(MINORS);
    /// Major X, the Wheel.
    pub const WHEEL: Card = Card(MINORS + 10);
    /// Major XI, Justice.
    pub const JUSTICE: Card = Card(MINORS + 11);
    /// Major XVI, the Tower.
    pub const TOWER: Card = Card(MINORS + 16);

    /// The card with this number; `None` from 78 on.
    pub const fn new(number: u8) -> Option<Card> {
        if number < CARDS { Some(Card(number)) } else { None }
    }

    /// The Minor of `house` with `value` 1..=14 (Knave 11, Knight 12, Queen 13, King 14).
    pub const fn minor(house: House, value: u8) -> Option<Card> {
        if value >= 1 && value <= 14 { Some(Card(house as u8 * 14 + value - 1)) } else { None }
    }

    /// The Major with this number, 0..=21.
    pub const fn major(number: u8) -> Option<Card> {
        if number < 22 { Some(Card(MINORS + number)) } else { None }
    }

    /// 0..78 in canonical order.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether this is one of the 56.
    pub const fn is_minor(self) -> bool {
        self.0 < MINORS
    }

    /// Which of the two piles the card belongs to.
    pub const fn pile(self) -> Pile {
        if self.is_minor() { Pile::Minor } else { Pile::Major }
    }

    /// A Minor's House.
    pub const fn house(self) -> Option<House> {
        if self.is_minor() { Some(House::ALL[(self.0 / 14) as usize]) } else { None }
    }

    /// What breaks ties: 1..=14 for a Minor, 0 for a Major (only the Fool is ever counted).
    pub const fn value(self) -> u8 {
        if self.is_minor() { self.0 % 14 + 1 } else { 0 }
    }

    /// A Major's number, 0..=21.
    pub const fn major_number(self) -> Option<u8> {
        if self.is_minor() { None } else { Some(self.0 - MINORS) }
    }

    /// The figure that a court card names.
    pub const fn figure(self) -> Option<Figure> {
        match self.house() {
            Some(house) if self.value() > 10 => Some(Figure::new(house, Court::ALL[(self.value() - 11) as usize])),
            _ => None,
        }
    }

    /// The location that a numeral names.
    pub const fn location(self) -> Option<Location> {
        if self.is_minor() && self.value() <= 10 { Location::numbered(self.value()) } else { None }
    }
}

const MAJOR_NAMES: [&str; 22] = [
    "0 Fool",
    "I Magician",
    "II High Priestess",
    "III Empress",
    "IV Emperor",
    "V Hierophant",
    "VI Lovers",
    "VII Chariot",
    "VIII Strength",
    "IX Hermit",
    "X Wheel",
    "XI Justice",
    "XII Hanged Man",
    "XIII Death",
    "XIV Temperance",
    "XV Devil",
    "XVI Tower",
    "XVII Stars",
    "XVIII Moon",
    "XIX Sun",
    "XX Judgement",
    "XXI World",
];

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.house(), self.figure(), self.major_number()) {
            (_, Some(figure), _) => write!(f, "{figure}"),
            (Some(house), ..) => write!(f, "{} of {house}", self.value()),
            (.., Some(number)) => f.write_str(MAJOR_NAMES[number as usize]),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the two draw piles, with its discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Pile {
    /// The 56.
    Minor,
    /// The 22.
    Major,
}

impl Pile {
    /// Both.
    pub const ALL: [Pile; 2] = [Pile::Minor, Pile::Major];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// All cards that belong to it.
    pub const fn cards(self) -> CardSet {
        match self {
            Pile::Minor => CardSet::MINORS,
            Pile::Major => CardSet::MAJORS,
        }
    }
}

/// A set of cards. Iterates in canonical order.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CardSet(u128);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 78.
    pub const ALL: CardSet = CardSet((1 << CARDS) - 1);
    /// The 56 Minors.
    pub const MINORS: CardSet = CardSet((1 << MINORS) - 1);
    /// The 22 Majors.
    pub const MAJORS: CardSet = CardSet(CardSet::ALL.0 & !CardSet::MINORS.0);
    /// The Fool alone.
    pub const FOOL: CardSet = CardSet::only(Card::FOOL);

    /// One card.
    pub const fn only(card: Card) -> CardSet {
        CardSet(1 << card.0)
    }

    /// The 14 Minors of a House.
    pub const fn of(house: House) -> CardSet {
        CardSet(((1 << 14) - 1) << (house as u32 * 14))
    }

    /// The set with these bits (bit = card number); `None` if a bit from 78 on is set.
    pub const fn from_bits(bits: u128) -> Option<CardSet> {
        if bits & !CardSet::ALL.0 == 0 { Some(CardSet(bits)) } else { None }
    }

    /// Bit = card number.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether `card` is a member.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Members of either.
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// Members of both.
    pub const fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// Members of `self` that aren't in `other`.
    pub const fn minus(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Whether every member is in `other`.
    pub const fn is_within(self, other: CardSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The Minors among them.
    pub const fn minors(self) -> CardSet {
        self.and(CardSet::MINORS)
    }

    /// The Majors among them.
    pub const fn majors(self) -> CardSet {
        self.and(CardSet::MAJORS)
    }

    /// The members that come after `card` in canonical order.
    pub const fn after(self, card: Card) -> CardSet {
        CardSet(self.0 & !((2 << card.0) - 1))
    }

    /// The last member in canonical order.
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(127 - self.0.leading_zeros() as u8)) }
    }

    /// Adds a card.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card away.
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The members in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let card = Card(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            Some(card)
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// One of the 16 court figures on the board, `4 * suit + rank`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Figure(u8);

/// Number of figures.
pub const FIGURES: u8 = 16;

impl Figure {
    /// The figure of this House and rank.
    pub const fn new(house: House, court: Court) -> Figure {
        Figure(house as u8 * 4 + court as u8)
    }

    /// The figure with this number, 0..16.
    pub const fn numbered(number: u8) -> Option<Figure> {
        if number < FIGURES { Some(Figure(number)) } else { None }
    }

    /// 0..16 in canonical order.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its House.
    pub const fn house(self) -> House {
        House::ALL[(self.0 / 4) as usize]
    }

    /// Its rank.
    pub const fn court(self) -> Court {
        Court::ALL[(self.0 % 4) as usize]
    }

    /// All, in canonical order.
    pub fn all() -> impl Iterator<Item = Figure> + Clone {
        (0..FIGURES).map(Figure)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.court(), self.house())
    }
}

impl fmt::Debug for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of figures.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct FigureSet(u16);

impl FigureSet {
    /// No figure.
    pub const EMPTY: FigureSet = FigureSet(0);

    /// The set with these bits (bit = figure number).
    pub const fn from_bits(bits: u16) -> FigureSet {
        FigureSet(bits)
    }

    /// Bit = figure number.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The four figures of a House.
    pub const fn of(house: House) -> FigureSet {
        FigureSet(0xF << (house as u32 * 4))
    }

    /// One figure.
    pub const fn only(figure: Figure) -> FigureSet {
        FigureSet(1 << figure.0)
    }

    /// Whether `figure` is a member.
    pub const fn contains(self, figure: Figure) -> bool {
        self.0 >> figure.0 & 1 == 1
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Members of both.
    pub const fn and(self, other: FigureSet) -> FigureSet {
        FigureSet(self.0 & other.0)
    }

    /// Members of `self` that aren't in `other`.
    pub const fn minus(self, other: FigureSet) -> FigureSet {
        FigureSet(self.0 & !other.0)
    }

    /// The members that come after `figure`.
    pub const fn after(self, figure: Figure) -> FigureSet {
        FigureSet(self.0 & !(((2u32 << figure.0) - 1) as u16))
    }

    /// The first member.
    pub const fn first(self) -> Option<Figure> {
        if self.0 == 0 { None } else { Some(Figure(self.0.trailing_zeros() as u8)) }
    }

    /// The last member.
    pub const fn last(self) -> Option<Figure> {
        if self.0 == 0 { None } else { Some(Figure(15 - self.0.leading_zeros() as u8)) }
    }

    /// Adds a figure.
    pub fn insert(&mut self, figure: Figure) {
        self.0 |= 1 << figure.0;
    }

    /// Takes a figure away.
    pub fn remove(&mut self, figure: Figure) {
        self.0 &= !(1 << figure.0);
    }

    /// The members in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Figure> + Clone {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let figure = Figure(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            Some(figure)
        })
    }
}

impl FromIterator<Figure> for FigureSet {
    fn from_iter<I: IntoIterator<Item = Figure>>(figures: I) -> FigureSet {
        let mut set = FigureSet::EMPTY;
        for figure in figures {
            set.insert(figure);
        }
        set
    }
}

impl fmt::Debug for FigureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// One of the ten locations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location(u8);

/// Number of locations.
pub const LOCATIONS: u8 = 10;

impl Location {
    /// 1.
    pub const MAGE_TOWER: Location = Location(0);
    /// 2.
    pub const ARTISAN_DISTRICT: Location = Location(1);
    /// 3.
    pub const HARBOUR: Location = Location(2);
    /// 4.
    pub const THRONE_ROOM: Location = Location(3);
    /// 5.
    pub const MARKET: Location = Location(4);
    /// 6.
    pub const FIELDS: Location = Location(5);
    /// 7.
    pub const TREASURE_VAULT: Location = Location(6);
    /// 8.
    pub const CATHEDRAL: Location = Location(7);
    /// 9.
    pub const BALLROOM: Location = Location(8);
    /// 10.
    pub const CASTLE: Location = Location(9);

    /// The location with the printed number 1..=10.
    pub const fn numbered(number: u8) -> Option<Location> {
        if number >= 1 && number <= LOCATIONS { Some(Location(number - 1)) } else { None }
    }

    /// The printed number, 1..=10.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// 0..10.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All, by number.
    pub const ALL: [Location; LOCATIONS as usize] = {
        let mut all = [Location(0); LOCATIONS as usize];
        let mut number = 0;
        while number < LOCATIONS {
            all[number as usize] = Location(number);
            number += 1;
        }
        all
    };

    /// All, by number.
    pub fn all() -> impl Iterator<Item = Location> + Clone {
        Location::ALL.into_iter()
    }

    /// The printed name.
    pub const fn name(self) -> &'static str {
        [
            "Mage Tower",
            "Artisan District",
            "Harbour",
            "Throne Room",
            "Market",
            "Fields",
            "Treasure Vault",
            "Cathedral",
            "Ballroom",
            "Castle",
        ][self.0 as usize]
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number(), self.name())
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of locations; bit 0 is location 1.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocationSet(u16);

impl LocationSet {
    /// No location.
    pub const EMPTY: LocationSet = LocationSet(0);
    /// All ten.
    pub const ALL: LocationSet = LocationSet((1 << LOCATIONS) - 1);

    /// The set with these bits; `None` if a bit from 10 on is set.
    pub const fn from_bits(bits: u16) -> Option<LocationSet> {
        if bits <= LocationSet::ALL.0 { Some(LocationSet(bits)) } else { None }
    }

    /// Bit 0 is location 1.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether `location` is a member.
    pub const fn contains(self, location: Location) -> bool {
        self.0 >> location.0 & 1 == 1
    }

    /// Number of members.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Members of `self` that aren't in `other`.
    pub const fn minus(self, other: LocationSet) -> LocationSet {
        LocationSet(self.0 & !other.0)
    }

    /// Adds a location.
    pub fn insert(&mut self, location: Location) {
        self.0 |= 1 << location.0;
    }

    /// Takes a location away.
    pub fn remove(&mut self, location: Location) {
        self.0 &= !(1 << location.0);
    }

    /// The members by number.
    pub fn iter(self) -> impl Iterator<Item = Location> + Clone {
        Location::all().filter(move |&location| self.contains(location))
    }
}

impl FromIterator<Location> for LocationSet {
    fn from_iter<I: IntoIterator<Item = Location>>(locations: I) -> LocationSet {
        let mut set = LocationSet::EMPTY;
        for location in locations {
            set.insert(location);
        }
        set
    }
}

impl fmt::Debug for LocationSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
