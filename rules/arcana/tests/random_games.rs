//! Whole games at random: totals that never change, and figures to compare with.

use crate::arcana::{Arcana, Card, CardSet, Event, Setup, State};
use crate::kit::HiddenSampler;
use crate::{Ruleset, Seat, Seed, ToAct, Viewer, bounded};
use alloc::vec::Vec;

/// Plays a game at random and looks at the state before each answer.
fn play(setup: &Setup, seed: u8, mut look: impl FnMut(&State, &[crate::arcana::Fact])) {
    let (mut facts, mut legal) = (Vec::new(), Vec::new());
    let mut rng = Seed::new([seed; 32]).at(u32::MAX, 0);
    let mut state = Arcana::start(setup, &Seed::new([seed; 32]), &mut facts).expect("sound");
    while let ToAct::Seats(seats) = Arcana::to_act(&state) {
        look(&state, &facts);
        let who = seats.iter().next().expect("a live game waits for a seat");
        Arcana::legal(&state, who, &mut legal);
        let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
        facts.clear();
        Arcana::apply(&mut state, who, action, &mut facts).expect("it is legal");
    }
    look(&state, &facts);
}

fn with_all_modules(players: u8) -> Setup {
    let setup = Setup { players, ..Setup::default() };
    Setup { objectives: true, militia: true, tactical_removal: true, ..setup }
}

#[test]
fn cards_are_counted() {
    for players in 2..=4 {
        let in_play = if players == 3 { 48 } else { 60 };
        play(&with_all_modules(players), players, |state, _| {
            let public = &state.public;
            let owned = Seat::all(players).map(|seat| u32::from(public.owned(seat).len()));
            let owned: u32 = owned.sum::<u32>() + u32::from(public.in_use.is_some());
            let stakes = public.piles.iter().flat_map(|pile| pile.stake).count() as u32;
            let piles: u32 = public.piles.iter().map(|pile| u32::from(pile.size)).sum();
            let game_end = u32::from(public.has_game_end());
            assert_eq!(owned + stakes + piles - game_end, 11 * u32::from(players) + in_play);
            for seat in Seat::all(players) {
                let guild = public.player(seat).guild.expect("they are drawn");
                let own = public.owned(seat).union(public.in_use.into_iter().collect());
                assert!(guild.cards().is_within(own), "{seat}'s guild cards are its own for ever");
            }
            let lying = public.rows.all().iter().filter(|slot| slot.shown.is_militia()).count();
            let deck = public.militia.expect("it is played with") + public.set_aside.len();
            let drawn = u8::from(public.musterer().is_some());
            assert_eq!(usize::from(deck + drawn) + lying, 6);
        });
    }
}

/// Every view's sampler counts exactly, whatever is known.
#[test]
fn every_sampler_is_exact() {
    let mut views = 0;
    for players in 2..=4 {
        let mut turn = 0;
        play(&with_all_modules(players), 10 + players, |state, _| {
            turn += 1;
            for viewer in Viewer::all(players).filter(|_| turn % 5 == 0) {
                let view = state.view(viewer);
                let sampler = HiddenSampler::new(&view).expect("a game has produced this view");
                assert!(sampler.is_exact());
                views += 1;
            }
        });
    }
    assert!(views > 1000, "{views}");
}

/// Everything that a seat ever has in hand comes to it in the open.
#[test]
fn which_cards_a_seat_hides_together_is_public() {
    play(&with_all_modules(3), 5, |state, _| {
        for seat in Seat::all(3) {
            let own = &state.secrets.own[seat.index()];
            let operatives = own.covered().and(CardSet::OPERATIVES);
            let hidden = own.hand.union(own.draw_pile).union(operatives);
            assert_eq!(hidden, state.public.player(seat).hidden);
        }
    });
}

#[test]
fn a_relic_is_never_at_a_stake() {
    let mut placed = 0;
    play(&with_all_modules(4), 6, |state, facts| {
        let is_placed = |event: &Event| matches!(event, Event::Placed { .. });
        let seen = facts.iter().filter_map(|fact| fact.visible_to(Viewer::Spectator));
        placed += seen.filter(is_placed).count();
        let lying = state.public.rows.all().iter().filter_map(|slot| slot.shown.card());
        assert!(lying.clone().all(|card: Card| card.is_operative() || card.is_militia()));
        assert!(CardSet::ALL.len() == 135);
    });
    assert!(placed > 100);
}
