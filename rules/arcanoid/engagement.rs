//! What can be engaged, and which engagement is stronger. Knows cards and battlefields, no
//! positions.

use super::cards::{Card, CardSet, FIELDS, Field, FieldSet, KING, KNAVE, KNIGHT, QUEEN};

/// Lovers, Empress, Emperor: any two of them make a couple that can stand on two battlefields.
const ROVERS: [CardSet; 3] = [
    Card::EMPRESS.alone().with(Card::EMPEROR),
    Card::EMPRESS.alone().with(Card::LOVERS),
    Card::EMPEROR.alone().with(Card::LOVERS),
];

/// Engagements of one battlefield that are one particular set of cards: those of [`ROVERS`], Lovers
/// and court, King and Queen, a knave or knight alone, with the ace, or with an ace that the
/// Magician brings; the World last.
const FIXED_COUNT: usize = 3 + 4 + 1 + 2 * 5 + 1;

const FIXED: [[CardSet; FIXED_COUNT]; FIELDS] =
    [fixed(Field::Swords), fixed(Field::Staves), fixed(Field::Cups), fixed(Field::Coins)];

const fn minor(suit: Field, value: u8) -> CardSet {
    match Card::minor(suit, value) {
        Some(card) => card.alone(),
        None => CardSet::EMPTY,
    }
}

const fn fixed(field: Field) -> [CardSet; FIXED_COUNT] {
    let mut sets = [Card::WORLD.alone(); FIXED_COUNT];
    let mut count = 0;
    while count < ROVERS.len() {
        sets[count] = ROVERS[count];
        count += 1;
    }
    let mut value = KNAVE;
    while value <= KING {
        sets[count] = minor(field, value).with(Card::LOVERS);
        value += 1;
        count += 1;
    }
    sets[count] = minor(field, QUEEN).union(minor(field, KING));
    count += 1;
    let mut court = KNAVE;
    while court <= KNIGHT {
        let alone = minor(field, court);
        sets[count] = alone;
        count += 1;
        let mut suit = 0;
        while suit < FIELDS {
            let with_ace = alone.union(minor(Field::ALL[suit], 1));
            sets[count] =
                if suit == field.index() { with_ace } else { with_ace.with(Card::MAGICIAN) };
            suit += 1;
            count += 1;
        }
        court += 1;
    }
    sets
}

/// The engagements of these battlefields that are one particular set of cards.
fn fixed_sets(fields: FieldSet, world: bool) -> &'static [CardSet] {
    match fields.first() {
        Some(field) if fields.len() == 1 => {
            &FIXED[field.index()][..FIXED_COUNT - usize::from(!world)]
        }
        _ => &ROVERS,
    }
}

/// Whether these cards are an engagement on these one or two battlefields; `world` if the World may
/// be among them. An abdication is none.
pub fn is_engagement(fields: FieldSet, cards: CardSet, world: bool) -> bool {
    fixed_sets(fields, world).contains(&cards)
        || fields.len() == 1 && fields.iter().all(|field| is_numeric(field, cards))
}

/// Whether these are numerics of one battlefield, or of it and one of another with the Magician.
fn is_numeric(field: Field, cards: CardSet) -> bool {
    let own = cards.and(CardSet::numerics_of(field));
    let others = cards.minus(own);
    if others.is_empty() {
        return !own.is_empty();
    }
    let strangers = others.and(CardSet::NUMERICS);
    strangers.len() == 1 && others == strangers.with(Card::MAGICIAN)
}

/// Whether an engagement on these battlefields can be made of some of `cards`; a quick form of
/// [`next_picks`].
pub(super) fn can_engage(fields: FieldSet, cards: CardSet, world: bool) -> bool {
    let rovers = cards.and(Card::LOVERS.alone().with(Card::EMPRESS).with(Card::EMPEROR));
    if rovers.len() >= 2 {
        return true;
    }
    let Some(field) = fields.first().filter(|_| fields.len() == 1) else { return false };
    let plain = CardSet::numerics_of(field).union(minor(field, KNAVE)).union(minor(field, KNIGHT));
    cards.meets(plain)
        || cards.contains(Card::LOVERS) && cards.meets(CardSet::courts_of(field))
        || minor(field, QUEEN).union(minor(field, KING)).is_within(cards)
        || cards.contains(Card::MAGICIAN) && cards.meets(CardSet::NUMERICS)
        || world && cards.contains(Card::WORLD)
}

/// Of `rest` the cards that may be picked next, in ascending order, so that what has been taken in
/// can still become an engagement on these battlefields.
pub(super) fn next_picks(fields: FieldSet, taken: CardSet, rest: CardSet, world: bool) -> CardSet {
    let mut picks = CardSet::EMPTY;
    let reach = taken.union(rest);
    for &set in fixed_sets(fields, world) {
        if taken.is_within(set)
            && set.is_within(reach)
            && let Some(card) = set.minus(taken).first()
        {
            picks.insert(card);
        }
    }
    match fields.first() {
        Some(field) if fields.len() == 1 => picks.union(next_numerics(field, taken, rest)),
        _ => picks,
    }
}

fn next_numerics(field: Field, taken: CardSet, rest: CardSet) -> CardSet {
    let own = CardSet::numerics_of(field);
    let strangers = CardSet::NUMERICS.minus(own);
    if !taken.is_within(CardSet::NUMERICS.with(Card::MAGICIAN)) {
        return CardSet::EMPTY;
    }
    let plain = if taken.is_within(own) { rest.and(own) } else { CardSet::EMPTY };
    if !taken.union(rest).contains(Card::MAGICIAN) {
        return plain;
    }
    let mut magical = match taken.and(strangers).len() {
        // A numeric of the battlefield may come first if one of another suit is left after it.
        0 => match rest.and(strangers).last() {
            Some(last) => rest.and(own).before(last).union(rest.and(strangers)),
            None => CardSet::EMPTY,
        },
        1 => rest.and(own).union(rest.and(Card::MAGICIAN.alone())),
        _ => CardSet::EMPTY,
    };
    magical = magical.minus(taken);
    plain.union(magical)
}

/// How strong an engagement is; greater is stronger. Engagements that can stand on one battlefield
/// at once never tie, save abdications, of which the first wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength {
    /// What it is.
    pub tier: Tier,
    /// The sum of its numerics, 15 with a knave, 18 with a knight; 0 for couples and the World.
    pub value: u8,
    /// Its cards; a knave or knight counts one with its ace, the Magician none.
    pub cards: u8,
    /// Its smallest numeric.
    pub smallest: u8,
    /// It does without the Magician.
    pub plain: bool,
}

/// What an engagement is, from the weakest up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Tier {
    /// Nothing.
    Abdication,
    /// Numerics, a knave or a knight.
    Numeric,
    /// Lovers with a court, the Emperor or the Empress.
    Illegitimate,
    /// King and Queen.
    Royal,
    /// Emperor and Empress.
    Imperial,
    /// The World.
    World,
}

impl Strength {
    /// The strength of an engagement of these cards.
    pub fn of(cards: CardSet) -> Strength {
        let tier = Tier::of(cards);
        if tier != Tier::Numeric {
            return Strength { tier, value: 0, cards: 0, smallest: 0, plain: true };
        }
        let plain = !cards.contains(Card::MAGICIAN);
        let courts = cards.minors().minus(CardSet::NUMERICS);
        if let Some(court) = courts.first() {
            let value = if court.value() == KNAVE { 15 } else { 18 };
            return Strength { tier, value, cards: 1, smallest: 0, plain };
        }
        let numerics = cards.and(CardSet::NUMERICS);
        let values = || numerics.iter().map(Card::value);
        let smallest = values().min().unwrap_or_default();
        Strength { tier, value: values().sum(), cards: numerics.len(), smallest, plain }
    }
}

impl Tier {
    /// What an engagement of these cards is.
    pub fn of(cards: CardSet) -> Tier {
        let minors = cards.minors();
        if cards.is_empty() {
            Tier::Abdication
        } else if cards.contains(Card::WORLD) {
            Tier::World
        } else if cards.contains(Card::LOVERS) {
            Tier::Illegitimate
        } else if cards.contains(Card::EMPEROR) {
            Tier::Imperial
        } else if minors.minus(CardSet::NUMERICS).iter().any(|court| court.value() >= QUEEN) {
            Tier::Royal
        } else {
            Tier::Numeric
        }
    }
}

/// Whether the Fool can steal an engagement of these cards: it has a numeric value and holds no
/// ace.
pub fn is_stealable(cards: CardSet) -> bool {
    Tier::of(cards) == Tier::Numeric && !cards.meets(CardSet::ACES)
}
