//! The worked examples of the rules, by their numbers; 4 stands in `ties`, 13 in `knowledge`.

use super::game::Game;
use super::table::{A, B, C, Table, card, zone};
use crate::arcana::Guild::{Blades, Ferrymen, Thieves, Usurers};
use crate::arcana::{Action, Event, Kind};
use crate::{Ruleset, Seat, ToAct};
use alloc::vec::Vec;

fn enact(id: &str) -> Action {
    Action::Enact(card(id))
}

fn to(number: u8) -> Action {
    Action::Zone(zone(number))
}

#[test]
fn example_1_the_higher_sum_wins_a_struggle() {
    let table = Table::new(&[Ferrymen, Usurers]).stake(4, "barhan_sword").last_round();
    let table = table.up(A, 4, "crossbowman orn").up(B, 4, "the_pale_one");
    let game = table.hand(A, "haulier").hand(B, "forger").game().discard_all();
    game.in_resources(A, "barhan_sword crossbowman orn").in_resources(B, "the_pale_one");
}

#[test]
fn example_2_harlequin_goes_to_the_best_sum_in_any_arcanum() {
    let table = Table::new(&[Ferrymen, Usurers]).stake(0, "harlequin").last_round();
    let table = table.down(A, 0, "dil_dan_alar necromancer").up(B, 0, "ribeca");
    let game = table.hand(A, "haulier").game().discard_all();
    game.in_resources(A, "dil_dan_alar necromancer").in_resources(B, "harlequin ribeca");
}

/// Usurers and Ferrymen at Ayane, with this relic in the Usurers' hand.
fn ayane(relic: &str) -> Game {
    let table = Table::new(&[Usurers, Ferrymen]).stake(1, "ayane").pile(1, "gader");
    let table = table.up(B, 1, "crossbowman necromancer").down(A, 1, "the_pale_one");
    table.hand(A, relic).hand(B, "haulier").last_round().game()
}

#[test]
fn example_3_a_bribe_wins_at_once_or_fails() {
    let game = ayane("ceremonial_robe").codes(A, &[300, 9, 404, 0]);
    let game = game.in_resources(A, "ayane ceremonial_robe the_pale_one");
    game.in_resources(B, "crossbowman necromancer").stake_is(1, "gader").row_is(1, &[]);

    let treasure = [Action::Bribe(card("usurers_treasure")), to(1)];
    let game = ayane("usurers_treasure").act(A, &treasure).codes(A, &[404, 0]);
    let game = game.in_resources(A, "usurers_treasure").stake_is(1, "ayane");
    game.row_is(1, &["crossbowman", "necromancer", "the_pale_one"]);

    let game = ayane("ceremonial_robe").discard_all().stake_is(1, "ayane");
    game.row_is(1, &["crossbowman", "necromancer", "the_pale_one"]);
}

#[test]
fn example_5_penthow_is_bribed_in_one_arcanum() {
    let bribe = |ids: &str, picks: &[u32]| {
        let table = Table::new(&[Thieves, Blades]).stake(0, "penthow").down(A, 0, ids);
        let game = table.hand(A, "thieves_treasure").hand(B, "recruit").game();
        let game = game.codes(A, &[282, 8]).codes(A, picks).codes(A, &[0]);
        game.events().iter().find_map(|event| match event {
            Event::Bribed { bribe, .. } => Some((bribe.sum, bribe.price, bribe.succeeds())),
            _ => None,
        })
    };
    assert_eq!(bribe("lookout", &[402]), Some((5, 4, true)));
    assert_eq!(bribe("lookout smuggler", &[400, 402]), Some((6, 4, true)));
}

#[test]
fn example_6_draws() {
    let all = "bruiser roof_runner burglar pixie_emissary grave_robber card_reader smuggler \
               cutpurse lookout thieves_treasure thieves_house";
    let ids: Vec<&str> = all.split_whitespace().collect();
    let after = |pile: usize, resources: usize| {
        let base = ids[pile + resources..].join(" ");
        let table = Table::new(&[Thieves, Blades]).draw_pile(A, &ids[..pile].join(" "));
        let table = table.base(A, &base).hand(B, "recruit").turn(B).stake(0, "ayane");
        let game = table.game().discard_all();
        let player = game.state.public.player(A);
        (player.hand, player.draw_pile, player.resources.len())
    };
    assert_eq!(after(11, 0), (4, 7, 0));
    assert_eq!(after(4, 7), (4, 0, 7));
    assert_eq!(after(3, 8), (4, 7, 0));
    assert_eq!(after(0, 9), (4, 5, 0));
    assert_eq!(after(1, 2), (3, 0, 0));

    let table = Table::new(&[Thieves, Blades]).draw_pile(A, "bruiser").stake(0, "ayane");
    let game = table.hand(A, "great_library").hand(B, "recruit").game();
    game.act(A, &[enact("great_library")]).hand_is(A, "bruiser").in_resources(A, "great_library");
}

#[test]
fn example_7_the_round_after_game_end_is_the_last() {
    let table = Table::new(&[Thieves, Blades]).stake(4, "penthow").pile(4, "game_end gader ayane");
    let table = table.stake(0, "town_gaol").up(A, 4, "lookout").round(6);
    let table = table.hand(A, "thieves_treasure").hand(B, "recruit");
    let game = table.game().codes(A, &[282, 12, 402, 0]).stake_is(4, "gader");
    let came = |event: &Event| matches!(event, Event::GameEndCame { last_round: 7, .. });
    assert!(game.events().iter().any(came));
    let game = game.discard_all();
    assert_eq!((game.state.public.round, game.state.public.ended), (7, false));
    let game = game.discard_all();
    assert_eq!((game.state.public.round, game.state.public.ended), (7, true));

    // Won by a struggle, it comes between the rounds: the same.
    let table = Table::new(&[Thieves, Blades]).stake(4, "penthow").pile(4, "game_end gader");
    let game = table.up(A, 4, "lookout").hand(B, "recruit").round(6).game().discard_all();
    let public = &game.state.public;
    assert_eq!((public.round, public.last_round), (7, Some(7)));

    // In round 80 the game ends whatever comes.
    let table = Table::new(&[Thieves, Blades]).stake(4, "penthow").pile(4, "game_end gader");
    let table = table.up(A, 4, "lookout").hand(A, "thieves_treasure").round(80);
    let game = table.game().codes(A, &[282, 12, 402, 0]);
    assert_eq!(game.state.public.last_round, Some(80));
    assert!(game.discard_all().state.public.ended);
}

#[test]
fn example_8_objectives_are_chosen_in_order() {
    let objectives = |dealt: [u8; 4]| {
        let setup = crate::arcana::Setup {
            players: 2,
            objectives: true,
            ..crate::arcana::Setup::default()
        };
        let seed = crate::Seed::new([1; 32]);
        let state = crate::arcana::Arcana::start(&setup, &seed, &mut Vec::new());
        let mut game = Game::new(state.expect("a sound setup"));
        let dealt = dealt.map(|number| crate::arcana::Objective::new(number).expect("one"));
        game.state.secrets.own[0].dealt = Some(dealt);
        game.asks(A, Kind::Objectives).asks(B, Kind::Objectives)
    };
    let game = objectives([1, 2, 8, 8]).legal_codes(A, &[33, 34, 40]);
    game.clone().codes(A, &[34]).legal_codes(A, &[40]);
    game.codes(A, &[40]).legal_codes(A, &[40]);
    let game = objectives([1, 2, 8, 9]).legal_codes(A, &[33, 34, 40]).codes(A, &[40]);
    game.legal_codes(A, &[41]);
}

#[test]
fn example_9_what_can_do_nothing_is_discarded() {
    let table = Table::new(&[Blades, Thieves]).stakes("ayane gader penthow ribeca");
    let table = table.modules(|setup| setup.militia = true);
    let table = table.hand(A, "sellsword blades_treasure drawbridge");
    let locked = (0..4).fold(table.clone(), |table, number| table.lock(number));
    locked.game().legal_codes(A, &[64, 64 + 73, 64 + 124]);
    let table = (1..4).fold(table, |table, number| table.lock(number));
    table.game().legal_codes(A, &[64, 64 + 73, 64 + 124, 200, 312, 344 + 23]);
}

#[test]
fn example_10_the_chain_of_a_bribe() {
    let game = |hand: &str| {
        let table = Table::new(&[Blades, Thieves]).stake(2, "gader").hand(A, hand);
        let table = table.hand(B, "bruiser");
        table.up(A, 2, "sellsword").down(A, 2, "herald").up(A, 2, "ayane").game()
    };
    let begun = game("blades_treasure").codes(A, &[280, 10]).legal_codes(A, &[376, 383, 412]);
    let game_2 = begun.clone().codes(A, &[383]).legal_codes(A, &[0, 412]);
    game_2.codes(A, &[412]).legal_codes(A, &[0]);
    let failed = begun.clone().codes(A, &[383, 0]);
    failed.row_is(2, &["sellsword", "herald", "ayane"]).stake_is(2, "gader");
    let won = game("blades_treasure barhan_sword").codes(A, &[280, 10, 376, 412, 0]);
    won.row_is(2, &[]).in_resources(A, "gader sellsword herald ayane blades_treasure");
}

#[test]
fn example_11_the_militia_fights_and_goes_home() {
    let table = Table::new(&[Thieves, Blades]).stake(0, "town_gaol");
    let table = table.modules(|setup| setup.militia = true).militia("heavy_watch");
    let table = table.down(A, 0, "bruiser").hand(A, "thieves_treasure").last_round();
    let game = table.game().codes(A, &[314]).asks(A, Kind::Muster);
    assert_eq!(game.state.secrets.own[0].mustered, Some(card("heavy_watch")));
    let game = game.act(A, &[to(0)]);
    let game = game.in_resources(A, "town_gaol bruiser thieves_treasure");
    assert_eq!(game.state.public.set_aside, super::table::cards("heavy_watch"));

    let table = Table::new(&[Thieves, Blades]).stake(0, "barhan_sword").last_round();
    let table = table.modules(|setup| setup.militia = true).militia("heavy_watch");
    let game = table.hand(A, "thieves_treasure").game().codes(A, &[314, 8]);
    game.in_resources(A, "barhan_sword");

    // Bribed by another seat, its stake is gone, and it counts for no other.
    let table = Table::new(&[Thieves, Blades]).stake(0, "ayane").pile(0, "barhan_sword");
    let table = table.modules(|setup| setup.militia = true).militia("heavy_watch");
    let table = table.hand(A, "thieves_treasure lookout").hand(B, "golden_scales recruit");
    let table = table.up(B, 0, "sellsword").draw_pile(B, "captain duellist herald courtesan");
    let game = table.game().codes(A, &[314, 8]).row_is(0, &["sellsword", "?"]);
    let game = game.codes(B, &[280 + 91 - 73, 8, 376, 0]).row_is(0, &[]);
    let game = game.stake_is(0, "barhan_sword");
    assert_eq!(game.state.public.set_aside, super::table::cards("heavy_watch"));
    let game = game.discard_all().stake_is(0, "barhan_sword");
    assert_eq!(game.state.public.militia, Some(6));
}

#[test]
fn example_12_a_cover_is_for_one_operative() {
    let table = Table::new(&[Ferrymen, Blades]).stakes("ayane gader penthow ribeca harlequin");
    let hand = "sewers assassin haulier orn courier_post";
    let game = table.hand(A, hand).game().act(A, &[enact("sewers")]);
    let place = |id: &str, zone| [Action::Place(card(id)), to(zone)];
    let game = game.act(A, &place("assassin", 4)).row_is(4, &["?"]);
    let game = game.act(A, &place("haulier", 4)).row_is(4, &["?", "haulier"]);
    let assassin = Action::Pick(card("assassin"));
    let moved = game.clone().act(A, &[enact("courier_post"), assassin, to(2)]);
    moved.row_is(2, &["assassin"]).row_is(4, &["haulier"]);
    game.act(A, &[enact("courier_post"), assassin, to(0)]).row_is(0, &["?"]);
}

/// Three seats with objectives, of which the middle one keeps these.
fn scored(kept: [u8; 2]) -> (Vec<i32>, Vec<u8>, Vec<i32>) {
    let table = Table::new(&[Blades, Thieves, Usurers]).stake(0, "town_gaol").last_round();
    let table = table.modules(|setup| setup.objectives = true);
    let table = table.kept(A, [6, 7]).kept(B, kept).kept(C, [9, 10]);
    let table = table.resources(A, "ayane barhan_sword great_library");
    let table = table.resources(B, "gader barracks");
    let table = table.resources(C, "hedge_maze council_signet sergeant_rulf");
    let game = table.hand(A, "recruit").game().discard_all();
    let ToAct::Over(outcome) = crate::arcana::Arcana::to_act(&game.state) else {
        panic!("it was the last round")
    };
    let by_seat = outcome.standings.iter();
    (
        by_seat.clone().map(|it| it.victory_points).collect(),
        by_seat.clone().map(|it| it.rank).collect(),
        by_seat.map(|it| it.utility_thousandths).collect(),
    )
}

#[test]
fn example_14_scores() {
    let (points, ranks, _) = scored([1, 1]);
    assert_eq!((points, ranks), (alloc::vec![9, 13, 9], alloc::vec![2, 1, 2]));
    let (points, ranks, utilities) = scored([1, 2]);
    assert_eq!((points, ranks), (alloc::vec![9, 9, 9], alloc::vec![1, 3, 1]));
    assert_eq!(utilities, [500, -1000, 500]);
}

#[test]
fn example_15_a_cycled_stake_lies_below_game_end() {
    let table = Table::new(&[Blades, Thieves]).stake(4, "penthow").pile(4, "game_end");
    let game = table.hand(A, "city_gate sellsword").game();
    let game = game.act(A, &[enact("city_gate"), to(4)]).stake_is(4, "penthow");
    assert_eq!(game.state.public.last_round, Some(2));
    assert_eq!(game.state.public.piles[4].size, 0);
}

#[test]
fn example_16_chains_of_effects() {
    let table = Table::new(&[Blades, Thieves]).stakes("ayane gader penthow ribeca harlequin");
    let game = table.clone().hand(A, "swing_bridge").game().codes(A, &[349]);
    let game = game.legal_codes(A, &[8, 9, 10, 11]).codes(A, &[10]).legal_codes(A, &[11, 12]);
    game.codes(A, &[12]).stake_is(2, "harlequin").stake_is(4, "penthow");

    let own = table.clone().down(A, 0, "sellsword").up(A, 4, "herald");
    let own = own.hand(A, "coach_yard recruit").hand(B, "bruiser");
    let game = own.game().codes(A, &[351]).legal_codes(A, &[376, 383]);
    let other = game.clone().codes(A, &[383, 8]).legal_codes(A, &[0]);
    other.codes(A, &[0]).row_is(0, &["?", "herald"]);
    let game = game.codes(A, &[376]).legal_codes(A, &[9, 10, 11, 12]).codes(A, &[12]);
    let game = game.legal_codes(A, &[0, 383]).codes(A, &[383]).legal_codes(A, &[8, 9, 10, 11]);
    let game = game.row_is(0, &["?"]).codes(A, &[8]);
    game.row_is(4, &["sellsword"]).row_is(0, &["herald"]);

    let table = table.down(B, 2, "bruiser").down(B, 3, "burglar lookout");
    let game = table.hand(A, "observatory recruit").hand(B, "smuggler").game();
    let game = game.codes(A, &[344 + 14]).legal_codes(A, &[10, 11]).codes(A, &[11]);
    let seen = |game: &Game, seat: Seat| game.view(crate::Viewer::Seat(seat)).knowledge.covers;
    assert!(seen(&game, A).iter().any(|cover| cover.contains(card("lookout"))));
    let game = game.asks(A, Kind::Peek).legal_codes(A, &[0, 10]);
    assert_eq!(game.state.public.in_use, Some(card("observatory")));
    game.codes(A, &[0]).in_resources(A, "observatory");
}
