//! Plays a position forward and checks it. Checks that always hold follow each answer.

use super::notation::{answers, card, cards, figure, place, seat};
use crate::arcanum::action::Kind;
use crate::arcanum::cards::{Card, CardSet};
use crate::arcanum::event::{Event, Fact};
use crate::arcanum::public::Public;
use crate::arcanum::{Action, Arcanum, Illegal, State, View};
use crate::{Outcome, Ruleset, Seat, SeatSet, ToAct, Viewer};
use alloc::{format, string::String, vec::Vec};

/// More answers than any test needs.
const ANSWERS_MAX: u32 = 2_000;

#[derive(Clone)]
pub(super) struct Game {
    pub(super) state: State,
    /// What happened since the game was set up.
    pub(super) facts: Vec<Fact>,
    /// Each viewer's view, kept up to date by its events alone.
    views: Vec<View>,
}

impl Game {
    #[track_caller]
    pub(super) fn new(state: State, facts: Vec<Fact>) -> Game {
        let views =
            Viewer::all(state.setup.players).map(|viewer| Arcanum::view(&state, viewer)).collect();
        let game = Game { state, facts, views };
        game.holds_always();
        game
    }

    /// The seats give these answers in order. A seat is named only if several are asked.
    #[track_caller]
    pub(super) fn moves(mut self, text: &str) -> Game {
        for (who, action) in answers(text) {
            let who = who.unwrap_or_else(|| self.only_asked());
            self = self.answer(who, action);
        }
        self
    }

    #[track_caller]
    pub(super) fn answer(mut self, who: Seat, action: Action) -> Game {
        let known = self.facts.len();
        if let Err(illegal) = Arcanum::apply(&mut self.state, who, action, &mut self.facts) {
            panic!("{who} may not {action}: {illegal}; legal: {:?}", self.legal(who));
        }
        for view in &mut self.views {
            let viewer = view.viewer;
            self.facts[known..]
                .iter()
                .filter_map(|fact| fact.visible_to(viewer))
                .for_each(|event| view.fold(&event));
        }
        self.holds_always();
        self
    }

    /// Gives the first legal answer to every decision, until `done` or the end.
    #[track_caller]
    pub(super) fn drifts_until(mut self, done: impl Fn(&Game) -> bool) -> Game {
        for _ in 0..ANSWERS_MAX {
            let ToAct::Seats(seats) = Arcanum::to_act(&self.state) else { return self };
            if done(&self) {
                return self;
            }
            let who = seats.iter().next().expect("a live game waits for a seat");
            let action = self.legal(who)[0];
            Arcanum::apply(&mut self.state, who, action, &mut self.facts).expect("a legal answer");
        }
        panic!("the story never ends");
    }

    #[track_caller]
    fn only_asked(&self) -> Seat {
        let waiting = self.waits_for();
        assert_eq!(waiting.len(), 1, "who answers? {waiting:?} are asked");
        waiting.iter().next().expect("one is asked")
    }

    fn waits_for(&self) -> SeatSet {
        match Arcanum::to_act(&self.state) {
            ToAct::Seats(seats) => seats,
            ToAct::Over(_) => SeatSet::EMPTY,
        }
    }

    pub(super) fn public(&self) -> &Public {
        &self.state.public
    }

    pub(super) fn legal(&self, who: Seat) -> Vec<Action> {
        let mut legal = Vec::new();
        Arcanum::legal(&self.state, who, &mut legal);
        legal
    }

    /// The view of a seat; of the spectator from the number of seats on.
    pub(super) fn view(&self, viewer: usize) -> &View {
        &self.views[viewer.min(self.views.len() - 1)]
    }

    /// The events that a viewer saw since the game was set up.
    pub(super) fn events_for(&self, viewer: usize) -> Vec<Event> {
        let viewer = self.view(viewer).viewer;
        self.facts.iter().filter_map(|fact| fact.visible_to(viewer)).collect()
    }

    /// No card is lost, views follow from events alone, no viewer's knowledge is wrong, and each
    /// seat that is asked has a legal action.
    #[track_caller]
    fn holds_always(&self) {
        assert_eq!(self.state.card_counts(), [1; 78], "every card is in one place");
        for view in &self.views {
            assert_eq!(*view, Arcanum::view(&self.state, view.viewer));
            for other in Seat::all(self.state.seats()).filter(|&other| !view.viewer.is(other)) {
                let (i, knowledge) = (other.index(), &view.knowledge);
                let (hand, row, minors) =
                    (self.state.secrets.hands[i], self.state.secrets.rows[i], knowledge.minors[i]);
                assert!(
                    hand.is_within(knowledge.hands[i]),
                    "{:?} is wrong about the hand of {other}",
                    view.viewer
                );
                assert!(
                    row.is_within(knowledge.rows[i]),
                    "{:?} is wrong about the row of {other}",
                    view.viewer
                );
                let is_within = (minors.least..=minors.most).contains(&hand.minors().len());
                assert!(
                    is_within,
                    "{:?} is wrong about the Minors of {other}: {minors:?}",
                    view.viewer
                );
            }
        }
        for who in self.waits_for().iter() {
            let legal = self.legal(who);
            let kind =
                Arcanum::decision(&self.state, who).expect("a decision to who is asked").kind;
            assert!(!legal.is_empty() && legal.len() <= kind.legal_max(), "{kind:?}: {legal:?}");
            assert!(legal.is_sorted_by(|a, b| a.code() < b.code()));
        }
    }

    /// The open decision was put to these seats, whether they have answered or not, and is of this
    /// kind.
    #[track_caller]
    pub(super) fn expect_asked(self, seats: &[u8], kind: Kind) -> Game {
        let asked: SeatSet = seats.iter().map(|&number| seat(number)).collect();
        assert_eq!(self.public().asked, asked);
        for who in self.waits_for().iter() {
            assert_eq!(
                Arcanum::decision(&self.state, who).map(|decision| decision.kind),
                Some(kind)
            );
        }
        assert!(!self.waits_for().is_empty());
        self
    }

    /// These are the legal answers of the seat, exactly.
    #[track_caller]
    pub(super) fn expect_legal(self, who: u8, text: &str) -> Game {
        let mut wanted: Vec<Action> = answers(text).into_iter().map(|(_, action)| action).collect();
        wanted.sort_unstable();
        assert_eq!(self.legal(seat(who)), wanted);
        self
    }

    /// The answer is refused, for this reason, and changes nothing.
    #[track_caller]
    pub(super) fn refuses(mut self, text: &str, illegal: Illegal) -> Game {
        let (who, action) = answers(text)[0];
        let who = who.unwrap_or_else(|| self.only_asked());
        let before = format!("{:?}", self.state);
        assert_eq!(Arcanum::apply(&mut self.state, who, action, &mut self.facts), Err(illegal));
        assert_eq!(format!("{:?}", self.state), before);
        self
    }

    #[track_caller]
    pub(super) fn expect_prestige(self, levels: [u8; 4]) -> Game {
        assert_eq!(self.public().prestige, levels, "prestige");
        self
    }

    #[track_caller]
    pub(super) fn expect_vp(self, points: &[i32]) -> Game {
        assert_eq!(&self.public().victory_points[..points.len()], points, "VP");
        self
    }

    #[track_caller]
    pub(super) fn expect_hand(self, seat: usize, text: &str) -> Game {
        assert_eq!(self.state.secrets.hands[seat], cards(text), "hand of seat {seat}");
        self
    }

    /// By seat.
    #[track_caller]
    pub(super) fn expect_hand_sizes(self, sizes: &[u8]) -> Game {
        assert_eq!(&self.public().hand_sizes[..sizes.len()], sizes, "hand sizes");
        self
    }

    /// Face-down cards.
    #[track_caller]
    pub(super) fn expect_row(self, seat: usize, text: &str) -> Game {
        assert_eq!(self.state.secrets.rows[seat], cards(text), "row of seat {seat}");
        self
    }

    #[track_caller]
    pub(super) fn expect_open(self, seat: usize, text: &str) -> Game {
        assert_eq!(self.public().open[seat], cards(text), "open cards of seat {seat}");
        self
    }

    #[track_caller]
    pub(super) fn expect_discarded(self, text: &str) -> Game {
        assert!(
            cards(text).is_within(self.public().discards),
            "{text} among {:?}",
            self.public().discards
        );
        self
    }

    #[track_caller]
    pub(super) fn expect_figure(self, text: &str, at: u8) -> Game {
        assert_eq!(self.public().figures[figure(text).index()], Some(place(at)), "{text}");
        self
    }

    #[track_caller]
    pub(super) fn expect_off_board(self, text: &str) -> Game {
        let is_off = |name: &str| self.public().figures[figure(name).index()].is_none();
        assert!(text.split_whitespace().all(is_off), "{text}: {:?}", self.public().figures);
        self
    }

    #[track_caller]
    pub(super) fn expect_active(self, number: u8) -> Game {
        assert_eq!(self.public().active, Some(seat(number)), "active seat");
        self
    }

    #[track_caller]
    pub(super) fn expect_turn(self, turn: u8, first: u8) -> Game {
        assert_eq!(
            (self.public().turn, self.public().first),
            (turn, seat(first)),
            "turn and first player"
        );
        self
    }

    /// The hidden zones where the viewer thinks that the card can be: `piles`, `hand 1`, `row 2`,
    /// in this order.
    #[track_caller]
    pub(super) fn expect_places(self, viewer: usize, text: &str, wanted: &str) -> Game {
        assert_eq!(self.places(viewer, card(text)), wanted, "where is {text}?");
        self
    }

    fn places(&self, viewer: usize, card: Card) -> String {
        let knowledge = &self.view(viewer).knowledge;
        let mut places = Vec::new();
        if knowledge.piles.contains(card) {
            places.push(String::from("piles"));
        }
        let mut look = |name: &str, sets: &[CardSet]| {
            let holds =
                |(i, set): (usize, &CardSet)| set.contains(card).then(|| format!("{name} {i}"));
            places.extend(sets.iter().enumerate().filter_map(holds));
        };
        look("hand", &knowledge.hands);
        look("row", &knowledge.rows);
        places.join(", ")
    }

    /// How many Minors the viewer thinks that the seat holds, at least and at most.
    #[track_caller]
    pub(super) fn expect_minors(self, viewer: usize, seat: usize, least: u8, most: u8) -> Game {
        let span = self.view(viewer).knowledge.minors[seat];
        assert_eq!((span.least, span.most), (least, most), "Minors of seat {seat}");
        self
    }

    #[track_caller]
    pub(super) fn outcome(&self) -> Outcome {
        match Arcanum::to_act(&self.state) {
            ToAct::Over(outcome) => outcome,
            ToAct::Seats(seats) => panic!("{seats:?} are still asked"),
        }
    }
}
