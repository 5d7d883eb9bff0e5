//! Decisions taken together: nothing reveals the order in which answers arrived.

use crate::play::{Answer, Table, chance, events_for, seed};
use hierophant_rules::testing::Testable;
use hierophant_rules::{Rng, Ruleset, Viewer, bounded};

/// Orders of arrival tried for each decision, in addition to seat order.
const ORDERS: usize = 3;

/// T36 (order of arrival): the same answers in shuffled orders give the same state and every viewer
/// the same events.
pub(crate) fn arrival_leaves_no_trace<R: Testable>() {
    let mut kinds = vec![0; R::KINDS];
    for (case, setup) in (0..).zip(R::setups().into_iter().cycle().take(180)) {
        let mut rng = chance(6, case);
        let mut table = Table::<R>::deal(&setup, &seed(case));
        while let Some(answer) = table.choose(&mut rng) {
            let begins = R::asked(&table.state).len() > 1 && R::pending(&table.state).is_empty();
            if begins {
                let decision = R::decision(&table.state, answer.0).expect("the seat is asked");
                kinds[R::kind_number(decision.kind)] += 1;
                check::<R>(&table.state, table.viewers().collect(), &mut rng);
            }
            table.answer(answer);
        }
    }
    println!("together-decisions by kind {kinds:?}");
    assert!(kinds.iter().filter(|&&count| count > 10).count() >= R::KINDS_TOGETHER, "{kinds:?}");
}

fn check<R: Testable>(state: &R::State, viewers: Vec<Viewer>, rng: &mut dyn Rng) {
    let chains = chains::<R>(state, rng);
    let in_seat_order: Vec<Answer<R>> = chains.iter().flatten().copied().collect();
    let expected = arrive::<R>(state, &viewers, &in_seat_order);
    for _ in 0..ORDERS {
        let order = interleave::<R>(&chains, rng);
        assert_eq!(
            arrive::<R>(state, &viewers, &order),
            expected,
            "{order:?} after {in_seat_order:?}"
        );
    }
}

/// A complete answer of each seat, as the chain of its picks.
fn chains<R: Testable>(state: &R::State, rng: &mut dyn Rng) -> Vec<Vec<Answer<R>>> {
    let (mut state, mut legal, mut facts) = (state.clone(), Vec::new(), Vec::new());
    let asked = R::asked(&state);
    let mut chains = Vec::new();
    for seat in asked.iter() {
        let mut chain = Vec::new();
        loop {
            R::legal(&state, seat, &mut legal);
            let action = legal[bounded(rng, legal.len() as u32) as usize];
            R::apply(&mut state, seat, action, &mut facts).expect("it is legal");
            chain.push((seat, action));
            let goes_on = R::pending(&state).contains(seat) && R::decision(&state, seat).is_some();
            if !goes_on {
                break;
            }
        }
        chains.push(chain);
    }
    chains
}

/// Each seat's picks in their order, those of different seats mixed.
fn interleave<R: Ruleset>(chains: &[Vec<Answer<R>>], rng: &mut dyn Rng) -> Vec<Answer<R>> {
    let mut rest: Vec<&[Answer<R>]> = chains.iter().map(Vec::as_slice).collect();
    let mut order = Vec::new();
    while !rest.is_empty() {
        let index = bounded(rng, rest.len() as u32) as usize;
        match rest[index].split_first() {
            Some((first, others)) => {
                order.push(*first);
                rest[index] = others;
            }
            None => {
                rest.swap_remove(index);
            }
        }
    }
    order
}

/// The state, and what each viewer has seen, when all these answers have arrived.
fn arrive<R: Testable>(
    state: &R::State,
    viewers: &[Viewer],
    order: &[Answer<R>],
) -> (String, Vec<Vec<R::Event>>) {
    let (mut state, mut facts) = (state.clone(), Vec::new());
    for (number, (seat, action)) in order.iter().enumerate() {
        assert_eq!(
            R::pending(&state).is_empty(),
            number == 0,
            "the decision ends with the last answer, not before"
        );
        R::apply(&mut state, *seat, *action, &mut facts)
            .expect("others' answers don't make an answer illegal");
    }
    let events = viewers.iter().map(|viewer| events_for::<R>(&facts, *viewer)).collect();
    (format!("{state:?}"), events)
}
