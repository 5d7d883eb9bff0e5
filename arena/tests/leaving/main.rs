//! A03: leaving never pays. Whole tournaments are played twice with the same luck: once by an
//! entrant that plays on, once by the same one with a policy of leaving. What a slot comes to is
//! decided by `hierophant_arena::adjudicate`, as in the service.
//!
//! `HIEROPHANT_LEAVING_TOURNAMENTS=2000 cargo test -p hierophant-arena --release --test leaving --
//! --nocapture` is the long form; it prints the figures.

mod policies;
mod world;

use hierophant_arena::{Format, Mode, adjudicate::OnFailure};
use policies::Policy;
use world::{ENTRANTS, World};

/// Tournaments for each policy and world, unless the environment says otherwise.
const TOURNAMENTS_DEFAULT: u32 = 16;
/// A mean within this number of standard errors of zero counts as zero.
const ERRORS_MAX: f64 = 3.5;

fn tournaments() -> u32 {
    let asked = std::env::var("HIEROPHANT_LEAVING_TOURNAMENTS").ok();
    asked.map_or(TOURNAMENTS_DEFAULT, |asked| asked.parse().expect("a number of tournaments"))
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug)]
struct Mean {
    value: f64,
    error: f64,
}

impl Mean {
    fn of(values: &[f64]) -> Mean {
        let count = values.len() as f64;
        let value = values.iter().sum::<f64>() / count;
        let square = values.iter().map(|one| (one - value).powi(2)).sum::<f64>() / (count - 1.0);
        Mean { value, error: (square / count).sqrt() }
    }

    fn is_below_nothing(self) -> bool {
        self.value < -ERRORS_MAX * self.error - 1e-9
    }
}

/// How many places an entrant loses by its policy against playing on, where these others have
/// policies of their own; below nothing, it gains.
fn lost(
    world: &World,
    others: &[(usize, Policy)],
    entrant: usize,
    policy: Policy,
    instead: Policy,
    own: usize,
) -> Mean {
    let place =
        |seed, policy| world.tournament(seed, &[others, &[(own, policy)]].concat()).place(entrant);
    let all: Vec<f64> = (0..u64::from(tournaments()))
        .map(|seed| place(seed, policy) - place(seed, instead))
        .collect();
    Mean::of(&all)
}

fn places_lost(world: &World, entrant: usize, policy: Policy) -> Mean {
    lost(world, &[], entrant, policy, Policy::PlayOn, entrant)
}

fn check(mean: Mean, may_pay: bool, what: &str) {
    println!("{what}: {:+.3} places, s.e. {:.3}", mean.value, mean.error);
    assert!(may_pay || !mean.is_below_nothing(), "{what} pays: {mean:?}");
}

fn worlds(on_failure: OnFailure) -> Vec<World> {
    let formats = [
        (Format::RoundRobin, Mode::Independent),
        (Format::RoundRobin, Mode::Repeated),
        (Format::Swiss { rounds: 12 }, Mode::Independent),
        (Format::Ladder { rounds: 12 }, Mode::Independent),
    ];
    formats
        .into_iter()
        .map(|(format, mode)| World { format, mode, on_failure, must_validate: true })
        .collect()
}

#[test]
fn a03_no_policy_of_leaving_pays_where_failures_are_forfeits() {
    for world in worlds(OnFailure::Forfeit) {
        for policy in Policy::LEAVING {
            // The weakest, one in the middle, and the strongest.
            for entrant in [0, ENTRANTS / 2, ENTRANTS - 1] {
                check(
                    places_lost(&world, entrant, policy),
                    false,
                    &format!("{world:?} entrant {entrant} {policy:?}"),
                );
            }
        }
    }
}

/// Where the schedule doesn't go by results, it doesn't even pay in any single slot.
#[test]
fn a03_in_no_slot_is_a_leaver_credited_with_more_than_who_plays_on() {
    for world in worlds(OnFailure::Forfeit).into_iter().take(2) {
        for policy in Policy::LEAVING {
            for seed in 0..5 {
                let played = world.tournament(seed, &[(2, Policy::PlayOn)]);
                let left = world.tournament(seed, &[(2, policy)]);
                assert_eq!(played.results.len(), left.results.len());
                for (one, other) in played.results.iter().zip(&left.results) {
                    assert_eq!(
                        (one.slot, other.void),
                        (other.slot, None),
                        "every slot has a result"
                    );
                    let rank = |result: &hierophant_arena::GameResult| {
                        result.seats.iter().find(|seat| seat.entrant == 2).map(|seat| seat.rank)
                    };
                    assert!(rank(other) >= rank(one), "{policy:?} {seed}: {one:?} {other:?}");
                }
            }
        }
    }
}

/// Also where others leave as well.
#[test]
fn a03_leaving_does_not_pay_among_leavers_either() {
    let world = &worlds(OnFailure::Forfeit)[0];
    for others in [Policy::LeaveWhenAhead, Policy::LeaveAtHalf, Policy::NeverCome] {
        for policy in Policy::LEAVING {
            let lost = lost(world, &[(1, others), (4, others)], 2, policy, Policy::PlayOn, 2);
            check(lost, false, &format!("among {others:?} {policy:?}"));
        }
    }
}

/// Replaying forgives failures of those that come back: that is what it is for, and it pays.
/// Leaving doesn't.
#[test]
fn a03_where_failures_are_played_again_leaving_does_not_pay() {
    for world in worlds(OnFailure::Replay) {
        for policy in Policy::LEAVING {
            check(
                places_lost(&world, ENTRANTS / 2, policy),
                policy.is_forgiven(),
                &format!("{world:?} {policy:?}"),
            );
        }
    }
}

/// An accomplice that is absent from a table does no more for a friend there than by giving up at
/// once, which no rule can prevent.
#[test]
fn a03_an_accomplice_gains_nothing_by_absence_over_giving_up() {
    let world = &worlds(OnFailure::Forfeit)[0];
    let lost = lost(world, &[], 3, Policy::AbsentWith(3), Policy::ResignWith(3), 1);
    check(
        Mean { value: -lost.value, ..lost },
        false,
        "an accomplice's giving up instead of its absence",
    );
}

/// Without validations an entrant owes nothing until it comes, but gains nothing by coming late.
#[test]
fn a03_who_needs_no_validation_gains_nothing_by_coming_late() {
    for world in worlds(OnFailure::Forfeit) {
        let world = World { must_validate: false, ..world };
        for policy in [
            Policy::ComeAtHalf,
            Policy::ComeInGoodSeat,
            Policy::LeaveWhenAhead,
            Policy::AbsentInBadSeat,
        ] {
            check(
                places_lost(&world, ENTRANTS / 2, policy),
                false,
                &format!("{world:?} {policy:?}"),
            );
        }
    }
}
