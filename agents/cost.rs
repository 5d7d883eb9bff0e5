//! Estimated processor time of a policy's choice on an idle machine, from public facts alone: the
//! policy's name and the kind of decision. The service delays built-in agents' answers by it, so
//! that thinking time reveals nothing; `examples/pace.rs` measures it.

use hierophant_rules::{arcana, arcanoid, arcanum, catalog::Kind, res_arcana};
use std::time::Duration;

/// The cost of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Processor time of a single decision at most, with rare exceptions (`examples/pace.rs`
    /// measures how rare).
    pub decision: Duration,
    /// Maximum number of decisions that may follow one another in the choice before another seat
    /// can notice.
    pub decisions: u32,
    /// Other seats are asked at the same time.
    pub together: bool,
}

/// The cost, for the policy of this name, of a choice that begins with this kind of decision.
pub fn cost(name: &str, kind: Kind) -> Cost {
    let (decisions, together) = match kind {
        Kind::Arcanum(kind) => of_arcanum(kind),
        Kind::Arcanoid(kind) => of_arcanoid(kind),
        Kind::ResArcana(kind) => of_res_arcana(kind),
        Kind::Arcana(kind) => of_arcana(kind),
    };
    let iteration_us = match kind {
        Kind::Arcanum(_) => 80,
        Kind::Arcanoid(_) => 200,
        Kind::ResArcana(_) => 280,
        Kind::Arcana(_) => 280,
    };
    let search_us =
        crate::iterations(name).map_or(0, |iterations| u64::from(iterations) * iteration_us);
    Cost { decision: Duration::from_micros(500 + search_us), decisions, together }
}

/// Decisions in a choice, and whether it is taken together.
const fn of_arcanum(kind: arcanum::Kind) -> (u32, bool) {
    use arcanum::Kind;
    match kind {
        Kind::HideOne | Kind::DiscardOne => (1, true),
        Kind::HideSome | Kind::GiveTwo => (2, true),
        Kind::TurnUp => (3, true),
        Kind::ChooseFigure | Kind::Death => (2, false),
        Kind::DiscardToLimit | Kind::RemoveFigures => (3, false),
        Kind::Exchange => (4, false),
        _ => (1, false),
    }
}

const fn of_arcanoid(kind: arcanoid::Kind) -> (u32, bool) {
    use arcanoid::Kind;
    match kind {
        Kind::Steal => (1, true),
        Kind::Act | Kind::Engage | Kind::LayReserve | Kind::Wheel => (4, false),
        Kind::AddToReserve => (2, false),
        _ => (1, false),
    }
}

const fn of_res_arcana(kind: res_arcana::Kind) -> (u32, bool) {
    use res_arcana::Kind;
    match kind {
        Kind::Draft | Kind::Mage => (1, true),
        Kind::Gain | Kind::Payment | Kind::Lose => (4, false),
        Kind::DiscardCard => (3, false),
        _ => (1, false),
    }
}

const fn of_arcana(kind: arcana::Kind) -> (u32, bool) {
    use arcana::Kind;
    match kind {
        Kind::Objectives => (2, true),
        Kind::Act | Kind::MoveOwn => (5, false),
        Kind::Bribe => (4, false),
        Kind::Swap | Kind::MoveRival => (2, false),
        _ => (1, false),
    }
}
