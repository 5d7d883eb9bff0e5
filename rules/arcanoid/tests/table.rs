//! Sets a position up by hand, down to the order of the stock.

use super::game::Game;
use super::notation::{P1, card_list, cards, field, fields, seat};
use crate::arcanoid::agenda::Step;
use crate::arcanoid::cards::FieldSet;
use crate::arcanoid::knowledge::Knowledge;
use crate::arcanoid::pending_answer::PendingAnswer;
use crate::arcanoid::public::{Chariot, Engagement, Hermit, Justice, Public, Strength, Temperance};
use crate::arcanoid::setup::N;
use crate::arcanoid::state::{Secrets, State, Stock};
use crate::arcanoid::{Card, CardSet, Own, Player, Setup};
use crate::kit::{Knowledge as _, Referee};
use crate::{Seat, Seed, Viewer};
use alloc::{sync::Arc, vec::Vec};

/// A position in the making: P1's turn, nothing engaged, nothing in hand. Cards that are placed
/// nowhere go under the stock, or out of the game if the stock's size is set.
#[derive(Clone)]
pub(super) struct Table {
    setup: Setup,
    public: Public,
    hands: [CardSet; N],
    on_top: Vec<Card>,
    stock_size: Option<u8>,
}

impl Table {
    pub(super) fn new(players: u8) -> Table {
        let mut public = Public::before_deal(players, Seat::FIRST);
        public.round = 1;
        Table {
            setup: Setup { players, rounds: Some(1), ..Setup::default() },
            public,
            hands: [CardSet::EMPTY; N],
            on_top: Vec::new(),
            stock_size: None,
        }
    }

    pub(super) fn setup(mut self, change: impl FnOnce(&mut Setup)) -> Table {
        change(&mut self.setup);
        self
    }

    pub(super) fn hand(mut self, player: Player, words: &str) -> Table {
        self.hands[player.index()] = cards(words);
        self.public.hand_sizes[player.index()] = self.hands[player.index()].len();
        self
    }

    /// The stock begins with these cards, the top one first.
    pub(super) fn on_top(mut self, words: &str) -> Table {
        self.on_top = card_list(words);
        self
    }

    pub(super) fn stock(mut self, size: u8) -> Table {
        self.stock_size = Some(size);
        self
    }

    pub(super) fn stock_ended(mut self) -> Table {
        self.public.stock_ended = true;
        self.stock(0)
    }

    pub(super) fn discards(mut self, words: &str) -> Table {
        self.public.discards = cards(words);
        self
    }

    pub(super) fn discard_all(mut self, cards: CardSet) -> Table {
        self.public.discards = cards;
        self
    }

    /// This player has engaged these cards on one or two battlefields; none to abdicate.
    pub(super) fn engaged(mut self, player: Player, letters: &str, words: &str) -> Table {
        let on = fields(letters);
        for field in on.iter() {
            let engagement = Engagement {
                cards: cards(words),
                order: self.public.engaged_count,
                pair: on.other(field),
            };
            self.public.engagements[player.index()][field.index()] = Some(engagement);
            self.public.ever_engaged.insert(field);
        }
        self.public.engaged_count += 1;
        self
    }

    /// This player has abdicated on each of these battlefields.
    pub(super) fn abdicated(self, player: Player, letters: &str) -> Table {
        letters
            .chars()
            .fold(self, |table, letter| table.engaged(player, letter.encode_utf8(&mut [0; 4]), ""))
    }

    pub(super) fn retired(mut self, player: Player) -> Table {
        self.public.retired.insert(player);
        self.abdicated(player, "SBCD")
    }

    /// This player has engaged on all battlefields already.
    pub(super) fn retired_as_engaged(mut self, player: Player) -> Table {
        assert_eq!(self.public.engaged(player), FieldSet::ALL);
        self.public.retired.insert(player);
        self
    }

    pub(super) fn was_engaged(mut self, letter: char) -> Table {
        self.public.ever_engaged.insert(field(letter));
        self
    }

    pub(super) fn chariot(mut self, owner: Player, words: &str) -> Table {
        self.public.chariot = Some(Chariot { owner, reserve: cards(words) });
        self
    }

    pub(super) fn pool(mut self, words: &str) -> Table {
        self.public.justice = Some(Justice::Pool);
        self.public.pool = cards(words);
        self
    }

    pub(super) fn shared(mut self) -> Table {
        self.public.justice = Some(Justice::Shared);
        self
    }

    pub(super) fn hermit(mut self, owner: Player, turns: u8) -> Table {
        self.public.hermit = Some(Hermit { owner, turns, waits: false });
        self
    }

    pub(super) fn strength(mut self, on: Option<Player>, extra: u8) -> Table {
        self.public.strength = Some(Strength { on, extra });
        self
    }

    pub(super) fn open_extra(mut self, words: &str) -> Table {
        self.public.open_extra = cards(words);
        self
    }

    pub(super) fn temperance(mut self, owner: Player, letter: char) -> Table {
        self.public.temperance = Some(Temperance { owner, field: field(letter) });
        self
    }

    pub(super) fn devil(mut self, controller: Player, words: &str) -> Table {
        self.public.devil = Some(seat(controller));
        self.public.devil_hand = cards(words);
        self
    }

    pub(super) fn turn(mut self, player: Player) -> Table {
        self.public.turn = player;
        self.public.last_normal = player;
        self
    }

    /// The position, with whose turn it is asked what to do.
    pub(super) fn game(self) -> Game {
        let Table { setup, mut public, hands, on_top, stock_size } = self;
        let held = hands.iter().fold(public.open_cards(), |held, hand| held.union(*hand));
        let top: CardSet = on_top.iter().copied().collect();
        let rest = CardSet::ALL.minus(held).minus(top);
        let size = usize::from(stock_size.unwrap_or(rest.len() + top.len()));
        let mut order: Vec<Card> = on_top.into_iter().chain(rest.iter()).collect();
        let buried: CardSet = order.split_off(size).into_iter().collect();
        let mut stock = Stock::EMPTY;
        stock.0.iter_mut().zip(order.iter().rev()).for_each(|(slot, card)| *slot = *card);
        (public.stock_size, public.buried) = (size as u8, buried.len());
        public.agenda.then(&[Step::Act, Step::TurnOver]);
        assert!(
            public.engaged(P1) != FieldSet::ALL || public.retired.contains(P1),
            "P1 would have retired"
        );
        let mut state = State {
            setup: Arc::new(setup),
            seed: Seed::new([3; 32]),
            public,
            secrets: Secrets { hands, stock, buried },
            answers: [PendingAnswer::default(); N],
            knowledge: core::array::from_fn(|_| Knowledge::before_deal()),
        };
        for viewer in Viewer::all(N as u8) {
            state.knowledge[viewer.seat().map_or(N, Seat::index)] =
                Knowledge::uninformed(viewer, &state.public, &Own::default());
        }
        Referee { state: &mut state, sink: &mut () }.run();
        Game::new(state)
    }
}
