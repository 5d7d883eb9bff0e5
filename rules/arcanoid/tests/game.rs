//! A game in progress, with the checks that tests make.

use super::notation::{cards, field, fields, seat, seats};
use crate::arcanoid::{Action, Arcanoid, CardSet, Event, Fact, Illegal, Kind, Player, State, View};
use crate::{Actor, Ruleset, Seat, ToAct, Viewer};
use alloc::vec::Vec;

pub(super) struct Game {
    pub(super) state: State,
    /// Facts of the last call.
    pub(super) facts: Vec<Fact>,
}

impl Game {
    pub(super) fn new(state: State) -> Game {
        let game = Game { state, facts: Vec::new() };
        game.check_zones();
        game
    }

    fn check_zones(&self) {
        assert!(
            self.state.card_counts().iter().all(|&count| count == 1),
            "{:?}",
            self.state.card_counts()
        );
    }

    /// Gives a legal answer and runs all checks.
    #[track_caller]
    pub(super) fn answer(&mut self, who: Seat, action: Action) {
        let mut views: Vec<View> =
            self.viewers().map(|viewer| Arcanoid::view(&self.state, viewer)).collect();
        self.facts.clear();
        let taken = Arcanoid::apply(&mut self.state, who, action, &mut self.facts);
        assert_eq!(taken, Ok(()), "{action} of {who}; legal are {:?}", self.legal(who));
        self.check_zones();
        for (viewer, view) in self.viewers().collect::<Vec<_>>().into_iter().zip(&mut views) {
            self.facts
                .iter()
                .filter_map(|fact| fact.visible_to(viewer))
                .for_each(|event| view.fold(&event));
            assert_eq!(*view, Arcanoid::view(&self.state, viewer), "{viewer:?}");
        }
    }

    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        Viewer::all(self.state.seats())
    }

    /// Answers one after the other, all of `player`'s seat (or of the seat that decides for the
    /// Devil).
    #[track_caller]
    pub(super) fn act(mut self, player: Player, actions: &[Action]) -> Game {
        let who = self.state.public.decider(player);
        actions.iter().for_each(|action| self.answer(who, *action));
        self
    }

    /// Engages these cards of what the player may use, on one battlefield or two.
    #[track_caller]
    pub(super) fn engage(self, player: Player, letters: &str, words: &str) -> Game {
        let mut actions = alloc::vec![Action::Engage(fields(letters))];
        actions.extend(cards(words).iter().map(Action::Pick));
        actions.push(Action::Done);
        self.act(player, &actions)
    }

    /// Every seat that is asked gives this answer.
    #[track_caller]
    pub(super) fn all(mut self, action: Action) -> Game {
        for who in self.state.public.asked.iter() {
            self.answer(who, action);
        }
        self
    }

    fn legal(&self, who: Seat) -> Vec<Action> {
        let mut legal = Vec::new();
        Arcanoid::legal(&self.state, who, &mut legal);
        legal
    }

    #[track_caller]
    pub(super) fn legal_is(self, player: Player, actions: &[Action]) -> Game {
        assert_eq!(self.legal(self.state.public.decider(player)), actions);
        self
    }

    #[track_caller]
    pub(super) fn offers(self, player: Player, action: Action) -> Game {
        let legal = self.legal(self.state.public.decider(player));
        assert!(legal.contains(&action), "{action} isn't in {legal:?}");
        self
    }

    #[track_caller]
    pub(super) fn refuses(mut self, player: Player, action: Action, rule: Illegal) -> Game {
        let who = self.state.public.decider(player);
        let refused = Arcanoid::apply(&mut self.state, who, action, &mut Vec::new());
        assert_eq!(refused, Err(rule), "{action} of {who}");
        self
    }

    /// Who is asked now, and what.
    #[track_caller]
    pub(super) fn asks(self, players: &[Player], kind: Kind) -> Game {
        assert_eq!(self.state.public.asked, seats(players), "{:?}", self.state.public.agenda);
        for &player in players {
            let decision = Arcanoid::decision(&self.state, seat(player)).expect("it is asked");
            assert_eq!(decision.kind, kind);
        }
        self
    }

    /// It is this player's turn to act.
    #[track_caller]
    pub(super) fn turn_of(self, player: Player) -> Game {
        let who = self.state.public.decider(player);
        let decision =
            Arcanoid::decision(&self.state, who).map(|decision| (decision.kind, decision.actor));
        assert_eq!(decision, Some((Kind::Act, player.actor())), "{:?}", self.state.public.agenda);
        assert_eq!(player == Player::DEVIL, player.actor() == Actor::Virtual);
        self
    }

    #[track_caller]
    pub(super) fn hand_is(self, player: Player, words: &str) -> Game {
        assert_eq!(self.state.secrets.hands[player.index()], cards(words));
        self
    }

    /// Hidden cards in hand.
    #[track_caller]
    pub(super) fn holds(self, player: Player, count: u8) -> Game {
        assert_eq!(self.state.public.hand_size(player), count);
        self
    }

    /// Whatever it holds, this player holds this card.
    #[track_caller]
    pub(super) fn has(self, player: Player, word: &str) -> Game {
        let hand = player
            .seat()
            .map_or(self.state.public.devil_hand, |seat| self.state.secrets.hands[seat.index()]);
        assert!(cards(word).is_within(hand), "{word} isn't in {hand:?}");
        self
    }

    #[track_caller]
    pub(super) fn stands(self, player: Player, letter: char, words: &str) -> Game {
        let engagement = self.state.public.engagements[player.index()][field(letter).index()];
        assert_eq!(engagement.map(|engagement| engagement.cards), Some(cards(words)));
        self
    }

    #[track_caller]
    pub(super) fn free(self, player: Player, letter: char) -> Game {
        assert_eq!(self.state.public.engagements[player.index()][field(letter).index()], None);
        self
    }

    #[track_caller]
    pub(super) fn discarded(self, words: &str) -> Game {
        let discards = self.state.public.discards;
        assert!(cards(words).is_within(discards), "{words} aren't in {discards:?}");
        self
    }

    #[track_caller]
    pub(super) fn discards_are(self, words: &str) -> Game {
        assert_eq!(self.state.public.discards, cards(words));
        self
    }

    #[track_caller]
    pub(super) fn stock_is(self, size: u8) -> Game {
        assert_eq!((self.state.public.stock_size, self.state.public.stock_ended), (size, false));
        self
    }

    #[track_caller]
    pub(super) fn stock_has_ended(self) -> Game {
        assert_eq!((self.state.public.stock_size, self.state.public.stock_ended), (0, true));
        self
    }

    #[track_caller]
    pub(super) fn retired(self, player: Player) -> Game {
        assert!(self.state.public.retired.contains(player));
        self
    }

    #[track_caller]
    pub(super) fn plays_on(self, player: Player) -> Game {
        assert!(self.state.public.is_active(player));
        self
    }

    #[track_caller]
    pub(super) fn pool_is(self, count: u8) -> Game {
        assert_eq!(self.state.public.pool.len(), count);
        self
    }

    /// Something of the public part.
    #[track_caller]
    pub(super) fn public<T: PartialEq + core::fmt::Debug>(
        self,
        what: impl Fn(&crate::arcanoid::public::Public) -> T,
        expected: T,
    ) -> Game {
        assert_eq!(what(&self.state.public), expected);
        self
    }

    /// The events that a viewer saw of the last call.
    pub(super) fn events_for(&self, viewer: Viewer) -> Vec<Event> {
        self.facts.iter().filter_map(|fact| fact.visible_to(viewer)).collect()
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(Arcanoid::to_act(&self.state), ToAct::Over(_))
    }

    pub(super) fn view(&self, player: Player) -> View {
        Arcanoid::view(&self.state, Viewer::Seat(seat(player)))
    }

    /// The cards that may lie in a hand as far as another player knows.
    pub(super) fn may_hold(&self, viewer: Player, holder: Player) -> CardSet {
        self.view(viewer).knowledge.hands[holder.index()]
    }
}
