//! Checking a whole choice: it says what making the choice says, and nothing beyond its end.

use crate::play::{Table, chance, seed};
use hierophant_rules::testing::Testable;
use hierophant_rules::{ChoiceError, Rng, Ruleset, Seat, bounded};

/// Answers of random play, at least.
const ANSWERS: usize = 20_000;
/// What the service lets one call check: the first answer and those that follow.
const CHOICE_MAX: usize = 100;

/// What was checked.
#[derive(Debug, Default)]
struct Reached {
    /// Choices of several decisions.
    several: usize,
    longest: usize,
    refused: usize,
    beyond: usize,
}

/// At every step of random games, each seat's decision is answered to the end of its choice: first
/// by checks alone, then on a copy of the state.
pub(crate) fn checked_choices_are_made<R: Testable>() {
    let (setups, mut reached, mut answered) = (R::setups(), Reached::default(), 0);
    for case in 0.. {
        if answered >= ANSWERS && case as usize >= setups.len() {
            break;
        }
        let mut rng = chance(9, case);
        let mut table = Table::<R>::deal(&setups[case as usize * 37 % setups.len()], &seed(case));
        while let Some(answer) = table.choose(&mut rng) {
            for seat in table.seats() {
                check::<R>(&table.state, seat, &mut rng, &mut reached);
            }
            table.answer(answer);
        }
        answered += table.answers.len();
    }
    println!("{reached:?}");
    assert!(reached.several > 100 && reached.refused > 100 && reached.beyond > 100, "{reached:?}");
    assert!(reached.longest < CHOICE_MAX, "{reached:?}");
}

fn check<R: Testable>(state: &R::State, seat: Seat, rng: &mut dyn Rng, reached: &mut Reached) {
    let mut legal = Vec::new();
    let Some(mut decision) = R::decision(state, seat) else {
        let refused = R::check_choice(state, seat, &[], &mut legal);
        assert_eq!((refused, legal.len()), (Ok(None), 0), "{seat} is not asked");
        return;
    };
    R::legal(state, seat, &mut legal);
    let (mut made, mut picks, mut facts) = (state.clone(), Vec::new(), Vec::new());
    let mut ahead = Vec::new();
    loop {
        let checked = R::check_choice(state, seat, &picks, &mut ahead);
        assert_eq!((&checked, &ahead), (&Ok(Some(decision)), &legal), "{seat} after {picks:?}");
        refuse::<R>(state, &made, seat, &picks, rng, reached);
        let action = legal[bounded(rng, legal.len() as u32) as usize];
        picks.push(action);
        let checked = R::check_choice(state, seat, &picks, &mut ahead);
        R::apply(&mut made, seat, action, &mut facts).expect("it is legal");
        let next = R::decision(&made, seat).filter(|next| next.continues);
        R::legal(&made, seat, &mut legal);
        match (checked.expect("each pick is legal"), next) {
            (Some(_), Some(next)) => decision = next,
            (None, None) => break,
            (checked, next) => panic!("{picks:?} of {seat}: checked {checked:?}, made {next:?}"),
        }
    }
    assert!(ahead.is_empty(), "{picks:?} complete a choice: {ahead:?}");
    reached.several += usize::from(picks.len() > 1);
    reached.longest = reached.longest.max(picks.len());
    picks.push(picks[0]);
    let beyond = R::check_choice(state, seat, &picks, &mut ahead);
    assert_eq!(beyond, Err(ChoiceError::Complete(picks.len() - 1)), "{picks:?} of {seat}");
    reached.beyond += 1;
}

/// An action that is not legal after these picks is refused by the rule that it would break then.
fn refuse<R: Testable>(
    state: &R::State,
    made: &R::State,
    seat: Seat,
    picks: &[R::Action],
    rng: &mut dyn Rng,
    reached: &mut Reached,
) {
    let Some(action) = any_action::<R>(rng) else { return };
    let refused = R::apply(&mut made.clone(), seat, action, &mut Vec::new());
    let with_action = [picks, &[action]].concat();
    match (R::check_choice(state, seat, &with_action, &mut Vec::new()), refused) {
        (Ok(_), Ok(())) => {}
        (Err(ChoiceError::Illegal(index, illegal)), Err(refused)) => {
            assert_eq!((index, illegal), (picks.len(), refused), "{with_action:?} of {seat}");
            reached.refused += 1;
        }
        (checked, made) => panic!("{with_action:?} of {seat}: {checked:?}, made {made:?}"),
    }
}

fn any_action<R: Ruleset>(rng: &mut dyn Rng) -> Option<R::Action> {
    R::action(hierophant_rules::ActionCode(bounded(rng, R::ACTION_SPACE)))
}
