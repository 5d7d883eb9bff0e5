//! The ways to deal.

use super::notation::set;
use super::{Game, P1, P2, P3, P4};
use crate::res_arcana::cards::{Face, FaceSet};
use crate::res_arcana::{Deal, Defect, First, Kind, Places, ResArcana, Setup};
use crate::{Ruleset, Seat, ToAct, Viewer};
use alloc::{format, vec, vec::Vec};

fn face(number: u8) -> Face {
    Face::new(number).unwrap()
}

/// The seat that is asked alone.
fn asked(game: &Game) -> Seat {
    let ToAct::Seats(seats) = ResArcana::to_act(&game.state) else { panic!("the game is over") };
    assert_eq!(seats.len(), 1);
    seats.iter().next().unwrap()
}

#[test]
fn open_draft() {
    let mages = vec![face(40), face(41)];
    let artefacts: Vec<Face> = (0..16).map(face).collect();
    let deal = Deal::OpenDraft { mages, artefacts };
    let setup = Setup { players: 2, deal, first: First::ChosenBy(P1), ..Setup::default() };
    let mut game = Game::deal(&setup);
    game.asks(P1, Kind::FirstPlayer, "seat 0, seat 1").act(P1, "seat 1");
    let mut picks = Vec::new();
    for left in (2..=16).rev() {
        let seat = asked(&game);
        let legal = game.legal(seat);
        assert_eq!(legal.len(), left);
        picks.push(seat.number());
        let card = legal[left / 2].face().unwrap();
        game.act(seat, &format!("choose {card:?}"));
    }
    assert_eq!(picks, [1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0]);
    let public = &game.state.public;
    assert_eq!(
        (public.hand_sizes, public.deck_sizes),
        ([3, 3, 0, 0], [5, 5, 0, 0]),
        "the last is kept unasked"
    );
    game.asks_kind(P1, Kind::Item);
}

#[test]
fn draft_of_three() {
    let setup = Setup { players: 3, deal: Deal::Draft, ..Setup::default() };
    let mut game = Game::deal(&setup);
    let mut packets = game.state.secrets.own;
    for pick in 0..6 {
        let mut rests = [FaceSet::EMPTY; 3];
        for seat in [P3, P1, P2] {
            game.asks_kind(seat, Kind::Draft);
            let card = packets[seat.index()].hand.first().unwrap();
            rests[seat.index()] = packets[seat.index()].hand.minus(FaceSet::only(card));
            game.act(seat, &format!("choose {card:?}"));
        }
        packets = game.state.secrets.own;
        if pick % 3 < 2 {
            // The rest is with the next seat clockwise, in the second packet with the one before.
            let steps = if pick < 3 { 1 } else { 2 };
            for seat in [P1, P2, P3] {
                assert_eq!(
                    game.state.secrets.own[seat.clockwise(steps, 3).index()].hand,
                    rests[seat.index()],
                    "pick {pick}"
                );
            }
        }
    }
    assert_eq!(
        (game.state.public.hand_sizes, game.state.public.deck_sizes),
        ([3, 3, 3, 0], [5, 5, 5, 0])
    );
    game.asks_kind(P1, Kind::Mage);
}

#[test]
fn two_drafters_learn_what_is_missing() {
    let setup = Setup { players: 2, deal: Deal::Draft, ..Setup::default() };
    let mut game = Game::deal(&setup);
    let first = game.state.secrets.own[0].hand;
    let pick = |game: &mut Game, seat: Seat| {
        let card = game.state.secrets.own[seat.index()].hand.first().unwrap();
        game.act(seat, &format!("choose {card:?}"));
        card
    };
    let own = pick(&mut game, P1);
    pick(&mut game, P2);
    pick(&mut game, P1);
    let taken = pick(&mut game, P2);
    assert!(
        game.state.secrets.own[0].hand.is_within(first.minus(FaceSet::only(own))),
        "its first packet is back"
    );
    let known = game.view(Viewer::Seat(P1)).knowledge;
    assert!(known.rests[1].contains(taken), "what is missing is kept by P2");
    let elsewhere = known.sets().iter().filter(|set| set.contains(taken)).count();
    assert_eq!(elsewhere, 1);
}

#[test]
fn items_go_counter_clockwise_to_the_first_player() {
    let setup = Setup { first: First::Seat(P2), deal: Deal::Discovery, ..Setup::default() };
    let mut game = Game::deal(&setup);
    for (seat, left) in [(P1, 8), (P4, 7), (P3, 6), (P2, 5)] {
        assert_eq!((asked(&game), game.legal(seat).len()), (seat, left));
        let item = game.legal(seat)[0].face().unwrap();
        game.act(seat, &format!("choose {item:?}"));
    }
    assert_eq!(game.state.public.round, 1);
}

#[test]
fn discovery_deals_starter_sets_and_suns() {
    let setup = Setup { players: 3, deal: Deal::Discovery, ..Setup::default() };
    let game = Game::deal(&setup);
    let suns = set("sacred_grove cursed_forge coral_castle catacombs_of_the_dead dragons_lair");
    assert_eq!(game.state.public.places, suns);
    for seat in [P1, P2, P3] {
        let hand = game.state.secrets.own[seat.index()].hand;
        assert!(hand.len() == 3 && hand.is_within(FaceSet::MARKED));
        let rival = game.view(Viewer::Seat(seat.clockwise(1, 3))).knowledge;
        assert_eq!(rival.hands[seat.index()], hand, "opening hands are known");
        let own = game.view(Viewer::Seat(seat)).knowledge;
        assert_eq!(own.rests[seat.index()].len(), 28, "its deck it has not seen");
    }
}

#[test]
fn a_seat_chooses_its_mage_knowing_its_hand() {
    let mut game = Game::deal(&Setup { players: 2, first: First::Seat(P1), ..Setup::default() });
    let own = game.view(Viewer::Seat(P1)).knowledge;
    assert_eq!((own.hands[0].len(), own.rests[0].len(), own.mages[0].len()), (3, 5, 2));
    assert_eq!(game.view(Viewer::Seat(P2)).knowledge.mages[0].len(), 8);
    let mages = game.state.secrets.own.map(|own| own.mages);
    let first = mages[0].first().unwrap();
    game.act(P1, &format!("choose {first:?}"));
    assert!(game.state.public.play[0].is_empty(), "all are shown together");
    let other = mages[1].first().unwrap();
    game.act(P2, &format!("choose {other:?}"));
    assert_eq!(game.state.public.play[0], FaceSet::only(first));
    assert_eq!(game.view(Viewer::Spectator).knowledge.boxed.and(FaceSet::MAGES).len(), 8);
}

#[test]
fn unsound_setups_are_refused_with_every_reason() {
    let check = |setup: Setup, defects: &[Defect]| {
        assert_eq!(ResArcana::defects(&setup), defects, "{setup:?}")
    };
    check(Setup { players: 5, ..Setup::default() }, &[Defect::Players(5)]);
    check(Setup { players: 1, ..Setup::default() }, &[Defect::Players(1)]);
    check(
        Setup { players: 2, first: First::Seat(P3), ..Setup::default() },
        &[Defect::FirstPlayer(P3)],
    );
    check(
        Setup { players: 3, first: First::ChosenBy(P4), ..Setup::default() },
        &[Defect::FirstPlayer(P4)],
    );
    let artefacts: Vec<Face> = (0..16).map(face).collect();
    let deal = Deal::OpenDraft { mages: vec![face(40), face(40)], artefacts: artefacts.clone() };
    check(Setup { players: 2, deal, ..Setup::default() }, &[Defect::Mages]);
    let deal = Deal::OpenDraft {
        mages: vec![face(40), face(41), face(42)],
        artefacts: artefacts[1..].to_vec(),
    };
    check(
        Setup { players: 3, deal, ..Setup::default() },
        &[Defect::OpenDraftPlayers(3), Defect::OpenArtefacts],
    );
    let decks = vec![artefacts[..8].to_vec(), artefacts[..8].to_vec()];
    let deal = Deal::Given { mages: vec![face(40), face(41)], decks };
    check(
        Setup { players: 2, deal, places: Some(Places::Sun), ..Setup::default() },
        &[Defect::Decks],
    );
}
