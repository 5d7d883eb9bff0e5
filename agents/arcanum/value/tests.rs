//! What the values must be like, whatever was learned.

use super::{Features, Value, of};
use hierophant_rules::arcanum::{Arcanum, Setup, State, View};
use hierophant_rules::{Ruleset, Seat, Seed, ToAct, Viewer};

/// The first position of a default game.
fn first() -> State {
    Arcanum::start(&Setup::default(), &Seed::new([4; 32]), &mut Vec::new())
        .expect("the usual setup")
}

fn value(view: &View) -> Value {
    of(view).expect("a seat's view")
}

#[test]
fn a_spectator_has_no_prospects() {
    assert_eq!(of(&Arcanum::view(&first(), Viewer::Spectator)), None);
}

#[test]
fn more_points_promise_more() {
    let mut view = Arcanum::view(&first(), Viewer::Seat(Seat::FIRST));
    let mut before = value(&view);
    for _ in 0..4 {
        view.public.victory_points[0] += 10;
        let after = value(&view);
        assert!(after.lead > before.lead && after.win > before.win, "{before:?}, {after:?}");
        assert!((0.0..=1.0).contains(&after.win));
        before = after;
    }
}

#[test]
fn numbers_stay_about_one_in_whole_games() {
    let mut state = first();
    let mut legal = Vec::new();
    while let ToAct::Seats(seats) = Arcanum::to_act(&state) {
        let seat = seats.iter().next().expect("a live game waits for a seat");
        let view = Arcanum::view(&state, Viewer::Seat(seat));
        let features = Features::of(&view).expect("a seat's view");
        let numbers = features.houses.iter().flatten().chain(&features.table);
        assert!(numbers.clone().all(|number| number.abs() < 12.0), "{features:?}");
        Arcanum::legal(&state, seat, &mut legal);
        Arcanum::apply_quietly(&mut state, seat, crate::arcanum::greedy::choose(&view, &legal))
            .expect("a legal answer");
    }
}

#[test]
fn the_same_view_is_worth_the_same() {
    let view = Arcanum::view(&first(), Viewer::Seat(Seat::FIRST));
    assert_eq!(value(&view), value(&view.clone()));
}
