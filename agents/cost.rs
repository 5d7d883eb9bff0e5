//! What a policy's choice may take on a quiet machine, from public facts alone: the policy's name and the kind of
//! decision. A service that hides how long its agents think lets them answer at this pace; see `examples/pace.rs`,
//! which measures it.

use hierophant_rules::{arcanoid, arcanum, catalog::Kind, res_arcana};
use std::time::Duration;

/// What a choice may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// What a single decision takes of a processor at most, but for rare ones (`examples/pace.rs` measures how rare).
    pub decision: Duration,
    /// Most decisions that may follow one another in the choice before another seat can notice.
    pub decisions: u32,
    /// Other seats are asked at the same time.
    pub together: bool,
}

/// What a choice that begins with this kind of decision may take the policy of this name.
pub fn cost(name: &str, kind: Kind) -> Cost {
    let (decisions, together) = match kind {
        Kind::Arcanum(kind) => of_arcanum(kind),
        Kind::Arcanoid(kind) => of_arcanoid(kind),
        Kind::ResArcana(kind) => of_res_arcana(kind),
    };
    let iteration_us = match kind {
        Kind::Arcanum(_) => 80,
        Kind::Arcanoid(_) => 200,
        Kind::ResArcana(_) => 200,
    };
    let search_us = crate::iterations(name).map_or(0, |iterations| u64::from(iterations) * iteration_us);
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
