//! Determinizations on positions so small that every possibility can be counted: each is drawn
//! equally often.

use crate::play::{Table, chance, seed};
use hierophant_rules::arcanum::knowledge::{Knowledge, Span};
use hierophant_rules::arcanum::{Arcanum, Card, CardSet, Setup, View};
use hierophant_rules::{Rng, Ruleset, Seat, Viewer, bounded, shuffle};
use std::collections::BTreeMap;

/// Positions looked at.
const POSITIONS: u32 = 60;
/// Possibilities that a position has at most.
const POSSIBILITIES_MAX: usize = 400;
/// Determinizations for each possibility.
const DRAWS_EACH: usize = 40;

/// Where hidden cards can be: hands and rows of seats 1 and 2, and the two piles. Seat 0 looks on
/// with nothing in hand.
const ZONES: usize = 6;
/// By index, its cards.
type Deal = [CardSet; ZONES];

/// Whether the rules let a card lie in a zone at all.
fn fits(card: Card, index: usize) -> bool {
    match index {
        0 | 2 => true,
        1 | 3 => card.is_minor() || card == Card::FOOL,
        4 => card.is_minor(),
        _ => !card.is_minor(),
    }
}

/// A small position: what is true, and a view that leaves more possible than that.
fn position(case: u32) -> (View, Deal) {
    let mut rng = chance(20, case);
    let setup = Setup { players: 3, ..Setup::default() };
    let table = Table::<Arcanum>::deal(&setup, &seed(case));
    let viewer =
        if bounded(&mut rng, 4) == 0 { Viewer::Spectator } else { Viewer::Seat(Seat::FIRST) };
    let mut view = Arcanum::view(&table.state, viewer);
    let mut cards: Vec<Card> = CardSet::ALL.iter().collect();
    shuffle(&mut rng, &mut cards);
    // The Fool is the one Major that may lie in a row.
    cards.swap(0, 77 - (bounded(&mut rng, 70) as usize));
    let hidden: CardSet = cards[..8].iter().copied().chain([Card::FOOL]).collect();
    let mut deal: Deal = [CardSet::EMPTY; ZONES];
    for card in hidden.iter() {
        let indices: Vec<usize> =
            (0..ZONES).filter(|&index| fits(card, index) && deal[index].len() < 3).collect();
        deal[indices[bounded(&mut rng, indices.len() as u32) as usize]].insert(card);
    }
    (view.own.hand, view.own.row) = (CardSet::EMPTY, CardSet::EMPTY);
    let public = &mut view.public;
    public.discards = CardSet::ALL.minus(hidden);
    public.hand_sizes = [0, deal[0].len(), deal[2].len(), 0, 0];
    public.row_sizes = [0, deal[1].len(), deal[3].len(), 0, 0];
    public.pile_sizes = [deal[4].len(), deal[5].len()];
    view.knowledge = knowledge(&deal, hidden, &mut rng);
    (view, deal)
}

/// The truth in each zone, and about half of the other hidden cards.
fn knowledge(deal: &Deal, hidden: CardSet, rng: &mut dyn Rng) -> Knowledge {
    let mut blur = |truth: CardSet| -> CardSet {
        if truth.is_empty() {
            return CardSet::EMPTY;
        }
        hidden.iter().filter(|&card| truth.contains(card) || bounded(rng, 9) < 5).collect()
    };
    let [hand_1, row_1, hand_2, row_2] = [0, 1, 2, 3].map(|index| blur(deal[index]));
    let piles = blur(deal[4].union(deal[5]));
    let mut span = |hand: CardSet| {
        let minors = hand.minors().len();
        let (less, more) = (bounded(rng, 2) as u8, bounded(rng, 2) as u8);
        Span { least: minors - less.min(minors), most: (minors + more).min(hand.len()) }
    };
    let none = Span::default();
    let rows = [CardSet::EMPTY, row_1, row_2, CardSet::EMPTY, CardSet::EMPTY];
    let fool_or_minor = CardSet::MINORS.union(CardSet::FOOL);
    Knowledge {
        piles,
        hands: [CardSet::EMPTY, hand_1, hand_2, CardSet::EMPTY, CardSet::EMPTY],
        rows: rows.map(|row| row.and(fool_or_minor)),
        minors: [none, span(deal[0]), span(deal[2]), none, none],
    }
}

/// Every deal that the view allows, one card after the other.
fn possibilities(view: &View, sizes: &[u8; ZONES]) -> Vec<Deal> {
    let known = &view.knowledge;
    let piles = known.piles;
    let may_hold = [known.hands[1], known.rows[1], known.hands[2], known.rows[2], piles, piles];
    let mut deals = vec![[CardSet::EMPTY; ZONES]];
    for card in CardSet::ALL.minus(view.public.discards).iter() {
        let mut next = Vec::new();
        for deal in deals {
            for index in
                (0..ZONES).filter(|&index| fits(card, index) && may_hold[index].contains(card))
            {
                if deal[index].len() < sizes[index] {
                    let mut with = deal;
                    with[index].insert(card);
                    next.push(with);
                }
            }
        }
        deals = next;
    }
    let in_span = |deal: &Deal, index: usize, span: Span| {
        (span.least..=span.most).contains(&deal[index].minors().len())
    };
    deals.retain(|deal| in_span(deal, 0, known.minors[1]) && in_span(deal, 2, known.minors[2]));
    deals
}

/// The deal of a determinization of the view.
fn sampled_deal(view: &View, rng: &mut dyn Rng) -> Deal {
    let mut determinization =
        Arcanum::determinize(view, rng).expect("the truth is one possibility");
    let state = Arcanum::state_mut(&mut determinization);
    let seen = |seat: u8| {
        Arcanum::view(state, Viewer::Seat(Seat::new(seat).expect("a small number is a seat")))
    };
    let (one, two) = (seen(1), seen(2));
    let held = [one.own.hand, one.own.row, two.own.hand, two.own.row];
    let piles = held
        .iter()
        .fold(CardSet::ALL.minus(view.public.discards), |rest, cards| rest.minus(*cards));
    [one.own.hand, one.own.row, two.own.hand, two.own.row, piles.minors(), piles.majors()]
}

/// A value that chi-square exceeds about once in 100,000 times (Wilson and Hilferty's
/// approximation).
fn threshold(freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + 4.26 * spread.sqrt()).powi(3)
}

#[test]
fn every_possibility_is_drawn_as_often() {
    let (mut tested, mut possible) = (0, 0);
    for case in 0..POSITIONS {
        let (view, truth) = position(case);
        let deals = possibilities(&view, &truth.map(CardSet::len));
        assert!(deals.contains(&truth), "case {case}: the truth is possible");
        if deals.len() > POSSIBILITIES_MAX {
            continue;
        }
        let key = |deal: &Deal| deal.map(CardSet::bits);
        let mut counts: BTreeMap<[u128; ZONES], u32> =
            deals.iter().map(|deal| (key(deal), 0)).collect();
        assert_eq!(counts.len(), deals.len());
        let mut rng = chance(21, case);
        for _ in 0..DRAWS_EACH * deals.len() {
            let deal = sampled_deal(&view, &mut rng);
            *counts
                .get_mut(&key(&deal))
                .unwrap_or_else(|| panic!("case {case}: {deal:?} isn't possible")) += 1;
        }
        tested += usize::from(deals.len() > 1);
        possible += deals.len();
        if deals.len() > 1 {
            let expected = DRAWS_EACH as f64;
            let found: f64 = counts
                .values()
                .map(|&count| (f64::from(count) - expected).powi(2) / expected)
                .sum();
            let freedom = (deals.len() - 1) as f64;
            assert!(
                found < threshold(freedom),
                "case {case}: chi-square {found} at {freedom} degrees of freedom"
            );
        }
    }
    println!("{tested} positions with {possible} possibilities");
    assert!(tested >= 20 && possible > 1_000);
}
