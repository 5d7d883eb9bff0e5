//! Default actions: games of absent seats end, and the kind of a default action reveals nothing.

use crate::play::{Table, chance, seed};
use hierophant_rules::testing::Testable;
use hierophant_rules::{Ruleset, Seat, ToAct, Viewer, default_action};
use std::collections::BTreeSet;

/// The ranks of the seat's legal actions, ascending, unless it continues a choice that no other
/// seat sees.
fn ranks<R: Ruleset>(state: &R::State, seat: Seat) -> Option<BTreeSet<u8>> {
    R::decision(state, seat).filter(|decision| !decision.continues)?;
    let mut legal = Vec::new();
    R::legal(state, seat, &mut legal);
    Some(legal.into_iter().map(R::default_rank).collect())
}

/// In every state that looks the same to spectators the service would take the same kind of action.
pub(crate) fn kind_is_public<R: Testable>() {
    let setups = R::setups();
    let mut compared = 0;
    for case in 0..60 {
        let mut table = Table::<R>::deal(&setups[case as usize * 37 % setups.len()], &seed(case));
        let mut rng = chance(11, case);
        while let Some(answer) = table.choose(&mut rng) {
            let other = R::redraw(&table.state, Viewer::Spectator, &mut rng);
            for seat in R::asked(&table.state).iter() {
                if let (Some(one), Some(two)) =
                    (ranks::<R>(&table.state, seat), ranks::<R>(&other, seat))
                {
                    // Where the rules leave no common kind, any action reveals which it had.
                    let same = one.first() == two.first() || one.is_disjoint(&two);
                    assert!(
                        same,
                        "{seat} is asked {:?}: {one:?}, {two:?}",
                        R::decision(&table.state, seat)
                    );
                    compared += 1;
                }
            }
            table.answer(answer);
        }
    }
    assert!(compared > 1_000, "{compared} decisions");
}

/// A game in which no seat answers ends, and always in the same way.
pub(crate) fn games_end<R: Testable>() {
    for setup in R::setups() {
        let play = || {
            let mut table = Table::<R>::deal(&setup, &seed(3));
            let mut decision = 0;
            while let ToAct::Seats(seats) = R::to_act(&table.state) {
                let seat = seats.iter().next().expect("a live game waits for a seat");
                decision += 1;
                let action = default_action::<R>(&table.state, seat, &table.seed, decision)
                    .expect("it is asked");
                table.answer((seat, action));
            }
            table.answers
        };
        assert_eq!(play(), play());
    }
}
