//! The part of a position that all viewers see.

use super::agenda::{Agenda, Step};
use super::cards::{Card, CardSet, Guild, GuildSet, Objective};
use super::rows::{Rows, Shown, Slot};
use super::setup::{N, ROUNDS_MAX, Setup};
use super::state::PILE_MAX;
use super::zone::{ZONES, Zone, ZoneSet};
use crate::{Seat, SeatSet, kit};

/// A zone as all viewers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pile {
    /// The card that is fought for.
    pub stake: Option<Card>,
    /// Cards in its pile, Game End among them.
    pub size: u8,
    cycled: kit::List<Card, PILE_MAX>,
}

impl Pile {
    const EMPTY: Pile = Pile { stake: None, size: 0, cycled: kit::List::empty(Card::FIRST) };

    /// A pile with these known cards at its bottom; `None` if there are too many.
    pub fn new(stake: Option<Card>, size: u8, cycled: &[Card]) -> Option<Pile> {
        let fits = cycled.len() <= usize::from(size) && usize::from(size) <= PILE_MAX;
        let cycled = kit::List::of(cycled, Card::FIRST).filter(|_| fits)?;
        Some(Pile { stake, size, cycled })
    }

    /// The stakes that have been put under the pile and lie at its bottom, the lowest one last.
    pub fn cycled(&self) -> &[Card] {
        &self.cycled
    }

    /// Cards of the pile whose faces no viewer knows.
    pub fn unknown(&self) -> u8 {
        self.size.saturating_sub(self.cycled.len() as u8)
    }

    /// The stake goes under the pile.
    pub(super) fn cycle(&mut self) {
        if let Some(card) = self.stake.take().filter(|_| self.cycled.len() < PILE_MAX) {
            self.cycled.push(card);
            self.size += 1;
        }
    }

    /// The top card leaves the pile.
    pub(super) fn uncover(&mut self) {
        if self.unknown() == 0 {
            self.cycled.remove(0);
        }
        self.size = self.size.saturating_sub(1);
    }
}

impl Default for Pile {
    /// Nothing.
    fn default() -> Pile {
        Pile::EMPTY
    }
}

/// A seat as all viewers see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Its guild, once it has one.
    pub guild: Option<Guild>,
    /// Its cards whose zones not all viewers see, together: in its hand, its draw pile and, of
    /// operatives, in its face-down slots.
    pub hidden: CardSet,
    /// Cards in its hand.
    pub hand: u8,
    /// Cards in its draw pile.
    pub draw_pile: u8,
    /// Its resource pile.
    pub resources: CardSet,
    /// The cards under its base: owned, but out of the deck.
    pub base: CardSet,
    /// Objectives that it holds: four that were dealt, then two that it keeps.
    pub objectives: u8,
    /// The objectives that it kept, once the game is over.
    pub kept: Option<[Objective; 2]>,
}

/// What all viewers see. State and views share it: whatever stands here is shown to all, and nothing
/// else is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    /// Seats at the table.
    pub seats: u8,
    /// 1 is the first; 0 before it.
    pub round: u8,
    /// Who begins the round.
    pub start: Seat,
    /// The last round, once Game End has come.
    pub last_round: Option<u8>,
    /// By zone.
    pub piles: [Pile; ZONES],
    /// Zones that are locked in this round.
    pub locked: ZoneSet,
    /// Seats whose next operative lies face down.
    pub covers: SeatSet,
    /// A location whose effect isn't over yet.
    pub in_use: Option<Card>,
    /// What lies at the stakes.
    pub rows: Rows,
    /// By seat.
    pub players: [Player; N],
    /// Cards in the militia's deck; `None` without the module.
    pub militia: Option<u8>,
    /// Militia cards that come back to the deck at the end of the round.
    pub set_aside: CardSet,
    /// The seats that the present decision was put to.
    pub asked: SeatSet,
    /// What is asked now and what is still to happen.
    pub agenda: Agenda,
    /// Whether the game is over.
    pub ended: bool,
}

impl Public {
    /// Before the deal: full piles, and no seat has anything.
    pub(super) fn before_deal(setup: &Setup, start: Seat) -> Public {
        let mut piles = [Pile::EMPTY; ZONES];
        for zone in Zone::all(setup.players) {
            piles[zone.index()].size = 12 + u8::from(zone == Zone::free(setup.players));
        }
        Public {
            seats: setup.players,
            round: 0,
            start,
            last_round: None,
            piles,
            locked: ZoneSet::EMPTY,
            covers: SeatSet::EMPTY,
            in_use: None,
            rows: Rows::EMPTY,
            players: [Player::default(); N],
            militia: setup.militia.then_some(CardSet::MILITIA.len()),
            set_aside: CardSet::EMPTY,
            asked: SeatSet::EMPTY,
            agenda: Agenda::EMPTY,
            ended: false,
        }
    }

    /// All zones of this table, ascending.
    pub fn zones(&self) -> impl DoubleEndedIterator<Item = Zone> + Clone + use<> {
        Zone::all(self.seats)
    }

    /// The stake of a zone.
    pub const fn stake(&self, zone: Zone) -> Option<Card> {
        self.piles[zone.index()].stake
    }

    /// The seat's public part.
    pub const fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// The zones where something can be done: they have a stake and aren't locked.
    pub fn open_zones(&self) -> ZoneSet {
        let bit = |pile: &Pile| u8::from(pile.stake.is_some());
        let with_stake = self.piles.iter().rev().fold(0, |bits, pile| bits << 1 | bit(pile));
        ZoneSet::from_bits(with_stake).unwrap_or_default().minus(self.locked)
    }

    /// Whether the seat lays its cards face down in this zone.
    pub fn is_own(&self, zone: Zone, seat: Seat) -> bool {
        zone.is_own(seat, self.seats)
    }

    /// Whether this round is the last.
    pub fn is_last_round(&self) -> bool {
        self.round >= self.last_round.unwrap_or(ROUNDS_MAX)
    }

    /// The seat that has drawn a militia card and is asked where it goes.
    pub fn musterer(&self) -> Option<Seat> {
        match self.agenda.next()? {
            Step::Muster { seat } => Some(seat),
            _ => None,
        }
    }

    /// The guilds that no seat has.
    pub fn free_guilds(&self) -> GuildSet {
        GuildSet::ALL.minus(self.players.iter().filter_map(|player| player.guild).collect())
    }

    /// Zones where another seat than this one has a face-down card.
    pub fn peekable(&self, seat: Seat) -> ZoneSet {
        let hides = |slot: &Slot| (slot.owner != seat) & slot.shown.cover().is_some();
        self.rows.zones(hides).and(self.open_zones())
    }

    /// Zones where this seat has an operative.
    pub fn zones_with_operatives(&self, seat: Seat) -> ZoneSet {
        self.rows.zones(|slot| (slot.owner == seat) & !slot.shown.is_militia())
    }

    /// Zones whose stake this seat can bribe.
    pub fn bribable(&self, seat: Seat) -> ZoneSet {
        let is_sold = |zone: &Zone| self.stake(*zone).is_some_and(|card| card.price().is_some());
        let zones = self.zones_with_operatives(seat).and(self.open_zones());
        zones.iter().filter(is_sold).collect()
    }

    /// The face-up operatives of others in open zones.
    pub fn rivals(&self, seat: Seat) -> CardSet {
        let open = self.open_zones();
        let exposed = |slot: &&Slot| slot.owner != seat && open.contains(slot.zone);
        let cards = self.rows.all().iter().filter(exposed).filter_map(|slot| slot.shown.card());
        cards.collect::<CardSet>().and(CardSet::OPERATIVES)
    }

    /// A seat's face-up operatives at stakes.
    pub fn fielded(&self, seat: Seat) -> CardSet {
        let own = self.rows.all().iter().filter(|slot| slot.owner == seat);
        own.filter_map(|slot| slot.shown.card()).collect::<CardSet>().and(CardSet::OPERATIVES)
    }

    /// Everything that a seat owns, but for a location in use.
    pub fn owned(&self, seat: Seat) -> CardSet {
        let player = self.player(seat);
        let piles = player.hidden.union(player.resources).union(player.base);
        piles.union(self.fielded(seat))
    }

    /// The numbers of a seat's face-down operatives.
    pub fn covered_operatives(&self, seat: Seat) -> impl Iterator<Item = u8> + Clone + '_ {
        let own = self.rows.all().iter().filter(move |slot| slot.owner == seat);
        own.filter_map(|slot| match slot.shown {
            Shown::Operative(cover) => Some(cover),
            _ => None,
        })
    }

    /// The places where cards lie that all viewers see.
    pub(super) fn open_places(&self) -> impl Iterator<Item = CardSet> + '_ {
        let of_seats = self.players.iter().flat_map(|player| [player.resources, player.base]);
        let of_zones = self.piles.iter().flat_map(|pile| pile.cycled().iter().chain(&pile.stake));
        let in_rows = self.rows.all().iter().filter_map(|slot| slot.shown.card());
        let one_by_one = of_zones.copied().chain(in_rows).chain(self.in_use).map(CardSet::only);
        of_seats.chain(one_by_one).chain([self.set_aside])
    }

    /// The cards that are out of the game: of guilds that no seat has, and the militia without its
    /// module.
    pub(super) fn absent(&self) -> impl Iterator<Item = CardSet> + '_ {
        let militia = self.militia.is_none().then_some(CardSet::MILITIA);
        self.free_guilds().iter().map(Guild::cards).chain(militia)
    }

    /// The cards whose zones all viewers see, and those that are out of the game.
    pub fn open_cards(&self) -> CardSet {
        self.open_places().chain(self.absent()).fold(CardSet::EMPTY, CardSet::union)
    }

    /// The market cards whose zones no viewer knows: in the piles, or out of the game.
    pub fn unseen_market(&self) -> CardSet {
        let owned =
            self.players.iter().fold(CardSet::EMPTY, |all, player| all.union(player.hidden));
        CardSet::MARKET.minus(self.open_cards()).minus(owned)
    }

    /// Whether Game End lies in the free zone's pile still.
    pub fn has_game_end(&self) -> bool {
        self.last_round.is_none()
    }
}
