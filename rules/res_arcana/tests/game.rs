//! A position set up by hand, played on by answers in words.

use super::notation::{action, actions, amount, face, faces, set};
use super::{P1, P2};
use crate::res_arcana::agenda::{Pile, Step};
use crate::res_arcana::cards::Amount;
use crate::res_arcana::event::{Event, Fact};
use crate::res_arcana::public::Public;
use crate::res_arcana::setup::{First, N};
use crate::res_arcana::state::{Secrets, State};
use crate::res_arcana::{Illegal, Kind, ResArcana, Setup, View};
use crate::{Ruleset, Seat, Seed, ToAct, Viewer, kit};
use alloc::{format, sync::Arc, vec::Vec};

pub(super) struct Game {
    pub(super) state: State,
    pub(super) facts: Vec<Fact>,
}

/// A game in its first round before P1's move: nothing in play, in hand or in a pool; no item or
/// place on the table.
impl Game {
    pub(super) fn new(seats: u8) -> Game {
        let mut public = Public::before_deal(seats);
        public.pools = [Amount::NOTHING; N];
        public.tile = Some(P1);
        public.round = 1;
        public.monuments = 0;
        let setup = Setup { players: seats, first: First::Seat(P1), ..Setup::default() };
        let state = State {
            setup: Arc::new(setup),
            seed: Seed::new([9; 32]),
            public,
            secrets: Secrets::EMPTY,
            answers: Default::default(),
            knowledge: Default::default(),
        };
        Game { state, facts: Vec::new() }
    }

    pub(super) fn pool(mut self, seat: Seat, pool: [u8; 5]) -> Game {
        self.state.public.pools[seat.index()] = Amount(pool);
        self
    }

    pub(super) fn play(mut self, seat: Seat, ids: &str) -> Game {
        let own = &mut self.state.public.play[seat.index()];
        *own = own.union(set(ids));
        self.state.public.items = self.state.public.items.minus(set(ids));
        self
    }

    pub(super) fn hand(mut self, seat: Seat, ids: &str) -> Game {
        self.state.secrets.own[seat.index()].hand = set(ids);
        self.state.public.hand_sizes[seat.index()] = set(ids).len();
        self
    }

    pub(super) fn discards(mut self, seat: Seat, ids: &str) -> Game {
        self.state.public.discards[seat.index()] = set(ids);
        self
    }

    /// A deck, the top card first.
    pub(super) fn deck(mut self, seat: Seat, ids: &str) -> Game {
        self.set_pile(Pile::Deck(seat), ids);
        self.state.public.deck_sizes[seat.index()] = faces(ids).len() as u8;
        self
    }

    /// The monument deck, the top card first.
    pub(super) fn monuments(mut self, ids: &str) -> Game {
        self.set_pile(Pile::Monuments, ids);
        self.state.public.monuments = faces(ids).len() as u8;
        self
    }

    fn set_pile(&mut self, pile: Pile, ids: &str) {
        let cards = faces(ids);
        for (slot, card) in
            self.state.secrets.piles[pile.index()].0.iter_mut().zip(cards.into_iter().rev())
        {
            *slot = card;
        }
    }

    pub(super) fn display(mut self, ids: &str) -> Game {
        self.state.public.display = set(ids);
        self
    }

    pub(super) fn places(mut self, ids: &str) -> Game {
        self.state.public.places = set(ids);
        self
    }

    pub(super) fn store(mut self, id: &str, held: &str) -> Game {
        self.state.public.stores[face(id).index()] = amount(held);
        self
    }

    pub(super) fn turned(mut self, ids: &str) -> Game {
        self.state.public.turned = set(ids);
        self
    }

    pub(super) fn passed(mut self, seat: Seat) -> Game {
        self.state.public.passed.insert(seat);
        self
    }

    pub(super) fn tile(mut self, seat: Seat) -> Game {
        self.state.public.tile = Some(seat);
        self
    }

    pub(super) fn moves(mut self, seat: Seat, moves: u8) -> Game {
        self.state.public.moves[seat.index()] = moves;
        self
    }

    /// P1 is to move.
    pub(super) fn begin(self) -> Game {
        self.begin_with(&[Step::Move { seat: P1 }])
    }

    /// Collecting is to come, P1's first.
    pub(super) fn collect(self) -> Game {
        self.begin_with(&[Step::Collect { seat: P1 }, Step::Move { seat: P1 }])
    }

    pub(super) fn begin_with(mut self, steps: &[Step]) -> Game {
        self.state.public.agenda.then(steps);
        self.state.public.boxed = self.state.boxed().len();
        let Game { state, facts } = &mut self;
        kit::hidden::make_uninformed::<ResArcana>(
            &mut state.knowledge,
            &state.public,
            &state.secrets,
        );
        kit::Referee { state, sink: facts }.run();
        self
    }

    /// A game dealt by the rules.
    pub(super) fn deal(setup: &Setup) -> Game {
        let mut facts = Vec::new();
        let state =
            ResArcana::start(setup, &Seed::new([5; 32]), &mut facts).expect("a sound setup");
        Game { state, facts }
    }

    #[track_caller]
    pub(super) fn act(&mut self, seat: Seat, text: &str) -> &mut Game {
        self.facts.clear();
        let legal = self.legal(seat);
        if let Err(illegal) = ResArcana::apply(&mut self.state, seat, action(text), &mut self.facts)
        {
            panic!("{seat} {text}: {illegal}; legal: {legal:?}");
        }
        let counts = self.state.face_counts();
        assert!(counts.iter().all(|&count| count <= 1), "no face is in two zones: {counts:?}");
        self
    }

    #[track_caller]
    pub(super) fn refuses(&mut self, seat: Seat, text: &str, rule: Illegal) -> &mut Game {
        assert_eq!(
            ResArcana::apply(&mut self.state, seat, action(text), &mut self.facts),
            Err(rule)
        );
        self
    }

    pub(super) fn legal(&self, seat: Seat) -> Vec<crate::res_arcana::Action> {
        let mut legal = Vec::new();
        ResArcana::legal(&self.state, seat, &mut legal);
        legal
    }

    /// The open decision is this seat's, of this kind, with this list.
    #[track_caller]
    pub(super) fn asks(&mut self, seat: Seat, kind: Kind, list: &str) -> &mut Game {
        self.asks_kind(seat, kind);
        assert_eq!(self.legal(seat), actions(list));
        self
    }

    #[track_caller]
    pub(super) fn asks_kind(&mut self, seat: Seat, kind: Kind) -> &mut Game {
        let asked = ResArcana::decision(&self.state, seat).map(|decision| decision.kind);
        assert_eq!(asked, Some(kind), "{seat} of {:?}", self.state.public.asked);
        self
    }

    #[track_caller]
    pub(super) fn continues(&mut self, seat: Seat, expected: bool) -> &mut Game {
        let decision = ResArcana::decision(&self.state, seat).expect("it is asked");
        assert_eq!(decision.continues, expected);
        self
    }

    /// Whether P1 can make this move.
    pub(super) fn offers(&self, seat: Seat, text: &str) -> bool {
        self.legal(seat).contains(&action(text))
    }

    #[track_caller]
    pub(super) fn pool_is(&mut self, seat: Seat, pool: [u8; 5]) -> &mut Game {
        assert_eq!(self.state.public.pools[seat.index()], Amount(pool), "the pool of {seat}");
        self
    }

    #[track_caller]
    pub(super) fn store_is(&mut self, id: &str, held: &str) -> &mut Game {
        assert_eq!(self.state.public.stores[face(id).index()], amount(held), "the store of {id}");
        self
    }

    #[track_caller]
    pub(super) fn points_are(&mut self, seat: Seat, points: u16) -> &mut Game {
        assert_eq!(self.state.public.points_of(seat), points, "the points of {seat}");
        self
    }

    #[track_caller]
    pub(super) fn ends_with(&mut self, points: &[i32], ranks: &[u8]) -> &mut Game {
        let ToAct::Over(outcome) = ResArcana::to_act(&self.state) else {
            panic!("the game goes on")
        };
        let standings = outcome.standings.iter();
        let (vp, own): (Vec<i32>, Vec<u8>) =
            standings.map(|standing| (standing.victory_points, standing.rank)).unzip();
        assert_eq!((&vp[..], &own[..]), (points, ranks));
        self
    }

    pub(super) fn view(&self, viewer: Viewer) -> View {
        ResArcana::view(&self.state, viewer)
    }

    /// P2 passes: it takes its first item. Used where only P1's moves matter.
    #[track_caller]
    pub(super) fn others_pass(&mut self) -> &mut Game {
        let item = self.state.public.items.first().expect("items are left");
        self.act(P2, "pass");
        self.act(P2, &format!("choose {item:?}"))
    }

    /// Whether something like this was sent to a viewer with the last answer.
    pub(super) fn was_told(&self, viewer: Viewer, matches: impl Fn(&Event) -> bool) -> bool {
        self.facts.iter().filter_map(|fact| fact.visible_to(viewer)).any(|event| matches(&event))
    }
}
