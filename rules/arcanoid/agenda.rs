//! What is asked now and what is still to happen: a small stack of steps, all of them public.

use super::kind::Kind;
use super::player::Player;
use crate::kit;

/// Where drawn cards go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Into a hand and, once that is full, face up before its owner (Strength); the Devil's hand
    /// lies face up.
    Fill(Player),
    /// Into a hand, beyond its limit (Wheel).
    Hand(Player),
    /// Into the Justice pool.
    Pool,
}

/// One step of the agenda. Steps that ask are named after what they ask; the others run by
/// themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields are explained with their variants")]
pub enum Step {
    /// Asks whose turn it is what to do, unless it has retired.
    Act,
    /// Asks all who might hold the Fool, or may use it where it lies open, whether they steal the
    /// declared engagement.
    Steal,
    /// The declared engagement is placed.
    Place,
    /// Asks whom the High Priestess looks at.
    Look,
    /// Asks what the Hierophant has shown.
    Reveal,
    /// Asks which cards the Chariot is laid with.
    LayReserve,
    /// Asks how far Strength extends the hand of `on`; the pool if `None`.
    Extend { on: Option<Player> },
    /// Asks whom the Hanged Man takes.
    Hang,
    /// Asks what Temperance blocks.
    Block,
    /// Asks what the Tower destroys.
    Destroy,
    /// Asks which card is called; `left` attempts remain, this one included. Majors can be called
    /// if `majors`.
    Call { left: u8, majors: bool },
    /// Asks who abdicates where (Judgement).
    Judge,
    /// Asks what the Wheel's player discards, if it is over its limit.
    Wheel,
    /// Draws as many cards as are missing there.
    Fill { to: Draw },
    /// Draws `left` more cards.
    Draw { to: Draw, left: u8 },
    /// Asks the next seat whether the stock shall be renewed; `answered` seats have said yes.
    Vote { answered: u8 },
    /// The card in play goes to the discard pile.
    CardDone,
    /// Whose turn it is fills its hand; then the pool and a shared Devil's hand are filled.
    Refill,
    /// The turn is over.
    TurnOver,
    /// Asks the Hermit's owner for an extra turn, if it has one left.
    ExtraTurn,
    /// The next player's turn begins.
    NextTurn,
}

impl Step {
    /// The kind of decision that this step puts to seats; `None` for steps without a decision.
    pub const fn kind(self) -> Option<Kind> {
        Some(match self {
            Step::Act => Kind::Act,
            Step::Steal => Kind::Steal,
            Step::Look => Kind::Look,
            Step::Reveal => Kind::Reveal,
            Step::LayReserve => Kind::LayReserve,
            Step::Extend { .. } => Kind::Extend,
            Step::Hang => Kind::Hang,
            Step::Block => Kind::Block,
            Step::Destroy => Kind::Destroy,
            Step::Call { .. } => Kind::Call,
            Step::Judge => Kind::Judge,
            Step::Wheel => Kind::Wheel,
            Step::Vote { .. } => Kind::Vote,
            Step::ExtraTurn => Kind::ExtraTurn,
            Step::Place
            | Step::Fill { .. }
            | Step::Draw { .. }
            | Step::CardDone
            | Step::Refill
            | Step::TurnOver
            | Step::NextTurn => return None,
        })
    }
}

/// The steps still to come; the last one is next.
pub type Agenda = kit::Agenda<Step>;

impl kit::Step for Step {
    const FILLER: Step = Step::TurnOver;
}
