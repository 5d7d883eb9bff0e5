//! Sets a position up by hand, down to the order of the piles.

use super::game::Game;
use super::notation::{card_list, cards, figure, place, places, seat};
use crate::arcanum::agenda::Step;
use crate::arcanum::knowledge::{Knowledge, Span};
use crate::arcanum::pending_answer::PendingAnswer;
use crate::arcanum::public::{Public, TowerOnBoard};
use crate::arcanum::setup::N;
use crate::arcanum::state::{Piles, Secrets};
use crate::arcanum::{Card, CardSet, Edition, Figure, Length, Majors, Pile, Setup, State};
use crate::kit::Referee;
use crate::{Seat, Seed, Viewer};
use alloc::{sync::Arc, vec::Vec};

/// A position in the making: turn 2, seat 0 first, figures at locations 1, 2, .. 10, 1, .. 6 in
/// canonical order (Swords 1-4, Wands 5-8, Chalices 9 10 1 2, Pentacles 3-6), nothing in hand.
/// Cards that are placed nowhere go under the draw piles.
#[derive(Clone)]
pub(super) struct Table {
    setup: Setup,
    public: Public,
    hands: [CardSet; N],
    rows: [CardSet; N],
    on_top: [Vec<Card>; 2],
    rest: [Rest; 2],
}

/// Where the cards of a pile go that are placed nowhere.
#[derive(Clone, Copy)]
enum Rest {
    UnderThePile,
    OnTheDiscards,
    InTheRowOf(Seat),
}

impl Table {
    pub(super) fn new(players: u8) -> Table {
        let mut public = Public::before_deal(Seat::FIRST);
        public.turn = 2;
        for figure in Figure::all() {
            public.figures[figure.index()] = Some(place(figure.number() % 10 + 1));
        }
        Table {
            setup: Setup { players, ..Setup::default() },
            public,
            hands: [CardSet::EMPTY; N],
            rows: [CardSet::EMPTY; N],
            on_top: [Vec::new(), Vec::new()],
            rest: [Rest::UnderThePile; 2],
        }
    }

    pub(super) fn edition(mut self, edition: Edition) -> Table {
        self.setup.edition = edition;
        self
    }

    pub(super) fn majors(mut self, majors: Majors) -> Table {
        self.setup.majors = majors;
        self
    }

    pub(super) fn length(mut self, length: Length) -> Table {
        self.setup.length = length;
        self
    }

    pub(super) fn turn(mut self, turn: u8) -> Table {
        self.public.turn = turn;
        self
    }

    /// Who has the first-player pawn.
    pub(super) fn first(mut self, first: u8) -> Table {
        self.public.first = seat(first);
        self
    }

    #[track_caller]
    pub(super) fn hand(mut self, seat: usize, text: &str) -> Table {
        self.hands[seat] = cards(text);
        self
    }

    /// Face-down hidden cards.
    #[track_caller]
    pub(super) fn row(mut self, seat: usize, text: &str) -> Table {
        self.rows[seat] = cards(text);
        self
    }

    /// Hidden cards that the Sun has turned up.
    #[track_caller]
    pub(super) fn open(mut self, seat: usize, text: &str) -> Table {
        self.public.open[seat] = cards(text);
        self
    }

    #[track_caller]
    pub(super) fn figure(mut self, text: &str, at: u8) -> Table {
        self.public.figures[figure(text).index()] = Some(place(at));
        self
    }

    pub(super) fn all_figures_at(mut self, at: u8) -> Table {
        self.public.figures = [Some(place(at)); 16];
        self
    }

    /// Figures that the seat's Judgement keeps off the board.
    #[track_caller]
    pub(super) fn removed(mut self, seat: usize, text: &str) -> Table {
        for figure in text.split_whitespace().map(figure) {
            self.public.removed[seat].insert(figure);
            self.public.figures[figure.index()] = None;
        }
        self
    }

    pub(super) fn tower(mut self, owner: u8, covered: &[u8]) -> Table {
        self.public.tower = Some(TowerOnBoard { owner: seat(owner), covered: places(covered) });
        self
    }

    pub(super) fn prestige(mut self, levels: [u8; 4]) -> Table {
        self.public.prestige = levels;
        self
    }

    pub(super) fn vp(mut self, points: &[i32]) -> Table {
        self.public.victory_points[..points.len()].copy_from_slice(points);
        self
    }

    /// The cards on top of the Minor pile, the top one first.
    #[track_caller]
    pub(super) fn minors_on_top(mut self, text: &str) -> Table {
        self.on_top[0] = card_list(text);
        self
    }

    /// The cards on top of the Major pile, the top one first.
    #[track_caller]
    pub(super) fn majors_on_top(mut self, text: &str) -> Table {
        self.on_top[1] = card_list(text);
        self
    }

    #[track_caller]
    pub(super) fn discards(mut self, text: &str) -> Table {
        self.public.discards = cards(text);
        self
    }

    /// The pile holds the cards on top alone; all others have been discarded.
    pub(super) fn rest_is_discarded(mut self, pile: Pile) -> Table {
        self.rest[pile.index()] = Rest::OnTheDiscards;
        self
    }

    /// The Minor pile holds the cards on top alone; all others lie in the row of `owner`.
    pub(super) fn rest_of_minors_hidden_by(mut self, owner: u8) -> Table {
        self.rest[0] = Rest::InTheRowOf(seat(owner));
        self
    }

    /// Phase A of the turn begins.
    #[track_caller]
    pub(super) fn turn_begins(self) -> Game {
        let left = self.setup.players;
        self.game(&[Step::PlayPhase { left }, Step::HidePhase, Step::DrawPhase { left }])
    }

    /// Every seat has drawn and hidden; the activation of `active` begins.
    #[track_caller]
    pub(super) fn activation(self, active: u8) -> Game {
        let seats = self.setup.players;
        let before = (active + seats - self.public.first.number()) % seats;
        self.game(&[Step::PlayPhase { left: seats - before }])
    }

    /// All activations of the turn are over.
    #[track_caller]
    pub(super) fn phase_b_is_over(self) -> Game {
        self.game(&[])
    }

    #[track_caller]
    fn game(self, steps: &[Step]) -> Game {
        let turn = self.public.turn;
        let mut state = self.state();
        state.public.agenda.push(Step::TurnOver);
        if state.setup.scores_after(turn) {
            state.public.agenda.push(Step::Scoring { reduced: false, next: 0, fool: None });
        }
        steps.iter().for_each(|step| state.public.agenda.push(*step));
        let mut facts = Vec::new();
        Referee { state: &mut state, sink: &mut facts }.run();
        Game::new(state, facts)
    }

    #[track_caller]
    fn state(self) -> State {
        let Table { setup, mut public, hands, mut rows, on_top, rest } = self;
        let mut placed = public.open_cards();
        hands.iter().chain(&rows).for_each(|cards| placed = placed.union(*cards));
        let mut piles = Piles::EMPTY;
        for pile in Pile::ALL {
            let mut order = on_top[pile.index()].clone();
            let loose = pile.cards().minus(placed).minus(order.iter().copied().collect());
            match rest[pile.index()] {
                Rest::UnderThePile => order.extend(loose.iter()),
                Rest::OnTheDiscards => public.discards = public.discards.union(loose),
                Rest::InTheRowOf(seat) => rows[seat.index()] = rows[seat.index()].union(loose),
            }
            order.reverse();
            piles.of_mut(pile)[..order.len()].copy_from_slice(&order);
            public.pile_sizes[pile.index()] = order.len() as u8;
        }
        public.hand_sizes = hands.map(CardSet::len);
        public.row_sizes = rows.map(CardSet::len);
        let viewers: Vec<Viewer> =
            Seat::all(N as u8).map(Viewer::Seat).chain([Viewer::Spectator]).collect();
        let fool_moves = setup.constants().temperance_moves_fool;
        let knowledge =
            core::array::from_fn(|i| uninformed(viewers[i], &public, &rows, fool_moves));
        let state = State {
            setup: Arc::new(setup),
            seed: Seed::new([1; 32]),
            public,
            secrets: Secrets { hands, rows, piles, shuffles: [1; 2] },
            answers: [PendingAnswer::default(); N],
            knowledge,
        };
        assert_eq!(state.card_counts(), [1; 78], "every card is in one place");
        state
    }
}

/// What a viewer knows who has seen nothing but sizes. Unless Temperance moves it, the Fool is
/// hidden for all to see.
fn uninformed(viewer: Viewer, public: &Public, rows: &[CardSet; N], fool_moves: bool) -> Knowledge {
    let mut knowledge = Knowledge { piles: CardSet::ALL, ..Knowledge::default() };
    for seat in Seat::all(N as u8).filter(|&seat| !viewer.is(seat)) {
        let i = seat.index();
        if public.hand_sizes[i] > 0 {
            knowledge.hands[i] = CardSet::ALL;
        }
        if public.row_sizes[i] > 0 {
            let may_be_fool = fool_moves || rows[i].contains(Card::FOOL);
            knowledge.rows[i] =
                if may_be_fool { CardSet::MINORS.union(CardSet::FOOL) } else { CardSet::MINORS };
        }
        knowledge.minors[i] = Span { least: 0, most: public.hand_sizes[i] };
    }
    knowledge
}
