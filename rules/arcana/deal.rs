//! The deal, and everything that is shuffled or drawn.

use super::agenda::Step;
use super::apply::Referee;
use super::cards::{Card, CardSet, Fief, Guild, Objective};
use super::event::{CardFaces, Event};
use super::setup::Guilds;
use super::zone::Zone;
use crate::kit::Sink;
use crate::{Rng, Seat, Seed, bounded, shuffle};
use alloc::vec::Vec;

/// What the seed is drawn for.
pub(super) mod purpose {
    pub(in super::super) const START: u32 = 0;
    pub(super) const GUILDS: u32 = 1;
    pub(super) const MARKET: u32 = 2;
    pub(super) const GAME_END: u32 = 3;
    pub(super) const OBJECTIVES: u32 = 4;
    pub(super) const MILITIA: u32 = 5;
    pub(super) const RAID: u32 = 6;
    /// Plus the seat's number.
    pub(super) const PILE: u32 = 16;
}

/// Cards that each zone begins with.
const ZONE_CARDS: usize = 12;
/// Of the free zone's cards those that Game End is shuffled into.
const BOTTOM_CARDS: usize = 5;
/// Cards that a seat draws for a round.
const DRAWN: u8 = 4;

/// The objectives, two cards each, in canonical order.
pub(super) fn all_objectives() -> impl Iterator<Item = Objective> {
    Fief::ALL.into_iter().flat_map(|fief| [Objective(fief); Objective::COPIES as usize])
}

impl<S: Sink<Event>> Referee<'_, S> {
    /// Guilds are given out, or chosen in seat order from the start seat on.
    pub(super) fn begin(&mut self) {
        let (seats, start) = (self.state.seats(), self.public().start);
        let mut drawn = Guild::ALL;
        shuffle(&mut self.state.seed.at(purpose::GUILDS, 0), &mut drawn);
        let given: Vec<Guild> = match &self.state.setup.guilds {
            Guilds::Drawn => drawn[..usize::from(seats)].to_vec(),
            Guilds::Given(guilds) => guilds.clone(),
            Guilds::Chosen => Vec::new(),
        };
        for (seat, &guild) in Seat::all(seats).zip(&given) {
            self.take_guild(seat, guild);
        }
        self.then(&[Step::Deal]);
        if given.is_empty() {
            for steps in (0..seats).rev() {
                self.then(&[Step::Guild { seat: start.clockwise(steps, seats) }]);
            }
        }
    }

    pub(super) fn take_guild(&mut self, seat: Seat, guild: Guild) {
        self.emit(&Event::GuildTaken { seat, guild });
        self.shuffle_pile(seat, guild.cards());
    }

    /// Market and militia are laid out, objectives dealt.
    pub(super) fn deal(&mut self) {
        self.lay_out_market();
        self.shuffle_militia();
        for zone in self.public().zones() {
            self.turn_up(zone);
        }
        self.then(&[Step::Round { round: 1 }]);
        if self.state.setup.objectives {
            self.deal_objectives();
            self.then(&[Step::Objectives]);
        }
    }

    fn lay_out_market(&mut self) {
        let mut market: Vec<Card> = CardSet::MARKET.iter().collect();
        shuffle(&mut self.state.seed.at(purpose::MARKET, 0), &mut market);
        let free = Zone::free(self.state.seats());
        for (zone, cards) in self.public().zones().zip(market.chunks(ZONE_CARDS)) {
            let mut pile: Vec<Option<Card>> = cards.iter().copied().map(Some).collect();
            if zone == free {
                pile.push(None);
                let bottom = &mut pile[ZONE_CARDS - BOTTOM_CARDS..];
                shuffle(&mut self.state.seed.at(purpose::GAME_END, 0), bottom);
            }
            let places = self.state.secrets.piles[zone.index()].iter_mut();
            places.zip(pile.into_iter().rev()).for_each(|(place, card)| *place = card);
        }
    }

    fn deal_objectives(&mut self) {
        let mut cards: Vec<Objective> = all_objectives().collect();
        shuffle(&mut self.state.seed.at(purpose::OBJECTIVES, 0), &mut cards);
        for (seat, dealt) in self.seats_from_start().zip(cards.as_chunks::<4>().0) {
            let mut dealt = *dealt;
            dealt.sort_unstable();
            self.emit(&Event::ObjectivesDealt { seat, objectives: Some(dealt) });
        }
    }

    /// All seats, clockwise from the start seat.
    pub(super) fn seats_from_start(&self) -> impl Iterator<Item = Seat> + use<S> {
        let (seats, start) = (self.state.seats(), self.public().start);
        (0..seats).map(move |steps| start.clockwise(steps, seats))
    }

    /// These cards become the seat's draw pile, in random order.
    fn shuffle_pile(&mut self, seat: Seat, cards: CardSet) {
        let secrets = &mut self.state.secrets;
        let count = &mut secrets.shuffles[seat.index()];
        let purpose = purpose::PILE + u32::from(seat.number());
        let pile = &mut secrets.draw_piles[seat.index()];
        lay_shuffled(pile, cards, &self.state.seed, purpose, (*count).into());
        *count += 1;
    }

    /// The militia's deck, complete, is shuffled.
    pub(super) fn shuffle_militia(&mut self) {
        let secrets = &mut self.state.secrets;
        let (seed, count) = (&self.state.seed, secrets.musters.into());
        lay_shuffled(&mut secrets.militia, CardSet::MILITIA, seed, purpose::MILITIA, count);
        secrets.musters += 1;
    }

    /// Draws for a round: the resource pile is shuffled when a card is needed and the draw pile is
    /// empty.
    pub(super) fn draw_for_round(&mut self, seat: Seat) {
        let drawn = self.draw(seat, DRAWN);
        let cards = self.public().player(seat).resources;
        if drawn < DRAWN && !cards.is_empty() {
            self.emit(&Event::Shuffled { seat, cards });
            self.shuffle_pile(seat, cards);
            self.draw(seat, DRAWN - drawn);
        }
    }

    /// Draws so many cards, or what there is; how many.
    pub(super) fn draw(&mut self, seat: Seat, most: u8) -> u8 {
        let size = self.public().player(seat).draw_pile;
        let count = most.min(size);
        if count > 0 {
            let pile = &self.state.secrets.draw_piles[seat.index()];
            let top = &pile[usize::from(size - count)..usize::from(size)];
            let faces = CardFaces::shown(top.iter().copied().collect());
            self.emit(&Event::Drew { seat, faces });
        }
        count
    }

    /// A zone turns up the top card of its pile; Game End is set aside.
    pub(super) fn turn_up(&mut self, zone: Zone) {
        while let Some(top) = self.public().piles[zone.index()].size.checked_sub(1) {
            match self.state.secrets.piles[zone.index()][usize::from(top)] {
                Some(card) => return self.emit(&Event::TurnedUp { zone, card }),
                None => {
                    let last_round = (self.public().round + 1).min(super::setup::ROUNDS_MAX);
                    self.emit(&Event::GameEndCame { zone, last_round });
                }
            }
        }
    }

    /// The stake of a zone goes under its pile.
    pub(super) fn cycle(&mut self, zone: Zone) {
        let Some(card) = self.public().stake(zone) else { return };
        self.emit(&Event::Cycled { zone, card });
        let pile = &mut self.state.secrets.piles[zone.index()];
        pile.rotate_right(1);
        pile[0] = Some(card);
        self.turn_up(zone);
    }

    /// A random card of a hand goes to its owner's resource pile.
    pub(super) fn raid(&mut self, from: Seat) {
        let hand = self.state.secrets.own[from.index()].hand;
        let mut rng = self.state.seed.at(purpose::RAID, self.state.secrets.raids.into());
        self.state.secrets.raids += 1;
        let index = bounded(&mut rng, hand.len().into()) as usize;
        if let Some(card) = hand.iter().nth(index) {
            self.emit(&Event::Raided { from, card });
        }
    }

    /// The top card of the militia's deck.
    pub(super) fn top_militia(&self) -> Option<Card> {
        let top = self.public().militia?.checked_sub(1)?;
        self.state.secrets.militia.get(usize::from(top)).copied()
    }
}

/// Lays cards in random order; the first one after the shuffle is the top one, which lies last.
fn lay_shuffled(pile: &mut [Card], cards: CardSet, seed: &Seed, purpose: u32, count: u32) {
    lay(pile, cards, &mut seed.at(purpose, count)).reverse();
}

/// Lays these cards in random order, and nothing beyond the end of the pile; what was laid.
pub(super) fn lay<'a, R: Rng + ?Sized>(
    pile: &'a mut [Card],
    cards: CardSet,
    rng: &mut R,
) -> &'a mut [Card] {
    let size = usize::from(cards.len()).min(pile.len());
    pile.iter_mut().zip(cards.iter()).for_each(|(place, card)| *place = card);
    shuffle(rng, &mut pile[..size]);
    &mut pile[..size]
}
