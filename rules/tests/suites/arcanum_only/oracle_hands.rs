//! The oracle on hands that play hardly ever deals: decisions of real games, with other cards put
//! into the decider's hands.

use super::oracle::legal;
use crate::play::{Table, chance, seed};
use hierophant_rules::arcanum::{Action, Arcanum, Card, CardSet, Event, Kind, View};
use hierophant_rules::testing::{Inspect, Testable};
use hierophant_rules::{Rng, Ruleset, Seat, ToAct, Viewer, bounded, shuffle};

/// Hands tried at each decision.
const HANDS: usize = 4;

/// T28, T29: few Minors, many Minors, the Fool in hand or row, open cards, with the duty and
/// without it.
#[test]
fn the_oracle_agrees_on_hands_that_are_hardly_ever_dealt() {
    let (mut kinds, mut steps) = ([0; 24], 0);
    for (case, setup) in (0..).zip(Arcanum::setups().into_iter().cycle().take(270)) {
        let mut rng = chance(22, case);
        let mut table = Table::<Arcanum>::deal(&setup, &seed(500 + case));
        while let Some(answer) = table.choose(&mut rng) {
            let seat = answer.0;
            assert!(
                matches!(Arcanum::to_act(&table.state), ToAct::Seats(seats) if seats.contains(seat))
            );
            let view = Arcanum::view(&table.state, Viewer::Seat(seat));
            let kind = view.decision().expect("the seat is asked").kind;
            if is_about_cards(kind) && view.answer == Default::default() {
                for _ in 0..HANDS {
                    kinds[Arcanum::kind_number(kind)] += 1;
                    steps += follow(deal_anew(&view, seat, kind, &mut rng), seat, kind, &mut rng);
                }
            }
            table.answer(answer);
        }
    }
    println!("hands by kind {kinds:?}, {steps} lists");
    assert!(kinds.iter().filter(|&&count| count > 300).count() >= 10, "{kinds:?}");
}

fn is_about_cards(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Play
            | Kind::HideOne
            | Kind::DiscardToLimit
            | Kind::Market
            | Kind::Cathedral
            | Kind::MayHide
            | Kind::DiscardOne
            | Kind::HideSome
            | Kind::GiveTwo
            | Kind::Death
            | Kind::Exchange
            | Kind::TurnUp
    )
}

/// The same decision with another hand and row, and perhaps the duty.
fn deal_anew(view: &View, seat: Seat, kind: Kind, rng: &mut dyn Rng) -> View {
    let mut view = view.clone();
    let seen = view.public.open_cards();
    let mut cards: Vec<Card> = CardSet::ALL.minus(seen).iter().collect();
    shuffle(rng, &mut cards);
    let (least, most) = if kind == Kind::DiscardToLimit { (8, 11) } else { (1, 7) };
    let size = (least + bounded(rng, most - least + 1)) as usize;
    let majors_left = cards.iter().filter(|card| !card.is_minor()).count();
    let few = [0, 1, 1, 2, 2, 3, size][bounded(rng, 7) as usize];
    let minors = few.min(size).max(size.saturating_sub(majors_left));
    let is_minor = |card: &&Card| card.is_minor();
    let majors: Vec<Card> =
        cards.iter().filter(|card| !card.is_minor()).take(size - minors).copied().collect();
    let hand: CardSet = cards.iter().filter(is_minor).take(minors).copied().chain(majors).collect();
    // No seat is asked to turn up cards of an empty row.
    let is_sun = kind == Kind::TurnUp;
    let row_size = usize::from(is_sun) + bounded(rng, 6) as usize;
    let mut row: CardSet =
        cards.iter().filter(is_minor).skip(minors).take(row_size).copied().collect();
    if !hand.contains(Card::FOOL) && !seen.contains(Card::FOOL) && bounded(rng, 2) == 0 {
        row.insert(Card::FOOL);
    }
    let i = seat.index();
    view.public.open[i] = row.iter().filter(|_| !is_sun && bounded(rng, 4) == 0).collect();
    view.own.hand = hand;
    view.own.row = row.minus(view.public.open[i]);
    (view.public.hand_sizes[i], view.public.row_sizes[i]) = (hand.len(), view.own.row.len());
    if bounded(rng, 4) > 0 {
        view.public.active = Some(seat);
    }
    view.public.minor_played = bounded(rng, 3) == 0;
    view
}

/// Compares lists along a random choice, until the oracle has nothing to add; how many there were.
fn follow(mut view: View, seat: Seat, kind: Kind, rng: &mut dyn Rng) -> usize {
    let mut lists = 0;
    loop {
        let by_rules: Vec<Action> = legal(&view, kind).into_iter().collect();
        let is_over =
            lists > 0 && (by_rules.is_empty() || !view.answer.is_begun() && !view.answer.taken);
        if is_over {
            return lists;
        }
        let duty = !view.public.minor_played && view.public.active == Some(seat);
        let (hand, row, answer) = (view.own.hand, view.own.row, view.answer);
        assert_eq!(
            view.legal(),
            by_rules,
            "{kind:?} hand {hand:?} row {row:?} {answer:?} duty {duty}"
        );
        lists += 1;
        let Some(&action) = by_rules.get(bounded(rng, by_rules.len() as u32) as usize) else {
            return lists;
        };
        Arcanum::fold(&mut view, &Event::Picked { seat, action, complete: false });
    }
}
