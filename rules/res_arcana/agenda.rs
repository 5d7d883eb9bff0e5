//! What is still to happen: a stack of steps, all of it public.

use super::cards::{Amount, Cost, Destroyed, Effect, Essence, Face, Power, Types};
use super::kind::Kind;
use super::setup::N;
use crate::Seat;

/// Number of decks: one for each seat, and the monuments.
pub const PILES: usize = N + 1;

/// A face-down deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pile {
    /// A seat's artefacts.
    Deck(Seat),
    /// The monuments.
    Monuments,
}

impl Pile {
    /// A place in arrays by pile.
    pub const fn index(self) -> usize {
        match self {
            Pile::Deck(seat) => seat.index(),
            Pile::Monuments => N,
        }
    }

    /// All decks of a table.
    pub(super) fn all(seats: u8) -> impl Iterator<Item = Pile> {
        Seat::all(seats).map(Pile::Deck).chain([Pile::Monuments])
    }
}

/// A power that is being used: what comes next, and what has been paid and chosen for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Who uses it.
    pub seat: Seat,
    /// The component.
    pub face: Face,
    /// Power 1 or 2.
    pub power: u8,
    /// How many costs and effects are done.
    pub done: u8,
    /// The type of essence paid.
    pub essence: Option<Essence>,
    /// How many were paid as X, cards drawn or cards looked at.
    pub x: u8,
    /// The card destroyed or discarded.
    pub card: Option<Face>,
    /// The deck that is being looked at.
    pub pile: Option<Pile>,
}

/// A cost or an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Cost(Cost),
    Effect(Effect),
}

impl Use {
    /// A power whose use begins.
    pub(super) const fn of(seat: Seat, face: Face, power: u8) -> Use {
        Use { seat, face, power, done: 0, essence: None, x: 0, card: None, pile: None }
    }

    /// The power, if the face has it.
    pub(super) fn data(&self) -> Option<&'static Power> {
        power_of(self.face, self.power)
    }

    /// What comes next.
    pub(super) fn part(&self) -> Option<Part> {
        let power = self.data()?;
        let done = usize::from(self.done);
        match power.costs.get(done) {
            Some(cost) => Some(Part::Cost(*cost)),
            None => power.effects.get(done - power.costs.len()).map(|effect| Part::Effect(*effect)),
        }
    }

    /// The same with one more part done.
    pub(super) const fn next(self) -> Use {
        Use { done: self.done + 1, ..self }
    }

    /// The essence paid, as an amount.
    pub(super) fn paid(self) -> Amount {
        self.essence.map_or(Amount::NOTHING, |essence| Amount::of(1, essence))
    }

    /// What X may turn into.
    pub(super) fn into_types(self, types: Types) -> Types {
        self.essence.map_or(types, |paid| types.minus(Types::only(paid)))
    }

    /// What the next part asks, if it asks anything.
    pub(super) fn kind(&self) -> Option<Kind> {
        match self.part()? {
            Part::Cost(Cost::Pay(price)) if price.wild > 0 => Some(Kind::Payment),
            Part::Cost(Cost::PayOneOf(_)) => Some(Kind::Payment),
            Part::Cost(Cost::PayX(_)) if self.essence.is_none() => Some(Kind::XType),
            Part::Cost(Cost::PayX(_)) => Some(Kind::XAmount),
            Part::Cost(Cost::TurnOther(_)) => Some(Kind::TurnOther),
            Part::Cost(Cost::Destroy(which)) => {
                (which != Destroyed::Itself).then_some(Kind::Destroy)
            }
            Part::Cost(Cost::Discard) | Part::Effect(Effect::DiscardDrawn) => {
                Some(Kind::DiscardCard)
            }
            Part::Effect(Effect::GainMix(..) | Effect::GainCost { .. } | Effect::PutMix(..)) => {
                Some(Kind::Gain)
            }
            Part::Effect(Effect::GainX(_)) => Some(Kind::XInto),
            Part::Effect(Effect::GainPer { .. }) => Some(Kind::Rival),
            Part::Effect(Effect::PutPaidAnywhere) => Some(Kind::PutOn),
            Part::Effect(Effect::Straighten(_)) => Some(Kind::Straighten),
            Part::Effect(Effect::Look) if self.pile.is_none() => Some(Kind::Deck),
            Part::Effect(Effect::Look) => Some(Kind::Order),
            Part::Effect(Effect::Place { .. }) => Some(Kind::PlaceByPower),
            _ => None,
        }
    }
}

/// Power 1 or 2 of a face.
pub(super) fn power_of(face: Face, power: u8) -> Option<&'static Power> {
    face.data().powers.get(usize::from(power.checked_sub(1)?))
}

/// One step of the agenda. Steps that ask are named after what they ask; the others run by
/// themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields are explained with their variants")]
pub enum Step {
    /// Asks a seat who is the first player.
    FirstPlayer { by: Seat },
    /// Mages and artefacts are dealt.
    Deal,
    /// Asks all which card of their packet they keep.
    Draft,
    /// Asks whose pick it is for one of the open cards.
    OpenDraft,
    /// Decks are shuffled, opening hands drawn.
    OpeningHands,
    /// Asks all which mage they play.
    Mage,
    /// Asks a seat which magic item it takes.
    Item { seat: Seat },
    /// A round begins.
    Round,
    /// A seat collects.
    Collect { seat: Seat },
    /// The next store of a seat, of the components with these numbers or greater ones.
    Stores { seat: Seat, from: u8 },
    /// Asks whether a component's store is taken.
    TakeOrLeave { seat: Seat, face: Face },
    /// The next mix that a seat collects, of the components with these numbers or greater ones.
    Mixes { seat: Seat, from: u8 },
    /// Asks whether this component is paid for or turned.
    Forge { seat: Seat, face: Face },
    /// Asks a seat for its move.
    Move { seat: Seat },
    /// The next seat moves, or the round ends.
    NextMove { after: Seat },
    /// A seat that has passed draws a card.
    PassDraw { seat: Seat },
    /// Asks what a discarded card gives.
    Income { seat: Seat },
    /// Asks with what a card just placed is paid, at so many units less.
    PayCard { seat: Seat, card: Face, less: u8 },
    /// Asks which essences a seat gains: so many of these types.
    Gain { seat: Seat, count: u8, types: Types },
    /// The next part of a power, which may ask something.
    Power(Use),
    /// Asks a victim how it answers a life loss.
    LifeLoss { by: Seat, face: Face, victim: Seat },
    /// Asks which essences a victim loses instead of life.
    Lose { seat: Seat, count: u8 },
    /// Asks which card a victim discards.
    VictimDiscards { seat: Seat },
    /// Asks which artefact a victim destroys.
    VictimDestroys { seat: Seat },
    /// A check begins, at the end of a round or at once.
    Check { ends_round: bool },
    /// Asks whether the Golden Statue is used.
    Statue { seat: Seat },
    /// Points are compared; those of the Statue count if it was used.
    Compare { ends_round: bool, statue: bool },
}

impl Step {
    /// The kind of decision that this step may put to seats; `None` for steps without a decision.
    pub fn kind(self) -> Option<Kind> {
        Some(match self {
            Step::FirstPlayer { .. } => Kind::FirstPlayer,
            Step::Draft => Kind::Draft,
            Step::OpenDraft => Kind::OpenDraft,
            Step::Mage => Kind::Mage,
            Step::Item { .. } => Kind::Item,
            Step::TakeOrLeave { .. } => Kind::TakeOrLeave,
            Step::Forge { .. } => Kind::Forge,
            Step::Move { .. } => Kind::Move,
            Step::Income { .. } => Kind::Income,
            Step::PayCard { .. } => Kind::Payment,
            Step::Gain { .. } => Kind::Gain,
            Step::Power(used) => return used.kind(),
            Step::LifeLoss { .. } => Kind::LifeLoss,
            Step::Lose { .. } => Kind::Lose,
            Step::VictimDiscards { .. } => Kind::DiscardCard,
            Step::VictimDestroys { .. } => Kind::Destroy,
            Step::Statue { .. } => Kind::Statue,
            Step::Deal
            | Step::OpeningHands
            | Step::Round
            | Step::Collect { .. }
            | Step::Stores { .. }
            | Step::Mixes { .. }
            | Step::NextMove { .. }
            | Step::PassDraw { .. }
            | Step::Check { .. }
            | Step::Compare { .. } => return None,
        })
    }

    /// The seat whose step it is, if it is that of one seat.
    pub(super) fn seat(self) -> Option<Seat> {
        match self {
            Step::FirstPlayer { by: seat }
            | Step::Item { seat }
            | Step::Collect { seat }
            | Step::Stores { seat, .. }
            | Step::TakeOrLeave { seat, .. }
            | Step::Mixes { seat, .. }
            | Step::Forge { seat, .. }
            | Step::Move { seat }
            | Step::PassDraw { seat }
            | Step::Income { seat }
            | Step::PayCard { seat, .. }
            | Step::Gain { seat, .. }
            | Step::Power(Use { seat, .. })
            | Step::LifeLoss { victim: seat, .. }
            | Step::Lose { seat, .. }
            | Step::VictimDiscards { seat }
            | Step::VictimDestroys { seat }
            | Step::Statue { seat } => Some(seat),
            Step::Deal
            | Step::Draft
            | Step::OpenDraft
            | Step::OpeningHands
            | Step::Mage
            | Step::Round
            | Step::NextMove { .. }
            | Step::Check { .. }
            | Step::Compare { .. } => None,
        }
    }
}

impl crate::kit::Step for Step {
    const FILLER: Step = Step::Deal;
}

/// The steps still to come; the last one is next.
pub type Agenda = crate::kit::Agenda<Step>;
