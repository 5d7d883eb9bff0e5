//! The truth next to another state that looks the same to the viewer.

use super::{Reach, decides};
use crate::play::{Answer, Table, all_actions, events_for};
use hierophant_rules::testing::Testable;
use hierophant_rules::{Rng, Seat, Viewer, bounded};

/// One of this number of a viewer's decisions has its whole action space refused.
const REFUSALS_STRIDE: u32 = 12;

/// Redraws for every viewer at this step.
pub(super) fn check_all<R: Testable>(
    table: &Table<R>,
    rng: &mut dyn Rng,
    reach: &mut Reach,
) -> Result<(), String> {
    for viewer in table.viewers() {
        let other = R::redraw(&table.state, viewer, rng);
        note::<R>(table, viewer, &other, reach);
        check_position::<R>(&table.state, &other, viewer)?;
        if let Some(seat) = viewer.seat().filter(|_| bounded(rng, REFUSALS_STRIDE) == 0) {
            check_refusals::<R>(&table.state, &other, seat)?;
        }
        check_next_answer::<R>(table, &other, viewer, rng, reach)?;
    }
    Ok(())
}

fn note<R: Testable>(table: &Table<R>, viewer: Viewer, other: &R::State, reach: &mut Reach) {
    let truth = &table.state;
    for seat in R::asked(truth).iter() {
        if let Some(decision) = R::decision(truth, seat) {
            reach.kinds[R::kind_number(decision.kind)] += 1;
        }
    }
    reach.phases[R::phase(truth)] += 1;
    reach.eyes
        [if decides::<R>(truth, viewer) { 0 } else { 2 - usize::from(viewer.seat().is_some()) }] +=
        1;
    let pending = R::asked(truth).len() > 1 && !R::pending(truth).is_empty();
    reach.pending += usize::from(pending);
    let changed = R::places_of_cards(truth) != R::places_of_cards(other)
        || R::pending(truth) != R::pending(other);
    reach.changed += usize::from(changed);
}

/// What the viewer is sent at this position.
pub(super) fn check_position<R: Testable>(
    truth: &R::State,
    other: &R::State,
    viewer: Viewer,
) -> Result<(), String> {
    let (one, two) = (R::view(truth, viewer), R::view(other, viewer));
    if one != two {
        return Err(format!(
            "view of {viewer:?}: {}",
            difference(&format!("{one:?}"), &format!("{two:?}"))
        ));
    }
    let Some(seat) = viewer.seat() else { return Ok(()) };
    let (one, two) = (R::decision(truth, seat), R::decision(other, seat));
    if one != two {
        return Err(format!("decision to {seat}: {one:?} becomes {two:?}"));
    }
    let (mut one, mut two) = (Vec::new(), Vec::new());
    R::legal(truth, seat, &mut one);
    R::legal(other, seat, &mut two);
    if one != two {
        return Err(format!("legal list of {seat}: {one:?} becomes {two:?}"));
    }
    check_choice::<R>(truth, other, seat)
}

/// What the check of a choice tells the seat, pick by pick to its end and one pick further.
fn check_choice<R: Testable>(truth: &R::State, other: &R::State, seat: Seat) -> Result<(), String> {
    let (mut picks, mut one, mut two) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let checked = R::check_choice(truth, seat, &picks, &mut one);
        let of_other = R::check_choice(other, seat, &picks, &mut two);
        if checked != of_other || one != two {
            return Err(format!(
                "choice of {picks:?} by {seat}: {checked:?} {one:?}, which becomes {of_other:?} {two:?}"
            ));
        }
        let (Ok(_), Some(next)) = (checked, one.get(picks.len() * 5 % one.len().max(1))) else {
            return Ok(());
        };
        picks.push(*next);
        if picks.len() > R::LEGAL_MAX {
            return Ok(());
        }
    }
}

/// Where two texts begin to differ.
fn difference(one: &str, two: &str) -> String {
    let at = one.bytes().zip(two.bytes()).take_while(|(one, two)| one == two).count();
    let part = |text: &str| text.chars().skip(at.saturating_sub(200)).take(500).collect::<String>();
    format!("{}\nbecomes {}", part(one), part(two))
}

/// Every refusal that the seat could provoke, and its text.
fn check_refusals<R: Testable>(
    truth: &R::State,
    other: &R::State,
    seat: Seat,
) -> Result<(), String> {
    let mut legal = Vec::new();
    R::legal(truth, seat, &mut legal);
    let (mut truth, mut other, mut facts) = (truth.clone(), other.clone(), Vec::new());
    for (number, action) in all_actions::<R>().into_iter().enumerate() {
        if legal.binary_search(&action).is_ok() {
            continue;
        }
        let one = R::apply(&mut truth, seat, action, &mut facts);
        let two = R::apply(&mut other, seat, action, &mut facts);
        // Formatting every text would dominate the run; most differences show without it.
        let texts_differ =
            || one.map_err(|error| error.to_string()) != two.map_err(|error| error.to_string());
        if one != two || number % 16 == 0 && texts_differ() {
            return Err(format!("error for {action:?} of {seat}: {one:?} becomes {two:?}"));
        }
    }
    Ok(())
}

/// An answer that is legal in both states, and what the viewer sees of it.
fn check_next_answer<R: Testable>(
    table: &Table<R>,
    other: &R::State,
    viewer: Viewer,
    rng: &mut dyn Rng,
    reach: &mut Reach,
) -> Result<(), String> {
    let truth = &table.state;
    let Some((seat, action)) = common_answer::<R>(truth, other, viewer, rng) else { return Ok(()) };
    let (mut one, mut two, mut facts_one, mut facts_two) =
        (truth.clone(), other.clone(), Vec::new(), Vec::new());
    let applied_one = R::apply(&mut one, seat, action, &mut facts_one);
    let applied_two = R::apply(&mut two, seat, action, &mut facts_two);
    if applied_one.is_err() || applied_two.is_err() {
        return Err(format!(
            "{action:?} of {seat} is in both legal lists: {applied_one:?}, {applied_two:?}"
        ));
    }
    let events = |facts: &[R::Fact]| {
        events_for::<R>(facts, viewer).into_iter().map(R::without_luck).collect::<Vec<_>>()
    };
    let (events_one, events_two) = (events(&facts_one), events(&facts_two));
    reach.compared += 1;
    let together = R::asked(truth).len() > 1;
    let differs = (0..events_one.len().max(events_two.len()))
        .find(|&i| events_one.get(i) != events_two.get(i));
    let Some(at) = differs else {
        reach.compared_to_the_end += 1;
        return Ok(());
    };
    let mut both = [events_one.get(at), events_two.get(at)].into_iter().flatten();
    // Nothing happens while other seats have yet to answer.
    let waits = |state, events: &[R::Event]| {
        together && R::pending(state).contains(seat) && events.len() == at
    };
    let is_early = waits(&one, &events_one) != waits(&two, &events_two);
    if is_early || both.any(|event| R::may_differ(event, viewer, together)) {
        return Ok(());
    }
    Err(format!(
        "events to {viewer:?} after {action:?} of {seat}: {events_one:?}\nbecome {events_two:?}"
    ))
}

/// A random answer that the same seat may give in both truths. Others' unfinished choices differ
/// between them, so that only the viewer continues one.
fn common_answer<R: Testable>(
    truth: &R::State,
    other: &R::State,
    viewer: Viewer,
    rng: &mut dyn Rng,
) -> Option<Answer<R>> {
    let asked = R::asked(truth);
    let (mut one, mut two) = (Vec::new(), Vec::new());
    let seat = asked.iter().nth(bounded(rng, asked.len() as u32) as usize)?;
    let has_begun = R::pending(truth).contains(seat) || R::pending(other).contains(seat);
    if has_begun && !viewer.is(seat) {
        return None;
    }
    R::legal(truth, seat, &mut one);
    R::legal(other, seat, &mut two);
    one.retain(|action| two.binary_search(action).is_ok());
    // Passing is what a seat does that has nothing to give, and must look like passing by choice:
    // it comes up often.
    let index = if bounded(rng, 3) == 0 { 0 } else { bounded(rng, one.len() as u32) as usize };
    one.get(index).map(|action| (seat, *action))
}
