//! Locations, and what their effects do, that no worked example shows.

use super::table::{A, B, Table, card, zone};
use crate::arcana::Guild::{Blades, Thieves};
use crate::arcana::{Action, Illegal, Kind};

fn table() -> Table {
    let table = Table::new(&[Blades, Thieves]).stakes("ayane gader penthow ribeca harlequin");
    table.hand(B, "bruiser lookout")
}

fn enact(id: &str) -> Action {
    Action::Enact(card(id))
}

fn to(number: u8) -> Action {
    Action::Zone(zone(number))
}

fn pick(id: &str) -> Action {
    Action::Pick(card(id))
}

#[test]
fn a_rivals_operative_is_moved_or_expelled_face_up() {
    let table = table().up(B, 4, "burglar").down(B, 2, "smuggler");
    let game = table.clone().hand(A, "hedge_maze").game().act(A, &[enact("hedge_maze")]);
    let game = game.asks(A, Kind::MoveRival).legal_codes(A, &[376 + 20]);
    let game = game.act(A, &[pick("burglar"), to(2)]).row_is(2, &["?", "burglar"]);
    game.in_resources(A, "hedge_maze");
    let game = table.hand(A, "town_gaol").game().act(A, &[enact("town_gaol"), pick("burglar")]);
    game.row_is(4, &[]).in_resources(B, "burglar");
}

#[test]
fn an_operative_is_recalled_from_an_open_zone() {
    let table = table().up(A, 4, "herald").down(A, 0, "captain").lock(4);
    let game = table.hand(A, "blades_house recruit").game().act(A, &[enact("blades_house")]);
    let game = game.legal_codes(A, &[376 + 6]).act(A, &[pick("captain")]);
    game.hand_is(A, "captain recruit").row_is(4, &["herald"]);
}

#[test]
fn a_card_comes_back_from_the_resource_pile() {
    let table = table().draw_pile(A, "").hand(A, "bath_house");
    let table = table.resources(A, "ayane barhan_sword");
    let table = table.stake(0, "marshal_edda");
    let game = table.clone().game().act(A, &[enact("bath_house")]);
    let game = game.refuses(A, pick("barhan_sword"), Illegal::CardDoesNotFit);
    game.act(A, &[pick("ayane")]).hand_is(A, "ayane").in_resources(A, "bath_house");
    let game = table.hand(A, "hospice").game();
    game.act(A, &[enact("hospice"), pick("barhan_sword")]).hand_is(A, "barhan_sword");
}

#[test]
fn a_locked_zone_is_closed_to_actions_but_its_struggle_takes_place() {
    let table = table().up(A, 2, "recruit").hand(A, "watchtower sellsword").last_round();
    let game = table.game().act(A, &[enact("watchtower"), to(2)]);
    let game = game.codes(B, &[64 + 18]).act(A, &[Action::Place(card("sellsword"))]);
    let game = game.refuses(A, to(2), Illegal::ZoneNotOpen).act(A, &[to(4)]);
    game.discard_all().in_resources(A, "penthow recruit");
}

#[test]
fn a_raid_takes_a_card_of_a_hand() {
    let game = table().hand(A, "night_market herald").game().act(A, &[enact("night_market")]);
    let game = game.legal_codes(A, &[17]).act(A, &[Action::Seat(B)]);
    assert_eq!(game.state.public.player(B).hand, 1);
    // No other seat holds cards: there is nothing to raid.
    let game = table().hand(B, "").hand(A, "night_market herald").game();
    game.refuses(A, enact("night_market"), Illegal::NoEffect);
}

#[test]
fn a_stake_that_is_won_goes_where_its_winner_says() {
    let table = table().modules(|setup| setup.tactical_removal = true).last_round();
    let table = table.up(A, 2, "recruit").up(B, 4, "smuggler");
    let game = table.hand(A, "herald").game().discard_all();
    let game = game.asks(B, Kind::Keep).legal_codes(B, &[1, 2]).codes(B, &[2]);
    assert_eq!(game.state.public.player(B).base, super::table::cards("harlequin"));
    let game = game.asks(A, Kind::Keep).codes(A, &[1]);
    assert!(game.in_resources(A, "penthow recruit").state.public.ended);
}

#[test]
fn what_is_refused_says_why() {
    let table = table().hand(A, "herald blades_treasure swing_bridge");
    let game = table.game().refuses(B, Action::Done, Illegal::NotAsked);
    let game = game.refuses(A, Action::Done, Illegal::NotAnAnswer);
    let game = game.refuses(A, Action::Place(card("captain")), Illegal::CardNotInHand);
    let game = game.refuses(A, Action::Bribe(card("blades_treasure")), Illegal::NothingToBribe);
    let game = game.refuses(A, Action::Muster(card("blades_treasure")), Illegal::NoMilitia);
    let game = game.act(A, &[enact("swing_bridge")]);
    let game = game.refuses(A, to(4), Illegal::ZonesAscend);
    game.refuses(A, Action::Discard(card("herald")), Illegal::NotAnAnswer);
}
