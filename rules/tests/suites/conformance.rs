//! Random games against the contract of [`Ruleset`].

use crate::play::{Table, all_actions, chance, events_for, seed};
use hierophant_rules::testing::Testable;
use hierophant_rules::{ActionCode, ToAct, Viewer};

/// Answers after which a state is tried against its whole action space.
const STRIDE: usize = 23;

/// Random games are played until there were so many answers: fewer games where games are longer.
const ANSWERS: usize = 300_000;

/// Games of each setup, at least.
const ROUNDS: u32 = 4;

/// What play reached.
struct Reached {
    games: usize,
    answers: usize,
    longest: usize,
    deepest: usize,
    kinds: Vec<usize>,
    longest_lists: Vec<usize>,
}

/// Plays random games, as many with every setup, and runs all checks at each step.
pub(crate) fn games<R: Testable>() {
    let (kinds, longest_lists) = (vec![0; R::KINDS], vec![0; R::KINDS]);
    let mut reached =
        Reached { games: 0, answers: 0, longest: 0, deepest: 0, kinds, longest_lists };
    let setups = R::setups();
    setups.iter().for_each(|setup| assert_eq!(R::defects(setup), []));
    let mut case = 0;
    for round in 0.. {
        if round >= ROUNDS && reached.answers >= ANSWERS {
            break;
        }
        for setup in &setups {
            let mut table = Table::<R>::deal(setup, &seed(case));
            play(&mut table, case, &mut reached);
            case += 1;
            reached.games += 1;
            reached.answers += table.answers.len();
            reached.longest = reached.longest.max(table.answers.len());
        }
    }
    let Reached { games, answers, longest, deepest, kinds, longest_lists } = reached;
    println!(
        "{games} games, {answers} answers, {longest} in the longest game of at most {}",
        R::ANSWERS_MAX
    );
    println!("deepest agenda {deepest}; by kind: asked {kinds:?}, longest list {longest_lists:?}");
    assert!(kinds.iter().all(|&count| count > 0), "every kind of decision is reached");
    assert!(longest * 2 < R::ANSWERS_MAX as usize, "the bound on answers has room to spare");
}

fn play<R: Testable>(table: &mut Table<R>, case: u32, reached: &mut Reached) {
    let mut rng = chance(1, case);
    let mut folded: Vec<(Viewer, R::View)> =
        table.viewers().map(|viewer| (viewer, R::view(&table.state, viewer))).collect();
    loop {
        check_zones::<R>(table);
        check_lists::<R>(table, reached);
        let Some(answer) = table.choose(&mut rng) else { break };
        let before = table.state.clone();
        let shown = table.answers.len().is_multiple_of(STRIDE).then(|| format!("{before:?}"));
        table.answer(answer);
        if let Some(shown) = shown {
            assert_eq!(format!("{before:?}"), shown, "an earlier copy changed");
            let (seat, action) = answer;
            let mut unchecked = before;
            R::apply_listed(&mut unchecked, seat, action);
            assert_eq!(format!("{unchecked:?}"), format!("{:?}", table.state), "{answer:?}");
        }
        for (viewer, view) in &mut folded {
            check_visible_cards::<R>(&table.facts, *viewer);
            events_for::<R>(&table.facts, *viewer).iter().for_each(|event| R::fold(view, event));
            let fresh = R::view(&table.state, *viewer);
            assert_eq!(*view, fresh, "{viewer:?} folded {:?}", table.facts);
            assert_eq!(
                R::error_of(&fresh, &table.state),
                None,
                "{viewer:?} after {answer:?}: {:?}",
                table.facts
            );
        }
    }
    check_end::<R>(table);
}

/// A viewer sees exactly the faces that [`Testable`]'s table allows it.
fn check_visible_cards<R: Testable>(facts: &[R::Fact], viewer: Viewer) {
    for fact in facts {
        let named = R::visible_to(fact, viewer).map_or(vec![], |event| R::named(&event));
        assert_eq!(
            named,
            R::visible_cards(fact, viewer),
            "{viewer:?} may see other faces of {fact:?}"
        );
    }
}

fn check_zones<R: Testable>(table: &Table<R>) {
    let counts = R::zones_of_cards(&table.state);
    assert!(counts.iter().all(|&count| count == 1), "each card lies in one zone: {counts:?}");
}

/// Lists are short, ascending, the asked seats' own, and a function of the view.
fn check_lists<R: Testable>(table: &Table<R>, reached: &mut Reached) {
    let (depth, room) = R::waiting_steps(&table.state);
    assert!(depth < room, "{depth} steps wait");
    reached.deepest = reached.deepest.max(depth);
    let to_act = R::to_act(&table.state);
    let mut legal = Vec::new();
    for seat in table.seats() {
        let decision = R::decision(&table.state, seat);
        R::legal(&table.state, seat, &mut legal);
        let view = R::view(&table.state, Viewer::Seat(seat));
        assert_eq!(R::legal_in(&view), legal, "{seat}'s view knows its legal list");
        assert_eq!(R::decision_in(&view), decision);
        let is_asked = matches!(&to_act, ToAct::Seats(seats) if seats.contains(seat));
        assert_eq!(is_asked, decision.is_some(), "{seat}: {decision:?}");
        assert_eq!(
            is_asked,
            !legal.is_empty(),
            "{seat} can act exactly if it is asked: {decision:?}"
        );
        assert!(!is_asked || R::asked(&table.state).contains(seat));
        let Some(decision) = decision else { continue };
        assert!(
            legal.windows(2).all(|pair| R::code(pair[0]) < R::code(pair[1])),
            "ascending by code: {legal:?}"
        );
        assert!(legal.is_sorted(), "actions are ordered by code: {legal:?}");
        let most = R::legal_max(decision.kind);
        assert!(
            legal.len() <= most && most <= R::LEGAL_MAX,
            "{:?}: {} actions",
            decision.kind,
            legal.len()
        );
        let number = R::kind_number(decision.kind);
        reached.kinds[number] += 1;
        reached.longest_lists[number] = reached.longest_lists[number].max(legal.len());
    }
    let spectator = R::view(&table.state, Viewer::Spectator);
    assert_eq!((R::legal_in(&spectator), R::decision_in(&spectator)), (vec![], None));
}

/// T32 and T35 (end of a game): after the end every action is refused; ranks and utilities are
/// consistent.
fn check_end<R: Testable>(table: &mut Table<R>) {
    let ToAct::Over(outcome) = R::to_act(&table.state) else {
        panic!("no seat was asked in a live game")
    };
    assert_eq!(outcome.standings.len(), usize::from(R::seats(&table.setup)));
    assert_eq!(outcome.standings.iter().map(|standing| standing.rank).min(), Some(1));
    let utilities: i32 =
        outcome.standings.iter().map(|standing| standing.utility_thousandths).sum();
    assert!(
        utilities.abs() < outcome.standings.len() as i32,
        "utilities sum to nothing but for rounding: {outcome:?}"
    );
    let before = format!("{:?}", table.state);
    for seat in table.seats() {
        for action in all_actions::<R>() {
            assert!(
                R::apply(&mut table.state, seat, action, &mut table.facts).is_err(),
                "{action:?} after the end"
            );
        }
    }
    assert_eq!(format!("{:?}", table.state), before);
}

/// T28 and T29 (legality): of all codes `apply` accepts exactly the legal list; a refused action
/// changes nothing.
pub(crate) fn whole_action_space<R: Testable>() {
    let actions = all_actions::<R>();
    let mut tried = 0_usize;
    for (case, setup) in (0..).zip(R::setups()) {
        let mut rng = chance(2, case);
        let mut table = Table::<R>::deal(&setup, &seed(case));
        while let Some(answer) = table.choose(&mut rng) {
            if table.answers.len() % STRIDE == case as usize % STRIDE {
                tried += try_all::<R>(&table, &actions);
            }
            table.answer(answer);
        }
    }
    println!("{tried} actions tried");
}

fn try_all<R: Testable>(table: &Table<R>, actions: &[R::Action]) -> usize {
    let before = format!("{:?}", table.state);
    let mut state = table.state.clone();
    let mut legal = Vec::new();
    let mut tried = 0;
    // One seat more than there is at the table.
    for seat in hierophant_rules::Seat::all(R::seats(&table.setup) + 1) {
        R::legal(&table.state, seat, &mut legal);
        for &action in actions {
            let mut facts = table.facts.clone();
            facts.truncate(1);
            let is_legal = legal.binary_search(&action).is_ok();
            if is_legal {
                let mut next = table.state.clone();
                assert!(
                    R::apply(&mut next, seat, action, &mut facts).is_ok(),
                    "{seat} {action:?} of {legal:?}"
                );
            } else {
                let refused = R::apply(&mut state, seat, action, &mut facts);
                let illegal = refused.expect_err("what isn't in the list is refused");
                let name = R::rule_name(illegal);
                assert!(
                    !name.is_empty()
                        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'),
                    "{name}"
                );
                assert!(facts.len() <= 1, "a refused action leaves no facts");
                if legal.is_empty() {
                    assert_eq!(name, R::NOT_ASKED, "{seat} isn't asked");
                }
            }
            tried += 1;
        }
    }
    assert_eq!(format!("{state:?}"), before, "refused actions change nothing");
    tried
}

/// Codes and actions correspond one to one over the whole action space, and beyond it there is
/// nothing.
pub(crate) fn codes<R: Testable>() {
    let mut actions = Vec::new();
    for code in 0..R::ACTION_SPACE {
        if let Some(action) = R::action(ActionCode(code)) {
            assert_eq!(R::code(action), ActionCode(code), "{action:?}");
            actions.push(action);
        }
    }
    assert!(
        actions.windows(2).all(|pair| pair[0] < pair[1]),
        "actions are ordered by code, no two alike"
    );
    let beyond =
        (R::ACTION_SPACE..R::ACTION_SPACE + 5000).chain((0..32).map(|bit| u32::MAX >> bit));
    for code in beyond.filter(|&code| code >= R::ACTION_SPACE) {
        assert_eq!(R::action(ActionCode(code)), None, "{code} lies beyond the action space");
    }
}
