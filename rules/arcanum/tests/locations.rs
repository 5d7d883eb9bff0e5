//! What the ten locations do. In each story seat 0 is active and plays a numeral.

use super::game::Game;
use super::table::Table;
use crate::arcanum::agenda::Step;
use crate::arcanum::{Illegal, Kind, Pile};

/// Four players; seat 0 holds these.
fn table(hand: &str) -> Table {
    Table::new(4).hand(0, hand)
}

#[test]
fn mage_tower_gives_1_vp_and_a_major() {
    table("1W 2C")
        .majors_on_top("II")
        .activation(0)
        .moves("play 1W, figure KnW")
        .expect_figure("KnW", 1)
        .expect_prestige([0, 1 + 2, 0, 0])
        .expect_vp(&[1, 0, 0, 0])
        .expect_hand(0, "2C II")
        .expect_discarded("1W")
        .expect_legal(0, "end, play II");
}

#[test]
fn artisan_district_draws_2_minors_or_1_major_and_may_not_be_declined() {
    let game = table("2P")
        .minors_on_top("7S 8S 9S")
        .majors_on_top("II")
        .activation(0)
        .moves("play 2P, figure KnP")
        .expect_prestige([0, 0, 0, 1 + 2])
        .expect_asked(&[0], Kind::Artisan)
        .expect_legal(0, "draw minors, draw major")
        .refuses("pass", Illegal::NotAnAnswer);
    game.clone().moves("draw minors").expect_hand(0, "7S 8S");
    game.moves("draw major").expect_hand(0, "II");
}

#[test]
fn harbour_asks_the_others_clockwise_and_draws_as_many_as_they_did() {
    table("3S")
        .minors_on_top("1C 2C 3C 4C 5C")
        .activation(0)
        .moves("play 3S, figure KvS")
        .expect_prestige([1 + 2, 0, 0, 0])
        .expect_hand(0, "1C")
        .expect_asked(&[1], Kind::Harbour)
        .expect_legal(1, "pass, draw minors")
        .moves("draw minors")
        .expect_hand(1, "2C")
        .expect_asked(&[2], Kind::Harbour)
        .moves("pass")
        .expect_hand(2, "")
        .expect_asked(&[3], Kind::Harbour)
        .moves("draw minors")
        .expect_hand(3, "3C")
        .expect_hand(0, "1C 4C 5C");
}

#[test]
fn harbour_begins_at_the_left_of_the_active_seat() {
    Table::new(3)
        .first(2)
        .hand(0, "3S")
        .minors_on_top("1C 2C 3C 4C 5C")
        .activation(0)
        .moves("play 3S, figure KvS")
        .expect_asked(&[1], Kind::Harbour)
        .moves("pass")
        .expect_asked(&[2], Kind::Harbour)
        .moves("pass")
        .expect_hand(0, "1C");
}

#[test]
fn harbour_counts_cards_that_were_really_drawn() {
    let game = table("3S 10W")
        .minors_on_top("1C 2C")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play 3S, figure KvS")
        .moves("1: draw minors, 2: draw minors")
        .expect_hand(1, "2C")
        .expect_hand(2, "");
    assert_eq!(game.public().agenda.next(), Some(Step::Harbour { answered: 2, drawn: 1 }));
    game.moves("3: draw minors").expect_hand(3, "").expect_hand(0, "1C 10W").expect_active(0);
}

#[test]
fn throne_room_draws_2_minors() {
    table("4S")
        .minors_on_top("7C 8C 9C")
        .activation(0)
        .moves("play 4S, figure KnS")
        .expect_prestige([1 + 2, 0, 0, 0])
        .expect_hand(0, "7C 8C");
}

fn market(hand: &str) -> Game {
    table(hand)
        .minors_on_top("7S 8S")
        .majors_on_top("II")
        .activation(0)
        .moves("play 5C, figure KnC")
        .expect_prestige([0, 0, 1 + 1, 0])
        .expect_vp(&[2, 0, 0, 0])
}

#[test]
fn market_gives_2_vp_and_trades_a_minor_for_two_or_a_major_for_one() {
    let game =
        market("5C 2S V").expect_asked(&[0], Kind::Market).expect_legal(0, "pass, discard 2S V");
    game.clone().moves("discard 2S").expect_hand(0, "7S 8S V").expect_discarded("2S 5C");
    game.clone().moves("discard V").expect_hand(0, "2S II").expect_discarded("V 5C");
    game.moves("pass").expect_hand(0, "2S V");
}

#[test]
fn market_asks_nothing_of_an_empty_hand() {
    market("5C").expect_hand(0, "").expect_active(1);
}

#[test]
fn market_may_give_the_discarded_card_back() {
    // Nothing else can be drawn: the pile is empty, and the Minor in play is not yet discarded.
    table("5C 2S")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play 5C, figure KnC, discard 2S")
        .expect_hand(0, "2S")
        .expect_discarded("5C");
}

#[test]
fn fields_raise_or_lower_each_house_in_suit_order() {
    table("6S")
        .prestige([0, 0, 2, 2])
        .activation(0)
        .moves("play 6S, figure KvS")
        .expect_prestige([1 + 1, 0, 2, 2])
        .expect_asked(&[0], Kind::Fields)
        .expect_legal(0, "pass, raise, lower")
        .moves("raise")
        .expect_prestige([3, 0, 2, 2])
        .moves("lower")
        .expect_prestige([3, 0, 2, 2])
        .moves("lower, pass")
        .expect_prestige([3, 0, 1, 2]);
}

#[test]
fn fields_carry_each_change_out_before_the_next() {
    table("6S")
        .prestige([20, 5, 5, 5])
        .activation(0)
        .moves("play 6S, figure KvS")
        .expect_prestige([21, 4, 4, 4])
        .moves("raise")
        .expect_prestige([21, 3, 3, 3])
        .moves("raise, lower, pass")
        .expect_prestige([21, 4, 2, 3]);
}

#[test]
fn treasure_vault_hides_the_top_minor_without_touching_the_hand() {
    let game = table("7P I II III IV V VI")
        .minors_on_top("9C")
        .activation(0)
        .moves("play 7P, figure KnP")
        .expect_prestige([0, 0, 0, 1 + 2])
        .expect_row(0, "9C")
        .expect_hand_sizes(&[6, 0, 0, 0])
        .expect_asked(&[0], Kind::Play);
    assert!(game.view(0).own.row == game.state.secrets.rows[0], "its owner may look at it");
    assert!(game.view(1).own.row.is_empty());
}

#[test]
fn treasure_vault_reshuffles_and_does_nothing_if_no_minor_can_be_drawn() {
    table("7P")
        .discards("9C")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play 7P, figure KnP")
        .expect_row(0, "9C");
    table("7P")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play 7P, figure KnP")
        .expect_row(0, "");
}

#[test]
fn cathedral_hides_a_minor_or_draws_two_or_neither() {
    let game = table("8C 2S V")
        .minors_on_top("7S 9S")
        .activation(0)
        .moves("play 8C, figure KvC")
        .expect_prestige([0, 0, 1 + 2, 0])
        .expect_asked(&[0], Kind::Cathedral)
        .expect_legal(0, "pass, draw minors, hide 2S")
        .refuses("hide V", Illegal::OnlyMinors);
    game.clone().moves("hide 2S").expect_row(0, "2S").expect_hand(0, "V");
    game.clone().moves("draw minors").expect_row(0, "").expect_hand(0, "2S 7S 9S V");
    game.moves("pass").expect_row(0, "").expect_hand(0, "2S V");
}

#[test]
fn cathedral_offers_the_draw_to_an_empty_hand() {
    table("8C")
        .minors_on_top("7S 9S")
        .activation(0)
        .moves("play 8C, figure KvC")
        .expect_legal(0, "pass, draw minors")
        .moves("draw minors")
        .expect_hand(0, "7S 9S");
}

#[test]
fn ballroom_may_hide_a_minor() {
    let game = table("9C 2S V")
        .activation(0)
        .moves("play 9C, figure KnC")
        .expect_prestige([0, 0, 1 + 2, 0])
        .expect_asked(&[0], Kind::MayHide)
        .expect_legal(0, "pass, hide 2S");
    game.clone().moves("hide 2S").expect_row(0, "2S").expect_hand(0, "V");
    game.moves("pass").expect_row(0, "").expect_hand(0, "2S V");
}

#[test]
fn castle_makes_every_other_seat_discard_a_card_of_its_choice() {
    table("10S V")
        .hand(1, "2S")
        .hand(2, "")
        .hand(3, "3S II")
        .activation(0)
        .moves("play 10S, figure KnS")
        .expect_prestige([1 + 4, 0, 0, 0])
        .expect_asked(&[1, 3], Kind::DiscardOne)
        .expect_legal(3, "discard 3S II")
        .moves("3: discard II, 1: discard 2S")
        .expect_hand_sizes(&[1, 0, 0, 1])
        .expect_hand(3, "3S")
        .expect_discarded("2S II 10S");
}

#[test]
fn a_draw_choice_stays_open_with_nothing_left_to_draw() {
    table("2P")
        .hand(1, "0 I II III IV V VI")
        .hand(2, "VII VIII IX X XI XII XIII")
        .hand(3, "XIV XV XVI XVII XVIII XIX XX")
        .majors_on_top("XXI")
        .activation(0)
        .moves("play 2P, figure KnP, draw major")
        .expect_hand(0, "XXI")
        .moves("end");
    table("8C")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play 8C, figure KvC")
        .expect_legal(0, "pass, draw minors")
        .moves("draw minors")
        .expect_hand(0, "")
        .expect_active(1);
    table("2P")
        .rest_is_discarded(Pile::Minor)
        .activation(0)
        .moves("play 2P, figure KnP")
        .expect_asked(&[0], Kind::Artisan);
}
