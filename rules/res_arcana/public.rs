//! The part of a position that all viewers see.

use super::ResArcana;
use super::action::Action;
use super::agenda::{Agenda, Part, Step, power_of};
use super::cards::{
    Alternative, Amount, Cost, Destroyed, Discount, Effect, FACES, Face, FaceKind, FaceSet, Power,
    Price, When,
};
use super::event::Event;
use super::mix::Mix;
use super::pending_answer::PendingAnswer;
use super::setup::{N, Setup};
use crate::{Outcome, Seat, SeatSet, kit};

/// What everybody sees. Arrays by seat have four entries; those beyond the table stay empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    /// Number of seats.
    pub seats: u8,
    /// The present round, from 1; 0 before the first.
    pub round: u8,
    /// Who has the First Player tile; `None` until it is known.
    pub tile: Option<Seat>,
    /// Who has passed in this round.
    pub passed: SeatSet,
    /// Moves that each seat has made in this round.
    pub moves: [u8; N],
    /// What each seat can pay with.
    pub pools: [Amount; N],
    /// What lies on each component, by face.
    pub stores: [Amount; FACES as usize],
    /// Components of each seat.
    pub play: [FaceSet; N],
    /// Components that are turned.
    pub turned: FaceSet,
    /// Discards of each seat.
    pub discards: [FaceSet; N],
    /// Artefacts that each seat holds; in a draft, in the packet before it.
    pub hand_sizes: [u8; N],
    /// Sizes of decks; in a draft, cards kept.
    pub deck_sizes: [u8; N],
    /// Mages that each seat has to choose from.
    pub mages_dealt: [u8; N],
    /// How often each seat's discards have been shuffled.
    pub shuffles: [u16; N],
    /// Monuments that lie open.
    pub display: FaceSet,
    /// Monuments in their deck.
    pub monuments: u8,
    /// Places of power that nobody has claimed.
    pub places: FaceSet,
    /// Magic items that nobody has.
    pub items: FaceSet,
    /// Artefacts of an open draft that nobody has taken.
    pub open: FaceSet,
    /// Artefacts and mages in the box.
    pub boxed: u8,
    /// The seats that the present decision is put to.
    pub asked: SeatSet,
    /// What is still to happen.
    pub agenda: Agenda,
    /// Points of the last check.
    pub points: [u16; N],
    /// The game is over.
    pub ended: bool,
}

impl kit::Public<ResArcana> for Public {
    kit::asked_fields!(Agenda);

    fn final_outcome(&self, _setup: &Setup) -> Option<Outcome> {
        self.ended.then(|| self.outcome())
    }

    /// Items and places are never hidden; sides of tiles that aren't in the game count as seen.
    fn open_cards(&self) -> FaceSet {
        self.open_faces().union(FaceSet::ITEMS).union(FaceSet::PLACES)
    }

    fn fold(&mut self, event: &Event) {
        Public::fold(self, event);
    }

    fn fold_answer(&self, event: &Event, viewer: Seat, answer: &mut PendingAnswer) {
        match event {
            Event::Picked { seat, action, complete } if *seat == viewer => {
                *answer = self.picked(viewer, answer, *action, *complete);
            }
            Event::Asked { .. } | Event::Ended => *answer = PendingAnswer::default(),
            _ => {}
        }
    }
}

impl Public {
    /// An empty table.
    pub(super) fn before_deal(seats: u8) -> Public {
        let one_each = Amount([1; 5]);
        Public {
            seats,
            round: 0,
            tile: None,
            passed: SeatSet::EMPTY,
            moves: [0; N],
            pools: core::array::from_fn(|i| {
                if i < usize::from(seats) { one_each } else { Amount::NOTHING }
            }),
            stores: [Amount::NOTHING; FACES as usize],
            play: [FaceSet::EMPTY; N],
            turned: FaceSet::EMPTY,
            discards: [FaceSet::EMPTY; N],
            hand_sizes: [0; N],
            deck_sizes: [0; N],
            mages_dealt: [0; N],
            shuffles: [0; N],
            display: FaceSet::EMPTY,
            monuments: FaceSet::MONUMENTS.len(),
            places: FaceSet::EMPTY,
            items: FaceSet::ITEMS,
            open: FaceSet::EMPTY,
            boxed: FaceSet::ARTEFACTS.len() + FaceSet::MAGES.len(),
            asked: SeatSet::EMPTY,
            agenda: Agenda::EMPTY,
            points: [0; N],
            ended: false,
        }
    }

    /// The size of a deck, by its index.
    pub fn pile_size(&self, pile: usize) -> u8 {
        self.deck_sizes.get(pile).copied().unwrap_or(self.monuments)
    }

    /// The seats clockwise from `seat`, it first.
    pub(super) fn clockwise_from(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        let seats = self.seats;
        (0..seats).map(move |steps| seat.clockwise(steps, seats))
    }

    /// All rivals of a seat, clockwise after it.
    pub fn rivals(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        self.clockwise_from(seat).skip(1)
    }

    /// Every face that lies where everybody sees it.
    pub fn open_faces(&self) -> FaceSet {
        let table = self.display.union(self.places).union(self.items).union(self.open);
        self.play.iter().chain(&self.discards).fold(table, |all, set| all.union(*set))
    }

    /// A seat's artefacts in play.
    pub fn artefacts(&self, seat: Seat) -> FaceSet {
        self.play[seat.index()].and(FaceSet::ARTEFACTS)
    }

    /// Whose component this is.
    pub fn controller(&self, face: Face) -> Option<Seat> {
        Seat::all(self.seats).find(|seat| self.play[seat.index()].contains(face))
    }

    /// By how many units the components of a seat reduce the price of an artefact.
    pub fn discount(&self, seat: Seat, card: Face) -> u8 {
        let is_dragon = FaceSet::DRAGONS.contains(card);
        let reducing = self.play[seat.index()].and(FaceSet::DISCOUNTS);
        let units = reducing.iter().map(|face| match face.data().discount {
            Discount::Artefacts(less) => less,
            Discount::Dragons(less) if is_dragon => less,
            _ => 0,
        });
        units.sum()
    }

    /// The ways to pay for an artefact, at so many units less.
    pub(super) fn price_mix(&self, seat: Seat, card: Face, less: u8) -> Mix {
        Mix::payment(card.data().price, less, self.pools[seat.index()])
    }

    /// Which own artefacts a cost can destroy.
    pub(super) fn destroyable(&self, seat: Seat, face: Face, which: Destroyed) -> FaceSet {
        let own = self.artefacts(seat);
        match which {
            Destroyed::Itself => own.and(FaceSet::only(face)),
            Destroyed::Own => own,
            Destroyed::Other => own.minus(FaceSet::only(face)),
            Destroyed::Beast => own.and(FaceSet::DRAGONS.union(FaceSet::CREATURES)),
        }
    }

    /// Whether a cost of a power can be paid.
    fn can_pay(&self, seat: Seat, face: Face, cost: Cost) -> bool {
        let pool = self.pools[seat.index()];
        match cost {
            Cost::Turn => !self.turned.contains(face),
            Cost::Pay(Price { fixed, wild: 0 }) => fixed.is_within(pool),
            Cost::Pay(price) => Mix::payment(price, 0, pool).exists(),
            Cost::PayOneOf(types) => !pool.among(types).is_nothing(),
            Cost::PayX(_) => true,
            Cost::Take(amount) => amount.is_within(self.stores[face.index()]),
            Cost::TurnOther(tag) => {
                self.artefacts(seat).minus(self.turned).meets(FaceSet::with_tag(tag))
            }
            Cost::Destroy(which) => !self.destroyable(seat, face, which).is_empty(),
            Cost::Discard => self.hand_sizes[seat.index()] > 0,
        }
    }

    /// Whether all costs of a power can be paid. Costs of one power compete for no essences.
    pub(super) fn can_afford(&self, seat: Seat, face: Face, power: u8) -> bool {
        power_of(face, power).is_some_and(|power| self.can_pay_all(seat, face, power))
    }

    pub(super) fn can_pay_all(&self, seat: Seat, face: Face, power: &Power) -> bool {
        power.costs.iter().all(|&cost| self.can_pay(seat, face, cost))
    }

    /// Whether a power can be used as a move, as far as the component allows.
    pub(super) fn is_ready(&self, face: Face, when: When) -> bool {
        match when {
            When::Straight => !self.turned.contains(face),
            When::Turned => self.turned.contains(face),
            When::OnLoss | When::OnDragon | When::OnCheck => false,
        }
    }

    /// How much life a component takes, and what victims may do instead.
    pub(super) fn loss_by(face: Face) -> (u8, Option<Alternative>) {
        let effects = face.data().powers.iter().flat_map(|power| power.effects);
        let mut loss = effects.filter_map(|effect| match effect {
            Effect::Loss { life, or } => Some((*life, *or)),
            _ => None,
        });
        loss.next_back().unwrap_or_default()
    }

    /// Whether a victim can take the alternative.
    pub(super) fn can_take(&self, victim: Seat, alternative: Alternative) -> bool {
        match alternative {
            Alternative::Pay(essence) => self.pools[victim.index()].get(essence) > 0,
            Alternative::Discard => self.hand_sizes[victim.index()] > 0,
            Alternative::Destroy => !self.artefacts(victim).is_empty(),
        }
    }

    /// The mix that a step asks for, and of whom.
    pub(super) fn mix(&self, step: Step) -> Option<(Seat, Mix)> {
        let pool = |seat: Seat| self.pools[seat.index()];
        Some(match step {
            Step::PayCard { seat, card, less } => (seat, self.price_mix(seat, card, less)),
            Step::Gain { seat, count, types } => (seat, Mix::gain(count, types)),
            Step::Lose { seat, count } => (seat, Mix::loss(count, pool(seat))),
            Step::Power(used) => {
                let mix = match used.part()? {
                    Part::Cost(Cost::Pay(price)) if price.wild > 0 => {
                        Mix::payment(price, 0, pool(used.seat))
                    }
                    Part::Cost(Cost::PayOneOf(types)) => Mix::loss(1, pool(used.seat).among(types)),
                    Part::Effect(Effect::GainMix(count, types) | Effect::PutMix(count, types)) => {
                        Mix::gain(count, types)
                    }
                    Part::Effect(Effect::GainCost { more, types }) => {
                        let units = used.card.map_or(0, |card| card.data().price.units());
                        Mix::gain(units + more, types)
                    }
                    _ => return None,
                };
                (used.seat, mix)
            }
            _ => return None,
        })
    }

    /// A seat's answer with one pick more.
    pub(super) fn picked(
        &self,
        seat: Seat,
        answer: &PendingAnswer,
        action: Action,
        complete: bool,
    ) -> PendingAnswer {
        let mut answer = PendingAnswer { complete, ..*answer };
        match action {
            Action::Choose(face) => answer.cards.insert(face),
            Action::Amount(count) => {
                let mix = self.agenda.next().and_then(|step| self.mix(step));
                if let Some((_, mix)) = mix.filter(|asked| asked.0 == seat) {
                    (answer.amount, answer.decided) =
                        mix.pick(answer.amount, answer.decided, count);
                }
            }
            _ => {}
        }
        answer
    }

    /// The seat whose pick it is in an open draft.
    pub(super) fn open_picker(&self) -> Seat {
        let first = self.tile.unwrap_or(Seat::FIRST);
        let pick = super::setup::OPEN.saturating_sub(self.open.len());
        first.clockwise(pick.div_ceil(2), self.seats)
    }

    /// The kinds of face that a seat can have as components, in the order of the table.
    pub fn components(&self, seat: Seat, kind: FaceKind) -> FaceSet {
        self.play[seat.index()].and(FaceSet::of(kind))
    }
}
