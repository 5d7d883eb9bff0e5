//! A game in progress, with the checks that tests make.

use super::table::{card, cards, zone};
use crate::arcana::{Action, Arcana, CardSet, Event, Fact, Illegal, Kind, State, View};
use crate::testing::Testable;
use crate::{ActionCode, Ruleset, Seat, ToAct, Viewer};
use alloc::vec::Vec;

#[derive(Clone)]
pub(super) struct Game {
    pub(super) state: State,
    /// Facts of all answers.
    pub(super) facts: Vec<Fact>,
}

impl Game {
    pub(super) fn new(state: State) -> Game {
        let game = Game { state, facts: Vec::new() };
        game.check_zones();
        game
    }

    fn check_zones(&self) {
        let counts = Arcana::zones_of_cards(&self.state);
        assert!(counts.iter().all(|&count| count == 1), "{counts:?}");
    }

    pub(super) fn view(&self, viewer: Viewer) -> View {
        Arcana::view(&self.state, viewer)
    }

    /// Gives a legal answer and runs all checks.
    #[track_caller]
    pub(super) fn answer(&mut self, who: Seat, action: Action) {
        let viewers: Vec<Viewer> = Viewer::all(self.state.seats()).collect();
        let mut views: Vec<View> = viewers.iter().map(|&viewer| self.view(viewer)).collect();
        let mut facts = Vec::new();
        let taken = Arcana::apply(&mut self.state, who, action, &mut facts);
        assert_eq!(taken, Ok(()), "{action} of {who}; legal are {:?}", self.legal(who));
        self.check_zones();
        for (&viewer, view) in viewers.iter().zip(&mut views) {
            let events = facts.iter().filter_map(|fact| fact.visible_to(viewer));
            events.for_each(|event| view.fold(&event));
            assert_eq!(*view, self.view(viewer), "{viewer:?}");
            assert_eq!(Arcana::error_of(view, &self.state), None, "{viewer:?}");
        }
        self.facts.extend(facts);
    }

    /// Answers of one seat, one after the other.
    #[track_caller]
    pub(super) fn act(mut self, who: Seat, actions: &[Action]) -> Game {
        actions.iter().for_each(|action| self.answer(who, *action));
        self
    }

    /// The same by codes.
    #[track_caller]
    pub(super) fn codes(self, who: Seat, codes: &[u32]) -> Game {
        let action = |&code: &u32| Arcana::action(ActionCode(code)).expect("a code");
        let actions: Vec<Action> = codes.iter().map(action).collect();
        self.act(who, &actions)
    }

    /// Discards whatever is left in all hands, so that the struggles follow.
    #[track_caller]
    pub(super) fn discard_all(mut self) -> Game {
        let round = self.state.public.round;
        while let ToAct::Seats(seats) = Arcana::to_act(&self.state) {
            let who = seats.iter().next().expect("a live game waits for a seat");
            let Some(&discard @ Action::Discard(_)) = self.legal(who).first() else { break };
            if self.state.public.round != round {
                break;
            }
            self.answer(who, discard);
        }
        self
    }

    pub(super) fn legal(&self, who: Seat) -> Vec<Action> {
        let mut legal = Vec::new();
        Arcana::legal(&self.state, who, &mut legal);
        legal
    }

    #[track_caller]
    pub(super) fn legal_codes(self, who: Seat, codes: &[u32]) -> Game {
        let legal: Vec<u32> = self.legal(who).into_iter().map(|it| Arcana::code(it).0).collect();
        assert_eq!(legal, codes, "{:?}", self.legal(who));
        self
    }

    #[track_caller]
    pub(super) fn refuses(mut self, who: Seat, action: Action, rule: Illegal) -> Game {
        let refused = Arcana::apply(&mut self.state, who, action, &mut Vec::new());
        assert_eq!(refused, Err(rule), "{action} of {who}");
        self
    }

    /// Who is asked now, and what.
    #[track_caller]
    pub(super) fn asks(self, who: Seat, kind: Kind) -> Game {
        let decision = Arcana::decision(&self.state, who);
        assert_eq!(decision.map(|it| it.kind), Some(kind), "{:?}", self.state.public.agenda);
        self
    }

    #[track_caller]
    pub(super) fn stake_is(self, number: u8, id: &str) -> Game {
        let expected = (!id.is_empty()).then(|| card(id));
        assert_eq!(self.state.public.stake(zone(number)), expected);
        self
    }

    /// What a seat's resource pile holds of these cards is all of them.
    #[track_caller]
    pub(super) fn in_resources(self, who: Seat, ids: &str) -> Game {
        let resources = self.state.public.player(who).resources;
        assert!(cards(ids).is_within(resources), "{ids} in {resources:?}");
        self
    }

    #[track_caller]
    pub(super) fn hand_is(self, who: Seat, ids: &str) -> Game {
        assert_eq!(self.state.secrets.own[who.index()].hand, cards(ids));
        self
    }

    /// What lies face up and face down in a zone, in order of arrival.
    #[track_caller]
    pub(super) fn row_is(self, number: u8, row: &[&str]) -> Game {
        let slots = self.state.public.rows.of(zone(number));
        let lying: Vec<&str> =
            slots.map(|slot| slot.shown.card().map_or("?", |it| it.id())).collect();
        assert_eq!(lying, row);
        self
    }

    /// The events that a spectator has seen.
    pub(super) fn events(&self) -> Vec<Event> {
        self.facts.iter().filter_map(|fact| fact.visible_to(Viewer::Spectator)).collect()
    }

    /// By viewer and card, where it can be: hand, pile, slots by number.
    pub(super) fn places(&self, viewer: Viewer, id: &str) -> Vec<&'static str> {
        let known = self.view(viewer).knowledge;
        let names = ["slot 0", "slot 1", "slot 2", "slot 3", "slot 4", "slot 5"];
        let may = |set: CardSet, name| set.contains(card(id)).then_some(name);
        let slots = known.covers.iter().zip(names).filter_map(|(set, name)| may(*set, name));
        let rest = [may(known.hands, "hand"), may(known.draw_piles, "pile")];
        rest.into_iter().flatten().chain(slots).collect()
    }
}
