//! Determinizations are uniform over all that a view allows: held against every possibility, found
//! by trying.

use super::game::Game;
use super::notation::{P1, call, cards, discard, play, seat};
use super::table::Table;
use crate::arcanoid::determinization::Hidden;
use crate::arcanoid::{Action, Card, CardSet, Category, Player, View};
use crate::kit::HiddenSampler;
use crate::{Seat, Seed, Viewer};
use alloc::vec::Vec;

/// Draws for each possibility.
const DRAWS: usize = 150;

/// Places of hidden cards: hands by seat, the stock, what Death removed.
const ZONES: usize = 12;

/// Every way to put `cards` where the view allows.
fn all(view: &View, cards: &[Card], room: [u8; ZONES], so_far: &Hidden, into: &mut Vec<Hidden>) {
    let Some((&card, rest)) = cards.split_first() else { return into.push(*so_far) };
    let known = &view.knowledge;
    let may = |index: usize| match index {
        10 => known.stock,
        11 => known.buried,
        seat => known.hands[seat],
    };
    for index in (0..ZONES).filter(|&index| room[index] > 0 && may(index).contains(card)) {
        let (mut room, mut next) = (room, *so_far);
        room[index] -= 1;
        match index {
            10 => next.stock.insert(card),
            11 => next.buried.insert(card),
            seat => next.hands[seat].insert(card),
        }
        all(view, rest, room, &next, into);
    }
}

/// Compares draws with all possibilities by chi-square; there are at least `least` of them.
#[track_caller]
fn check(game: &Game, viewer: Viewer, least: usize) {
    let view = game.state.view(viewer);
    let mut room: [u8; ZONES] = [0; ZONES];
    room[..10].copy_from_slice(&view.public.hand_sizes);
    (room[10], room[11]) = (view.public.stock_size, view.public.buried);
    let mut own = Hidden::default();
    if let Some(seat) = viewer.seat() {
        room[seat.index()] = 0;
        own.hands[seat.index()] = view.own.hand;
    }
    let hidden: Vec<Card> = CardSet::ALL.minus(view.seen_cards()).iter().collect();
    let mut possible = Vec::new();
    all(&view, &hidden, room, &own, &mut possible);
    assert!(possible.len() >= least, "{} possibilities", possible.len());
    let mut counts = alloc::vec![0_usize; possible.len()];
    let mut rng = Seed::new([9; 32]).at(0, 0);
    let sampler = HiddenSampler::new(&view).expect("there are some");
    for _ in 0..DRAWS * possible.len() {
        let drawn = sampler.draw(&mut rng).expect("there are some");
        let index =
            possible.iter().position(|one| *one == drawn).expect("it is among the possible ones");
        counts[index] += 1;
    }
    let square = |count: usize| (count as i64 - DRAWS as i64).pow(2);
    let statistic = counts.into_iter().map(square).sum::<i64>() / DRAWS as i64;
    // Mean and variance of chi-square are its degrees of freedom and twice them.
    let freedom = possible.len() as i64 - 1;
    let excess = (statistic - freedom).max(0);
    assert!(
        excess * excess <= 25 * 2 * freedom.max(8),
        "{statistic} at {freedom} degrees of freedom"
    );
}

/// Three players with two hidden cards each, four cards in the stock, everything else among the
/// discards.
fn table() -> Table {
    let held = cards("M5 M17 S2 S3 C2 C3 D2 M3 B2 B3 B4 C4");
    let rest: CardSet = CardSet::ALL.minus(held).minus(cards("M2"));
    let table =
        Table::new(3).hand(P1, "M5 M17 S2 M2").hand(player(1), "S3 C2").hand(player(2), "C3 D2");
    table.on_top("M3 B2 B3 B4 C4").discard_all(rest).setup(|setup| setup.max_renewals = 0)
}

fn player(number: u8) -> Player {
    Player::new(number).expect("a player")
}

#[test]
fn nothing_known_but_sizes() {
    let game = table().game();
    check(&game, Viewer::Seat(seat(P1)), 100);
}

#[test]
fn after_a_category_was_shown() {
    let game = table().game().act(P1, &[play(5), Action::Category(Category::Cups)]);
    for viewer in Viewer::all(3) {
        check(&game, viewer, 3);
    }
}

#[test]
fn after_a_look_and_a_failed_call_and_draws() {
    let game = table().game().act(P1, &[play(2), Action::Player(player(1))]);
    check(&game, Viewer::Seat(seat(P1)), 3);
    let game = game.act(P1, &[play(17), call("B4")]);
    for viewer in [Viewer::Seat(seat(P1)), Viewer::Seat(Seat::FIRST.clockwise(1, 3))] {
        check(&game, viewer, 3);
    }
    let game = game.act(player(1), &[discard("S3")]);
    check(&game, Viewer::Seat(seat(P1)), 1);
}

#[test]
fn after_death_removed_the_stock() {
    let rest = CardSet::ALL.minus(cards("M13 S2 S3 C2 C3 D2 M3 B2 B3 B4 C4"));
    let game = table().hand(P1, "M13 S2").discard_all(rest).game().act(P1, &[play(13)]);
    check(&game, Viewer::Seat(seat(P1)), 100);
}
