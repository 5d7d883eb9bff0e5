//! XVI Tower and XX Judgement: what lasts until their owner's next activation.

use super::game::Game;
use super::table::Table;
use crate::arcanum::event::Event;
use crate::arcanum::{Illegal, Kind, Length};

/// Four players; seat 0 holds these.
fn table(hand: &str) -> Table {
    Table::new(4).hand(0, hand)
}

#[test]
fn the_tower_scores_2_vp_and_is_laid_on_one_of_the_placements() {
    let game = table("XVI 4S")
        .activation(0)
        .moves("play XVI")
        .expect_vp(&[2, 0, 0, 0])
        .expect_asked(&[0], Kind::LayTower);
    assert_eq!(game.legal(super::notation::seat(0)).len(), 40);
    let game = game
        .refuses("cover 1+3", Illegal::NotAPlacement)
        .refuses("cover 1+2+4", Illegal::NotAPlacement)
        .refuses("pass", Illegal::MayNotPass)
        .moves("cover 1+2+5");
    let tower = game.public().tower.expect("it lies on the board");
    assert_eq!(
        (tower.owner, tower.covered),
        (super::notation::seat(0), super::notation::places(&[1, 2, 5]))
    );
    assert!(
        !game.public().discards.contains(crate::arcanum::Card::TOWER),
        "it is not discarded yet"
    );
}

#[test]
fn the_tower_may_cover_nothing() {
    table("XVI 4S")
        .activation(0)
        .moves("play XVI, cover none")
        .expect_legal(0, "play 4S")
        .moves("play 4S, figure KnS");
}

#[test]
fn the_tower_closes_its_locations_to_its_owner_as_well_from_that_moment() {
    // KvS is at 1, KnS at 2.
    table("XVI 4S 2S")
        .activation(0)
        .moves("play XVI, cover 1+2+5")
        .expect_legal(0, "play 4S")
        .refuses("play 2S", Illegal::AnotherMinorMoves)
        .moves("play 4S")
        .expect_legal(0, "figure QS")
        .refuses("figure KvS", Illegal::FigureUnderTower);
}

#[test]
fn the_tower_is_discarded_as_its_owners_next_activation_begins() {
    let game = table("2S")
        .tower(0, &[1, 2])
        .activation(0)
        .expect_discarded("XVI")
        .moves("play 2S, figure KvS");
    assert_eq!(game.public().tower, None);
}

/// How many activations of others pass between the first event that `begins` and the first that
/// `ends`.
#[track_caller]
fn activations_between(game: Game, begins: fn(&Event) -> bool, ends: fn(&Event) -> bool) -> usize {
    let spectator = 9;
    let game = game.drifts_until(|game| game.events_for(spectator).iter().any(ends));
    let events = game.events_for(spectator);
    let begin = events.iter().position(begins).expect("it began");
    let end = events.iter().position(ends).expect("it ended");
    events[begin..end].iter().filter(|event| matches!(event, Event::ActivationBegan { .. })).count()
        - 1
}

/// The first player's Tower and Judgement last for 2n - 2 activations of others, those of other
/// seats for n - 2.
#[test]
fn the_tower_lasts_until_its_owners_next_activation() {
    for (players, owner, activations) in
        [(3, 0, 4), (4, 0, 6), (5, 0, 8), (3, 1, 1), (4, 1, 2), (5, 1, 3), (4, 3, 2)]
    {
        let game = Table::new(players).hand(owner, "XVI 4S").activation(owner as u8);
        let game = game.moves("play 4S, figure KvS, play XVI, cover 10");
        let (laid, lifted) = (
            |event: &Event| matches!(event, Event::TowerLaid { .. }),
            |event: &Event| *event == Event::TowerLifted,
        );
        assert_eq!(
            activations_between(game, laid, lifted),
            activations,
            "seat {owner} of {players}"
        );
    }
}

#[test]
fn removed_figures_stay_away_until_their_takers_next_activation() {
    for (players, owner, activations) in
        [(3, 0, 4), (4, 0, 6), (5, 0, 8), (3, 1, 1), (4, 1, 2), (5, 1, 3), (4, 3, 2)]
    {
        let game = Table::new(players).hand(owner, "XX 4S").activation(owner as u8);
        let game = game.moves("play 4S, figure KvS, play XX, figure KnC QC KC");
        let taken = |event: &Event| matches!(event, Event::FiguresRemoved { .. });
        let back = |event: &Event| matches!(event, Event::FigureReturned { .. });
        assert_eq!(
            activations_between(game, taken, back),
            activations,
            "seat {owner} of {players}"
        );
    }
}

#[test]
fn tower_and_removed_figures_outlast_the_scoring() {
    let game = Table::new(4)
        .turn(3)
        .prestige([5, 1, 1, 1])
        .row(1, "4S")
        .tower(1, &[4])
        .removed(2, "KS QS")
        .phase_b_is_over()
        .expect_turn(4, 1)
        .expect_vp(&[0, 16, 0, 0])
        .expect_prestige([0; 4])
        .expect_off_board("KS QS");
    assert!(game.public().tower.is_some());
}

#[test]
fn if_the_game_ends_first_they_have_no_further_effect() {
    let game = Table::new(4)
        .turn(6)
        .tower(1, &[4])
        .removed(2, "KS")
        .phase_b_is_over()
        .expect_off_board("KS");
    game.outcome();
    assert!(game.public().tower.is_some() && game.public().agenda.next().is_none());
    let long = Table::new(4)
        .length(Length::Long)
        .turn(6)
        .tower(1, &[4])
        .phase_b_is_over()
        .expect_turn(7, 1);
    assert!(long.public().tower.is_some());
}

#[test]
fn judgement_makes_the_others_discard_then_takes_three_figures() {
    let game = table("XX 4S")
        .hand(1, "2W")
        .hand(3, "II")
        .activation(0)
        .moves("play XX")
        .expect_asked(&[1, 3], Kind::DiscardOne)
        .moves("3: discard II, 1: discard 2W")
        .expect_asked(&[0], Kind::RemoveFigures)
        .refuses("pass", Illegal::MayNotPass)
        .refuses("figure KP", Illegal::TooFewAfter)
        .moves("figure KnS")
        .refuses("figure KvS", Illegal::PicksAscend)
        .moves("figure QW KP")
        .expect_off_board("KnS QW KP")
        .expect_discarded("XX");
    assert_eq!(game.public().removed[0].len(), 3);
    game.expect_legal(0, "play 4S").moves("play 4S").expect_legal(0, "figure KvS QS");
}

#[test]
fn judgement_takes_none_from_covered_locations_and_fewer_if_fewer_are_there() {
    // The Tower holds the figures at 1, 2 and 5; of the others only two are on the board.
    table("XX 4S")
        .all_figures_at(1)
        .figure("KS", 4)
        .figure("KP", 6)
        .tower(3, &[1, 2, 5])
        .activation(0)
        .moves("play XX")
        .expect_legal(0, "figure KS")
        .refuses("figure KnS", Illegal::FigureUnderTower)
        .moves("figure KS KP")
        .expect_off_board("KS KP");
    table("XX 4S")
        .all_figures_at(1)
        .tower(3, &[1])
        .activation(0)
        .moves("play XX")
        .expect_asked(&[0], Kind::Play);
}

#[test]
fn removed_figures_return_in_canonical_order_to_different_locations() {
    table("1W 10S")
        .removed(0, "KP KnS QW")
        .tower(2, &[4, 8])
        .activation(0)
        .expect_asked(&[0], Kind::ReturnFigure)
        .expect_legal(0, "to 1 2 3 5 6 7 9 10")
        .refuses("to 4", Illegal::LocationCovered)
        // The Knight of Swords was at 2 and shares 10 with another figure: neither matters.
        .moves("to 10")
        .expect_figure("KnS", 10)
        .expect_legal(0, "to 1 2 3 5 6 7 9")
        .refuses("to 10", Illegal::LocationTaken)
        .moves("to 1, to 2")
        .expect_figure("QW", 1)
        .expect_figure("KP", 2)
        .expect_prestige([0; 4])
        .expect_vp(&[0; 4])
        .expect_hand_sizes(&[2, 0, 0, 0])
        .expect_asked(&[0], Kind::Play);
}

#[test]
fn the_old_place_is_allowed_and_who_came_back_can_move_at_once() {
    table("4S")
        .removed(0, "KnS")
        .activation(0)
        .moves("to 2, play 4S, figure KnS")
        .expect_figure("KnS", 4)
        .expect_prestige([1 + 2, 0, 0, 0]);
}

#[test]
fn the_owners_tower_goes_before_its_figures_return_and_it_draws() {
    table("II")
        .removed(0, "KnS")
        .tower(0, &[4])
        .minors_on_top("4S")
        .activation(0)
        .expect_hand(0, "II")
        .expect_legal(0, "to 1 2 3 4 5 6 7 8 9 10")
        .moves("to 4")
        .expect_hand(0, "II 4S");
}

#[test]
fn judgement_can_be_pending_for_two_seats() {
    let game = table("9C XX")
        .hand(1, "9P 2W XIX")
        .removed(2, "KS QS KvS")
        .activation(0)
        .moves("play XX, 1: discard XIX, figure QW KW KC, play 9C, figure KnC")
        .expect_off_board("KS QS KvS KW QW KC")
        .expect_active(1)
        .moves("play 9P, figure KP, pass, end")
        .expect_active(2)
        .expect_asked(&[2], Kind::ReturnFigure)
        .moves("to 1, to 2, to 3")
        .expect_figure("KvS", 1)
        .expect_figure("QS", 2)
        .expect_figure("KS", 3)
        .expect_off_board("KW QW KC");
    assert_eq!((game.public().removed[0].len(), game.public().removed[2].len()), (3, 0));
}
