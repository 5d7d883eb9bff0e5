//! The stock: dealing, drawing, votes on its renewal, its end.

use super::agenda::{Draw, Step};
use super::apply::Referee;
use super::cards::CardSet;
use super::event::{CardFaces, Event};
use super::player::Player;
use super::state::Stock;
use crate::kit::Sink;
use crate::{Rng, Seat, shuffle};

/// What is drawn from the seed, by purpose.
pub(super) mod purpose {
    pub(in super::super) const STARTER: u32 = 1;
    /// Counted by rounds.
    pub(super) const DEAL: u32 = 2;
    /// Counted by rounds and renewals.
    pub(super) const RENEWAL: u32 = 3;
}

/// Renewals of a round are counted below this.
const RENEWALS_COUNTED: u32 = 16;

impl Stock {
    /// Lays these cards under the `size` that there are, in random order. The public size must grow
    /// by an event.
    pub(super) fn put_under<R: Rng + ?Sized>(&mut self, size: u8, cards: CardSet, rng: &mut R) {
        let count = usize::from(cards.len());
        let slots = &mut self.0;
        slots.copy_within(..usize::from(size), count);
        for (slot, card) in slots.iter_mut().zip(cards.iter()) {
            *slot = card;
        }
        shuffle(rng, &mut slots[..count]);
    }
}

impl<S: Sink<Event>> Referee<'_, S> {
    /// All cards come together and are shuffled; every seat gets its first hand.
    pub(super) fn deal(&mut self, round: u8, starter: Seat) {
        self.state.public.stock_size = 0;
        let mut rng = self.state.seed.at(purpose::DEAL, round.into());
        self.state.secrets.stock.put_under(0, CardSet::ALL, &mut rng);
        self.state.secrets.hands.fill(CardSet::EMPTY);
        self.state.secrets.buried = CardSet::EMPTY;
        self.emit(&Event::RoundBegan { round, starter });
        let seats = self.state.seats();
        for seat in (0..seats).map(|steps| starter.clockwise(steps, seats)) {
            self.take(Draw::Fill(Player::at(seat)), super::setup::HAND_LIMIT);
        }
    }

    /// Whose turn it is fills its hand; then the pool and a shared Devil's hand are filled.
    pub(super) fn refill(&mut self) {
        let player = self.public().turn;
        let own = Step::Fill { to: Draw::Fill(player) };
        let devil = Step::Fill { to: Draw::Fill(Player::DEVIL) };
        let is_shared =
            self.public().justice == Some(super::public::Justice::Shared) && !player.is_devil();
        if is_shared && self.public().devil_is_active() {
            self.then(&[devil]);
        }
        if self.public().pool_limit() > 0 {
            self.then(&[Step::Fill { to: Draw::Pool }]);
        }
        if self.public().is_active(player) {
            self.then(&[own]);
        }
    }

    /// Draws as many cards as are missing.
    pub(super) fn fill(&mut self, to: Draw) {
        let public = self.public();
        let left = match to {
            Draw::Fill(player) if public.is_active(player) => {
                self.missing_in_hand(player) + self.missing_in_open_extra(player)
            }
            Draw::Fill(_) | Draw::Hand(_) => 0,
            Draw::Pool => public.pool_limit().saturating_sub(public.pool.len()),
        };
        self.draw(to, left);
    }

    fn missing_in_hand(&self, player: Player) -> u8 {
        self.public().hand_limit(player).saturating_sub(self.public().hand_size(player))
    }

    fn missing_in_open_extra(&self, player: Player) -> u8 {
        self.public().open_extra_limit(player).saturating_sub(self.public().open_extra.len())
    }

    /// Draws `left` cards; asks for a renewal first if the stock is too small, afterwards if it has
    /// run out.
    pub(super) fn draw(&mut self, to: Draw, left: u8) {
        let public = self.public();
        if public.stock_ended || left == 0 {
            return;
        }
        let (size, is_spent) =
            (public.stock_size, public.renewals >= self.state.setup.max_renewals);
        let can_be_renewed = !public.discards.is_empty();
        if size < left && can_be_renewed && !is_spent {
            self.then(&[Step::Vote { answered: 0 }, Step::Draw { to, left }]);
            return;
        }
        self.take(to, left.min(size));
        if self.public().stock_size > 0 || !can_be_renewed {
            return;
        }
        if is_spent {
            self.end_stock(0);
        } else {
            self.then(&[Step::Vote { answered: 0 }]);
        }
    }

    /// A seat has voted; the first no ends the vote, and the stock.
    pub(super) fn vote(&mut self, seat: Seat, answered: u8, yes: bool) {
        self.emit(&Event::Voted { seat, yes });
        if !yes {
            self.take_the_rest();
            self.end_stock(0);
        } else if answered + 1 < self.state.seats() {
            self.then(&[Step::Vote { answered: answered + 1 }]);
        } else {
            // What was left lies on top of what comes under it: it is drawn first.
            self.take_the_rest();
            let (round, renewals) =
                (u32::from(self.public().round), u32::from(self.public().renewals));
            let mut rng = self.state.seed.at(purpose::RENEWAL, round * RENEWALS_COUNTED + renewals);
            let cards = self.public().discards;
            let size = self.public().stock_size;
            self.state.secrets.stock.put_under(size, cards, &mut rng);
            self.emit(&Event::StockRenewed);
        }
    }

    /// The draw that waits for the vote takes what is left of the stock.
    fn take_the_rest(&mut self) {
        let size = self.public().stock_size;
        if let Some(Step::Draw { to, left }) = self.public().agenda.next().filter(|_| size > 0) {
            self.pop();
            self.take(to, size);
            self.then(&[Step::Draw { to, left: left.saturating_sub(size) }]);
        }
    }

    /// Moves `count` cards, as many as there are, from the stock.
    fn take(&mut self, to: Draw, count: u8) {
        if count == 0 {
            return;
        }
        match to {
            Draw::Pool => {
                let cards = self.top(count);
                self.emit(&Event::PoolFilled { cards });
            }
            Draw::Hand(player) => self.take_to_hand(player, count),
            Draw::Fill(player) => {
                let hidden = count.min(self.missing_in_hand(player));
                self.take_to_hand(player, hidden);
                let open = count - hidden;
                if open > 0 {
                    let cards = self.top(open);
                    self.emit(&Event::DrewOpen { player, cards });
                }
            }
        }
    }

    fn take_to_hand(&mut self, player: Player, count: u8) {
        if count == 0 {
            return;
        }
        let cards = self.top(count);
        match player.seat() {
            Some(seat) => {
                self.emit(&Event::Drew { seat, faces: CardFaces::shown(cards) });
                let hand = &mut self.state.secrets.hands[seat.index()];
                *hand = hand.union(cards);
            }
            None => self.emit(&Event::DrewOpen { player, cards }),
        }
    }

    /// The top cards; they leave the stock by the event of the draw.
    fn top(&self, count: u8) -> CardSet {
        self.state.stock().iter().rev().take(count.into()).copied().collect()
    }

    /// Death: the whole stock is removed unseen.
    pub(super) fn bury_stock(&mut self) {
        let stock = self.state.stock().iter().copied().collect();
        self.state.secrets.buried = self.state.secrets.buried.union(stock);
        let size = self.public().stock_size;
        self.end_stock(size);
    }

    /// The stock ends for this round, and with it Temperance.
    fn end_stock(&mut self, buried: u8) {
        self.emit(&Event::StockEnded { buried });
        if self.public().temperance.is_some() {
            self.emit(&Event::TemperanceLifted);
        }
    }
}
