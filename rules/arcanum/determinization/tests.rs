//! Possibilities against views: each fits the view that it was drawn from, the truth is one, and
//! all are equally likely.

use super::super::{Arcanum, Edition, Length, Majors, Setup};
use super::super::{Knowledge, State};
use super::*;
use crate::arcanum::knowledge::Span;
use crate::kit::HiddenSampler;
use crate::{Ruleset, Seed, ToAct, Viewer, bounded};
use alloc::{collections::BTreeMap, sync::Arc, vec};
use rand_chacha::ChaCha12Rng;

fn rng(purpose: u32, count: u32) -> ChaCha12Rng {
    Seed::new([5; 32]).at(purpose, count)
}

/// A possibility, drawn as determinizations are.
fn drawn(view: &View, rng: &mut dyn Rng) -> Option<Hidden> {
    HiddenSampler::new(view)?.draw(rng)
}

/// Whether `view` allows that the hidden cards lie so.
fn allows(view: &View, hidden: &Hidden) -> bool {
    let (public, knowledge) = (&view.public, &view.knowledge);
    let places =
        hidden.hands.iter().chain(&hidden.rows).chain([&hidden.minor_pile, &hidden.major_pile]);
    let sets: Vec<CardSet> = places.copied().chain([public.open_cards()]).collect();
    let each_once = sets.iter().fold(CardSet::EMPTY, |all, set| all.union(*set)) == CardSet::ALL
        && sets.iter().map(|set| set.len()).sum::<u8>() == CardSet::ALL.len();
    let pile = |cards: CardSet, pile: Pile| {
        cards.len() == public.pile_sizes[pile.index()]
            && cards.is_within(knowledge.piles.and(pile.cards()))
    };
    let seat = |i: usize| {
        let (hand, row) = (hidden.hands[i], hidden.rows[i]);
        let minors = knowledge.minors[i];
        let fits = if i >= usize::from(view.setup.players) {
            hand.is_empty() && row.is_empty()
        } else if view.viewer.seat().is_some_and(|viewer| viewer.index() == i) {
            hand == view.own.hand && row == view.own.row
        } else {
            hand.is_within(knowledge.hands[i])
                && row.is_within(knowledge.rows[i].and(ROW_CARDS))
                && (minors.least..=minors.most).contains(&hand.minors().len())
        };
        fits && hand.len() == public.hand_sizes[i] && row.len() == public.row_sizes[i]
    };
    each_once
        && pile(hidden.minor_pile, Pile::Minor)
        && pile(hidden.major_pile, Pile::Major)
        && (0..N).all(seat)
}

fn truth(state: &State) -> Hidden {
    Hidden {
        hands: state.secrets.hands,
        rows: state.secrets.rows,
        minor_pile: state.pile(Pile::Minor).collect(),
        major_pile: state.pile(Pile::Major).collect(),
    }
}

/// Plays a game at random; shows `look` every position, and its number.
fn play(setup: &Setup, game: u32, mut look: impl FnMut(u32, &State)) {
    let mut rng = rng(1, game);
    let seed = Seed::new(core::array::from_fn(|i| (game >> (8 * (i % 4))) as u8));
    let mut state = Arcanum::start(setup, &seed, &mut Vec::new()).expect("a good setup");
    let mut legal = Vec::new();
    let mut answers = 0;
    while let ToAct::Seats(seats) = Arcanum::to_act(&state) {
        look(answers, &state);
        let seat =
            seats.iter().nth(bounded(&mut rng, seats.len() as u32) as usize).expect("not empty");
        Arcanum::legal(&state, seat, &mut legal);
        let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
        Arcanum::apply_quietly(&mut state, seat, action).expect("legal");
        answers += 1;
    }
    look(answers, &state);
}

fn setups() -> impl Iterator<Item = Setup> {
    let majors = [Majors::Full, Majors::Full, Majors::FromTurn3, Majors::None];
    (0..60usize).map(move |game| Setup {
        players: 3 + (game % 3) as u8,
        edition: Edition::ALL[game % 5],
        length: if game % 2 == 0 { Length::Long } else { Length::Normal },
        majors: majors[game / 2 % 4],
        ..Setup::default()
    })
}

#[test]
fn the_truth_is_possible_for_every_viewer_at_any_time() {
    for (game, setup) in (0..).zip(setups()) {
        play(&setup, game, |answers, state| {
            for viewer in Viewer::all(setup.players) {
                let view = state.view(viewer);
                assert!(
                    allows(&view, &truth(state)),
                    "{viewer:?} after {answers} answers of game {game}"
                );
            }
        });
    }
}

#[test]
fn what_is_drawn_is_possible() {
    let mut rng = rng(2, 0);
    for (game, setup) in (0..).zip(setups()) {
        play(&setup, game, |answers, state| {
            for viewer in Viewer::all(setup.players).filter(|_| answers % 6 == game % 6) {
                let view = state.view(viewer);
                let hidden = drawn(&view, &mut rng);
                let possible = hidden.is_some_and(|hidden| allows(&view, &hidden));
                assert!(possible, "{viewer:?} after {answers} answers of game {game}");
            }
        });
    }
}

#[test]
fn a_determinization_looks_like_the_truth() {
    let mut rng = rng(3, 0);
    for (game, setup) in (0..).zip(setups().step_by(5)) {
        play(&setup, game, |answers, state| {
            for viewer in Viewer::all(setup.players).filter(|_| answers % 6 == game % 6) {
                let view = state.view(viewer);
                let determinization = Arcanum::determinize(&view, &mut rng).expect("a game's view");
                assert!(
                    determinization.0.view(viewer) == view,
                    "{viewer:?} after {answers} answers of game {game}"
                );
            }
        });
    }
}

/// Changes something about a view, as its sender could.
fn tamper(view: &mut View, rng: &mut dyn Rng) {
    let i = bounded(rng, N as u32) as usize;
    let count = bounded(rng, 256) as u8;
    let card = CardSet::from_bits(1 << bounded(rng, 78)).unwrap_or_default();
    match bounded(rng, 16) {
        0 => view.public.hand_sizes[i] = count,
        1 => view.public.row_sizes[i] = count,
        2 => view.public.pile_sizes[i % 2] = count,
        3 => view.knowledge.minors[i].least = count % 9,
        4 => view.knowledge.minors[i].most = count,
        5 => view.knowledge.hands[i] = view.knowledge.hands[i].minus(card),
        6 => view.knowledge.rows[i] = CardSet::ALL,
        7 => view.knowledge.piles = view.knowledge.piles.minus(card),
        8 => view.knowledge.hands[i] = CardSet::ALL,
        9 => view.public.discards = view.public.discards.union(card),
        10 => view.public.open[i] = view.public.open[i].union(card),
        11 => view.own.hand = view.own.hand.union(card),
        12 => view.own.row = view.own.row.union(card),
        13 => view.public.playing = card.last(),
        14 => view.viewer = Seat::new(count % 10).map_or(Viewer::Spectator, Viewer::Seat),
        _ => view.setup = Arc::new(Setup { players: count, ..Setup::clone(&view.setup) }),
    }
}

#[test]
fn a_view_that_contradicts_itself_is_refused() {
    let mut rng = rng(4, 0);
    let (mut refused, mut possible) = (0, 0);
    for (game, setup) in (0..).zip(setups().step_by(4)) {
        play(&setup, game, |answers, state| {
            for viewer in Viewer::all(setup.players).filter(|_| answers % 6 == game % 6) {
                let mut view = state.view(viewer);
                for _ in 0..=bounded(&mut rng, 3) {
                    tamper(&mut view, &mut rng);
                }
                match drawn(&view, &mut rng) {
                    Some(hidden) => {
                        possible += 1;
                        assert!(
                            allows(&view, &hidden),
                            "{viewer:?} after {answers} answers of game {game}"
                        );
                    }
                    None => refused += 1,
                }
            }
        });
    }
    assert!(refused > 100 && possible > 100, "{refused} refused, {possible} possible");
}

/// Seat 0 sees all cards but seven: two Minors and a Major that any seat may hold, two Minors that
/// seat 1 may hold or have hidden, the Fool that both others may have hidden, and a Major that is
/// in the pile or with seat 2.
fn small_view() -> View {
    let setup = Setup { players: 3, ..Setup::default() };
    let state = Arcanum::start(&setup, &Seed::new([0; 32]), &mut Vec::new()).expect("a good setup");
    let mut view = state.view(Viewer::Seat(Seat::new(0).expect("a seat")));
    let numbered = |numbers: &[u8]| {
        numbers.iter().filter_map(|&number| Card::new(number)).collect::<CardSet>()
    };
    let (anybody, seat_1, seat_2) = (numbered(&[3, 20, 70]), numbered(&[30, 31]), numbered(&[60]));
    let unseen = anybody.union(seat_1).union(seat_2).union(CardSet::FOOL);
    view.own.hand = numbered(&[0, 1, 77]);
    view.own.row = numbered(&[2]);
    view.public.discards = CardSet::ALL.minus(unseen).minus(view.own.hand).minus(view.own.row);
    view.public.hand_sizes = [3, 2, 1, 0, 0];
    view.public.row_sizes = [1, 1, 1, 0, 0];
    view.public.pile_sizes = [1, 1];
    view.knowledge = Knowledge {
        piles: anybody.union(seat_2),
        hands: [
            CardSet::EMPTY,
            anybody.union(seat_1),
            anybody.union(seat_2),
            CardSet::EMPTY,
            CardSet::EMPTY,
        ],
        rows: [
            CardSet::EMPTY,
            seat_1.union(CardSet::FOOL),
            anybody.union(CardSet::FOOL),
            CardSet::EMPTY,
            CardSet::EMPTY,
        ],
        minors: [
            Span::default(),
            Span { least: 1, most: 2 },
            Span { least: 0, most: 1 },
            Span::default(),
            Span::default(),
        ],
    };
    view
}

/// Everything that `view` allows, by brute force.
fn enumerate(view: &View) -> Vec<Hidden> {
    let mut own = Hidden::default();
    own.hands[0] = view.own.hand;
    own.rows[0] = view.own.row;
    let mut partial = vec![own];
    for card in CardSet::ALL.minus(view.seen_cards()).iter() {
        let longer = partial.iter().flat_map(|start| {
            (0..6).map(move |index| {
                let mut next = *start;
                match index {
                    0 | 1 => next.hands[index + 1].insert(card),
                    2 | 3 => next.rows[index - 1].insert(card),
                    4 => next.minor_pile.insert(card),
                    _ => next.major_pile.insert(card),
                }
                next
            })
        });
        partial = longer.collect();
    }
    partial.retain(|hidden| allows(view, hidden));
    partial
}

#[test]
fn every_possibility_is_equally_likely() {
    const DRAWS_EACH: u64 = 200;
    let key = |hidden: &Hidden| {
        [hidden.hands[1], hidden.hands[2], hidden.rows[1], hidden.rows[2]].map(CardSet::bits)
    };
    let view = small_view();
    let mut seen: BTreeMap<_, u64> =
        enumerate(&view).iter().map(|hidden| (key(hidden), 0)).collect();
    let freedom = seen.len() as u64 - 1;
    assert!(freedom > 10, "{freedom}");
    let mut rng = rng(6, 0);
    for _ in 0..DRAWS_EACH * seen.len() as u64 {
        let hidden = drawn(&view, &mut rng).expect("there are possibilities");
        *seen.get_mut(&key(&hidden)).expect("a possibility") += 1;
    }
    let chi_square =
        seen.values().map(|count| count.abs_diff(DRAWS_EACH).pow(2)).sum::<u64>() / DRAWS_EACH;
    assert!(
        chi_square <= freedom + 4 * (2 * freedom).isqrt(),
        "{chi_square} at {freedom} degrees of freedom"
    );
}
