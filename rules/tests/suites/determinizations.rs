//! Determinizations: what `determinize` makes of views that games have produced.

use crate::play::{Table, chance, choose, seed};
use hierophant_rules::testing::Testable;
use hierophant_rules::{Rng, ToAct, Viewer, bounded};

/// One view in this number is determinized.
const STRIDE: u32 = 9;
/// One determinization in this number is played to its end.
const LONG_STRIDE: u32 = 150;

/// The state of a determinization of a view.
fn sampled_state<R: Testable>(view: &R::View, rng: &mut dyn Rng) -> R::State {
    let mut determinization = R::determinize(view, rng).expect("a game has produced this view");
    R::state_mut(&mut determinization).clone()
}

/// Plays one random game with every setup, looking at a view now and then.
fn at_views<R: Testable>(
    purpose: u32,
    stride: u32,
    mut look: impl FnMut(&Table<R>, Viewer, &mut dyn Rng),
) {
    for (case, setup) in (0..).zip(R::setups()) {
        let mut rng = chance(purpose, case);
        let mut table = Table::<R>::deal(&setup, &seed(case));
        loop {
            for viewer in table.viewers() {
                if bounded(&mut rng, stride) == 0 {
                    look(&table, viewer, &mut rng);
                }
            }
            let Some(answer) = table.choose(&mut rng) else { break };
            table.answer(answer);
        }
    }
}

/// T02: the determinization shows its viewer the same view, legal list and decision, holds every
/// card once, contradicts nothing that the view knows, leaves others' pending answers open, and is
/// the truth no more often than another draw of what is hidden would be.
pub(crate) fn views_agree<R: Testable>() {
    let mut determinizations = 0;
    // That anything lies elsewhere than in truth, and anything in another place than the order of
    // the piles: sampled, redrawn.
    let (mut elsewhere, mut out_of_place) = ([0, 0], [0, 0]);
    at_views::<R>(11, STRIDE, |table, viewer, rng| {
        let view = R::view(&table.state, viewer);
        let state = sampled_state::<R>(&view, rng);
        assert_eq!(R::view(&state, viewer), view, "{viewer:?}");
        assert!(
            R::zones_of_cards(&state).iter().all(|&count| count == 1),
            "each card lies in one zone"
        );
        assert_eq!(R::error_of(&view, &state), None);
        assert!(
            R::pending(&state).iter().all(|seat| viewer.is(seat)),
            "others' answers are open again"
        );
        if let Some(seat) = viewer.seat() {
            let mut legal = Vec::new();
            R::legal(&state, seat, &mut legal);
            assert_eq!(legal, R::legal_in(&view));
            assert_eq!(R::decision(&state, seat), R::decision_in(&view));
        }
        determinizations += 1;
        // Whether anything lies elsewhere than in the order of the piles.
        let zone = |place: &u32| if *place >= 100 { place / 100 * 100 } else { *place };
        let truth = R::places_of_cards(&table.state);
        for (number, other) in [state, R::redraw(&table.state, viewer, rng)].iter().enumerate() {
            let other = R::places_of_cards(other);
            elsewhere[number] += usize::from(truth != other);
            out_of_place[number] += usize::from(!truth.iter().map(zone).eq(other.iter().map(zone)));
        }
    });
    println!(
        "{determinizations} determinizations; sampled and redrawn: {elsewhere:?} differ, {out_of_place:?} in more than the piles' order"
    );
    assert!(determinizations > 5_000);
    for [sampled, redrawn] in [elsewhere, out_of_place] {
        assert!(
            sampled * 100 > redrawn * 99 && redrawn * 4 > determinizations * 3,
            "determinizations are the truth too often"
        );
    }
}

/// T26: from equal views of games with different seeds come equal determinizations, and from one
/// view's determinizations different futures.
pub(crate) fn luck_is_their_own<R: Testable>() {
    let (mut futures, mut differing, mut redrawn, mut bytes_of_seed) = (0, 0, 0, 0);
    at_views::<R>(12, LONG_STRIDE, |table, viewer, rng| {
        let view = R::view(&table.state, viewer);
        let other = R::redraw(&table.state, viewer, rng);
        let case = bounded(rng, u32::MAX);
        let one = sampled_state::<R>(&view, &mut chance(13, case));
        let two = sampled_state::<R>(&R::view(&other, viewer), &mut chance(13, case));
        assert_eq!(
            format!("{one:?}"),
            format!("{two:?}"),
            "a determinization knows nothing but its view"
        );
        assert_eq!(R::seed_byte(&one, 0), R::seed_byte(&two, 0));
        bytes_of_seed +=
            (0..32).filter(|&i| R::seed_byte(&one, i) == R::seed_byte(&table.state, i)).count();
        let three = sampled_state::<R>(&view, rng);
        futures += 1;
        differing += usize::from(R::places_of_cards(&one) != R::places_of_cards(&three));
        redrawn += usize::from(R::places_of_cards(&table.state) != R::places_of_cards(&other));
    });
    println!(
        "{futures} pairs of determinizations, {differing} differ, as do {redrawn} redraws from the truth"
    );
    println!("{bytes_of_seed} bytes of seed in common");
    assert!(futures > 300 && differing * 100 > redrawn * 97 && redrawn * 4 > futures * 3);
    assert!(
        bytes_of_seed * 64 < futures * 32,
        "a determinization's seed is as unlike the game's as chance would have it"
    );
}

/// Determinizations are states like any other: random play ends them, with every card in one zone
/// at each step.
pub(crate) fn play_to_the_end<R: Testable>() {
    let mut answers = 0;
    at_views::<R>(14, LONG_STRIDE, |table, viewer, rng| {
        let mut state = sampled_state::<R>(&R::view(&table.state, viewer), rng);
        while let Some((seat, action)) = choose::<R>(&state, rng) {
            R::apply_quietly(&mut state, seat, action).expect("it is legal");
            assert!(
                R::zones_of_cards(&state).iter().all(|&count| count == 1),
                "after {action:?} of {seat}"
            );
            answers += 1;
        }
        assert!(matches!(R::to_act(&state), ToAct::Over(_)));
    });
    println!("{answers} answers in determinizations");
    assert!(answers > 10_000);
}
