//! What a game starts with, and what is refused.

use super::game::Game;
use crate::arcana::Guild::{Blades, Ferrymen, Thieves, Usurers};
use crate::arcana::{Arcana, Defect, Event, Guilds, Kind, Setup, Zone};
use crate::kit::Setup as _;
use crate::{Ruleset, Seat, Seed, Viewer};
use alloc::{string::ToString, vec::Vec};

fn deal(setup: &Setup) -> (Game, Vec<Event>) {
    let mut facts = Vec::new();
    let state = Arcana::start(setup, &Seed::new([1; 32]), &mut facts).expect("a sound setup");
    let events = facts.iter().filter_map(|fact| fact.visible_to(Viewer::Spectator)).collect();
    (Game::new(state), events)
}

#[test]
fn piles_hands_and_stakes() {
    for players in 2..=4 {
        let (game, _) = deal(&Setup { players, ..Setup::default() });
        let public = &game.state.public;
        let free = Zone::free(players);
        for zone in public.zones() {
            let pile = &public.piles[zone.index()];
            assert_eq!(pile.size, if zone == free { 12 } else { 11 });
            assert!(pile.stake.is_some());
        }
        let bottom = &game.state.secrets.piles[free.index()][..6];
        assert_eq!(bottom.iter().filter(|card| card.is_none()).count(), 1);
        assert_eq!(public.unseen_market().len(), 85 - if players == 3 { 4 } else { 5 });
        for seat in Seat::all(players) {
            let player = public.player(seat);
            assert_eq!((player.hand, player.draw_pile, player.resources.len()), (4, 7, 0));
        }
    }
}

#[test]
fn guilds_are_drawn_given_or_chosen() {
    let (game, _) = deal(&Setup::default());
    assert!(game.state.public.free_guilds().is_empty());
    let given = alloc::vec![Usurers, Blades];
    let (game, _) = deal(&Setup { players: 2, guilds: Guilds::Given(given), ..Setup::default() });
    assert_eq!(game.state.public.player(Seat::FIRST).guild, Some(Usurers));
    let first = Seat::new(1);
    let setup = Setup { players: 3, guilds: Guilds::Chosen, first, ..Setup::default() };
    let (game, events) = deal(&setup);
    let seat = |number: u8| Seat::new(number).expect("a seat");
    assert!(events.iter().all(|event| matches!(event, Event::Asked { .. })));
    let game = game.asks(seat(1), Kind::Guild).legal_codes(seat(1), &[24, 25, 26, 27]);
    let game = game.codes(seat(1), &[26]).legal_codes(seat(2), &[24, 25, 27]);
    let game = game.codes(seat(2), &[24]).legal_codes(seat(0), &[25, 27]).codes(seat(0), &[25]);
    let guilds = game.state.public.players.map(|player| player.guild);
    assert_eq!(guilds[..3], [Some(Ferrymen), Some(Thieves), Some(Blades)]);
    game.asks(seat(1), Kind::Act);
}

#[test]
fn unsound_setups_are_refused_with_all_that_is_wrong() {
    for players in [0, 1, 5] {
        assert_eq!(Setup { players, ..Setup::default() }.defects(), [Defect::Players(players)]);
    }
    let guilds = Guilds::Given(alloc::vec![Thieves, Thieves, Thieves]);
    let setup = Setup { players: 2, guilds, first: Seat::new(2), ..Setup::default() };
    let defects = setup.defects();
    let texts: Vec<_> = defects.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "guilds: name one for each player or none, not 3",
            "guilds: the Thieves are named twice",
            "first_player: there is no seat 2 in this game",
        ]
    );
}

#[test]
fn struggles_are_settled_from_the_left() {
    let order = |players: u8, start: u8| -> Vec<u8> {
        let start = Seat::new(start).expect("a seat");
        (0..6)
            .map_while(|index| Zone::settled_at(index, start, players))
            .map(Zone::number)
            .collect()
    };
    assert_eq!(order(2, 0), [0, 3, 4, 2, 1]);
    assert_eq!(order(2, 1), [2, 1, 4, 0, 3]);
    assert_eq!(order(3, 0), [0, 1, 3, 2]);
    assert_eq!(order(3, 2), [2, 0, 3, 1]);
    assert_eq!(order(4, 0), [0, 1, 4, 2, 3]);
    assert_eq!(order(4, 3), [3, 0, 4, 1, 2]);
}
