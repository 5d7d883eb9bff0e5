//! Sets a position up by hand, down to the order of piles.

use super::game::Game;
use crate::arcana::agenda::Step;
use crate::arcana::cards::{Card, CardSet, Guild};
use crate::arcana::knowledge::Knowledge;
use crate::arcana::pending_answer::PendingAnswer;
use crate::arcana::public::{Pile, Public};
use crate::arcana::rows::{Rows, Shown, Slot};
use crate::arcana::setup::{Guilds, N, Setup};
use crate::arcana::state::{Secrets, State};
use crate::arcana::zone::{ZONES, Zone};
use crate::kit::{Knowledge as _, Referee};
use crate::{Seat, Seed, Viewer};
use alloc::{sync::Arc, vec::Vec};

pub(super) const A: Seat = Seat::FIRST;
pub(super) const B: Seat = A.clockwise(1, 4);
pub(super) const C: Seat = A.clockwise(2, 4);

/// The card with this id.
#[track_caller]
pub(super) fn card(id: &str) -> Card {
    Card::named(id).unwrap_or_else(|| panic!("there is no card {id}"))
}

/// Cards by their ids.
#[track_caller]
pub(super) fn cards(ids: &str) -> CardSet {
    card_list(ids).into_iter().collect()
}

#[track_caller]
fn card_list(ids: &str) -> Vec<Card> {
    ids.split_whitespace().map(card).collect()
}

#[track_caller]
pub(super) fn zone(number: u8) -> Zone {
    Zone::new(number).expect("a zone")
}

/// A position in the making: A's turn in round 1, which A has begun. A guild's cards that are
/// placed nowhere lie on its resource pile, market cards are out of the game. Zones without a stake
/// that is named have none.
#[derive(Clone)]
pub(super) struct Table {
    setup: Setup,
    public: Public,
    secrets: Secrets,
    turn: Seat,
}

impl Table {
    pub(super) fn new(guilds: &[Guild]) -> Table {
        let players = guilds.len() as u8;
        let setup = Setup { players, guilds: Guilds::Given(guilds.to_vec()), ..Setup::default() };
        let mut public = Public::before_deal(&setup, A);
        public.round = 1;
        for (player, &guild) in public.players.iter_mut().zip(guilds) {
            player.guild = Some(guild);
        }
        public.piles = [Pile::new(None, 0, &[]).expect("nothing is too little"); ZONES];
        let secrets = Secrets::before_deal();
        Table { setup, public, secrets, turn: A }
    }

    pub(super) fn modules(mut self, change: impl FnOnce(&mut Setup)) -> Table {
        change(&mut self.setup);
        self.public.militia = self.setup.militia.then_some(6);
        self
    }

    /// The top cards of the militia's deck, the top one first.
    pub(super) fn militia(mut self, ids: &str) -> Table {
        let top = card_list(ids);
        let rest = CardSet::MILITIA.minus(cards(ids));
        let order: Vec<Card> = top.into_iter().chain(rest.iter()).collect();
        let places = self.secrets.militia.iter_mut().rev();
        places.zip(order).for_each(|(place, card)| *place = card);
        self
    }

    pub(super) fn hand(mut self, seat: Seat, ids: &str) -> Table {
        self.secrets.own[seat.index()].hand = cards(ids);
        self
    }

    /// The top card first.
    pub(super) fn draw_pile(mut self, seat: Seat, ids: &str) -> Table {
        let order = card_list(ids);
        self.secrets.own[seat.index()].draw_pile = order.iter().copied().collect();
        let places = self.secrets.draw_piles[seat.index()].iter_mut();
        places.zip(order.into_iter().rev()).for_each(|(place, card)| *place = card);
        self
    }

    pub(super) fn resources(mut self, seat: Seat, ids: &str) -> Table {
        self.public.players[seat.index()].resources = cards(ids);
        self
    }

    pub(super) fn base(mut self, seat: Seat, ids: &str) -> Table {
        self.public.players[seat.index()].base = cards(ids);
        self
    }

    pub(super) fn stake(mut self, number: u8, id: &str) -> Table {
        self.public.piles[usize::from(number)].stake = Some(card(id));
        self
    }

    /// Stakes of the zones, from zone 0 on.
    pub(super) fn stakes(self, ids: &str) -> Table {
        (0..).zip(ids.split_whitespace()).fold(self, |table, (number, id)| table.stake(number, id))
    }

    /// A zone's pile, the top card first; `game_end` is Game End.
    pub(super) fn pile(mut self, number: u8, ids: &str) -> Table {
        let order: Vec<Option<Card>> =
            ids.split_whitespace().map(|id| (id != "game_end").then(|| card(id))).collect();
        self.public.piles[usize::from(number)].size = order.len() as u8;
        let places = self.secrets.piles[usize::from(number)].iter_mut();
        places.zip(order.into_iter().rev()).for_each(|(place, card)| *place = card);
        self
    }

    pub(super) fn up(self, seat: Seat, number: u8, ids: &str) -> Table {
        card_list(ids).into_iter().fold(self, |mut table, card| {
            let slot = Slot { zone: zone(number), owner: seat, shown: Shown::Card(card) };
            table.public.rows.push(slot);
            table
        })
    }

    pub(super) fn down(self, seat: Seat, number: u8, ids: &str) -> Table {
        card_list(ids).into_iter().fold(self, |mut table, card| {
            let cover = table.public.rows.free_cover(seat);
            let shown =
                if card.is_militia() { Shown::Militia(cover) } else { Shown::Operative(cover) };
            table.public.rows.push(Slot { zone: zone(number), owner: seat, shown });
            table.secrets.own[seat.index()].covers[usize::from(cover)] = Some(card);
            table
        })
    }

    pub(super) fn lock(mut self, number: u8) -> Table {
        self.public.locked.insert(zone(number));
        self
    }

    pub(super) fn round(mut self, round: u8) -> Table {
        self.public.round = round;
        self
    }

    /// The round is the last one.
    pub(super) fn last_round(mut self) -> Table {
        self.public.last_round = Some(self.public.round);
        self
    }

    pub(super) fn turn(mut self, seat: Seat) -> Table {
        self.turn = seat;
        self
    }

    pub(super) fn kept(mut self, seat: Seat, numbers: [u8; 2]) -> Table {
        let kept = numbers.map(|number| crate::arcana::Objective::new(number).expect("a number"));
        let own = &mut self.secrets.own[seat.index()];
        (own.kept, own.dealt) = (Some(kept), Some([kept[0], kept[0], kept[1], kept[1]]));
        self.public.players[seat.index()].objectives = 2;
        self
    }

    /// The position, with whose turn it is asked for an action.
    pub(super) fn game(self) -> Game {
        let Table { setup, mut public, secrets, turn } = self;
        let rows = Rows::from_slots(public.rows.all()).expect("as many as there were");
        for (seat, guild) in Seat::all(setup.players).zip(public.players.map(|it| it.guild)) {
            let own = &secrets.own[seat.index()];
            let covered = own.covered().and(CardSet::OPERATIVES);
            let fielded = rows.all().iter().filter_map(|slot| slot.shown.card()).collect();
            let player = &mut public.players[seat.index()];
            player.hidden = own.hand.union(own.draw_pile).union(covered);
            (player.hand, player.draw_pile) = (own.hand.len(), own.draw_pile.len());
            let guild = guild.expect("each seat has one").cards();
            let rest = guild.minus(player.hidden).minus(player.base).minus(fielded);
            player.resources = player.resources.union(rest);
        }
        let steps = [Step::Turn { seat: turn }];
        public.agenda.then(&steps);
        let knowledge = core::array::from_fn(|_| Knowledge::before_deal());
        let mut state = State {
            setup: Arc::new(setup),
            seed: Seed::new([3; 32]),
            public,
            secrets,
            answers: [PendingAnswer::default(); N],
            knowledge,
        };
        for viewer in Viewer::all(N as u8) {
            let index = viewer.seat().map_or(N, Seat::index);
            let own =
                viewer.seat().map_or_else(Default::default, |seat| state.secrets.own[seat.index()]);
            state.knowledge[index] = Knowledge::uninformed(viewer, &state.public, &own);
        }
        Referee { state: &mut state, sink: &mut () }.run();
        Game::new(state)
    }
}
