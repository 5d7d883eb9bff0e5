//! What the referee does to the table: draws, gains, moves of figures, and what locations bring.

use super::agenda::Step;
use super::apply::Referee;
use super::cards::{CardSet, Figure, House, Location, LocationSet, Pile};
use super::event::{CardFaces, Event};
use super::public::PRESTIGE_MAX;
use super::state::Secrets;
use crate::Seat;
use crate::kit::Sink;

impl<S: Sink<Event>> Referee<'_, S> {
    /// Draws up to `wanted` cards into the hand of `seat`, reshuffling when needed. Returns how
    /// many there were.
    pub(super) fn draw(&mut self, seat: Seat, pile: Pile, wanted: u8) -> u8 {
        if pile == Pile::Major && !self.state.setup.majors_in(self.public().turn) {
            return 0;
        }
        let mut drawn = 0;
        while drawn < wanted {
            let cards = self.take_from(pile, wanted - drawn);
            if !cards.is_empty() || (drawn == 0 && !self.can_reshuffle(pile)) {
                self.emit(&Event::Drew { seat, pile, faces: CardFaces::shown(cards) });
                let hand = &mut self.state.secrets.hands[seat.index()];
                *hand = hand.union(cards);
                drawn += cards.len();
            }
            if drawn < wanted && !self.reshuffle(pile) {
                break;
            }
        }
        drawn
    }

    /// The top cards of a pile, at most `wanted`. The public size changes by the event of the draw.
    fn take_from(&self, pile: Pile, wanted: u8) -> CardSet {
        let size = usize::from(self.public().pile_sizes[pile.index()]);
        let bottom = size.saturating_sub(usize::from(wanted));
        self.state.secrets.piles.of(pile)[bottom..size].iter().copied().collect()
    }

    fn can_reshuffle(&self, pile: Pile) -> bool {
        !self.public().discards.and(pile.cards()).is_empty()
    }

    fn reshuffle(&mut self, pile: Pile) -> bool {
        if !self.can_reshuffle(pile) {
            return false;
        }
        let cards = self.public().discards.and(pile.cards());
        self.emit(&Event::Reshuffled { pile });
        self.state.shuffle(pile, cards);
        true
    }

    /// The Treasure Vault: one Minor from the pile into the row.
    fn draw_into_row(&mut self, seat: Seat) {
        if self.public().pile_sizes[Pile::Minor.index()] == 0 {
            self.reshuffle(Pile::Minor);
        }
        let cards = self.take_from(Pile::Minor, 1);
        self.emit(&Event::Vaulted { seat, faces: CardFaces::shown(cards) });
        let row = &mut self.state.secrets.rows[seat.index()];
        *row = row.union(cards);
    }

    /// The seat gains (or loses) VP, twice as many while the Devil is about; never below 0.
    pub(super) fn gain(&mut self, seat: Seat, points: i32) {
        let change = if self.public().devil { 2 * points } else { points };
        let total = (self.public().victory_points[seat.index()] + change).max(0);
        self.emit(&Event::VictoryPointsChanged { seat, change, total });
    }

    /// The House gains (or loses) prestige, twice as much while the Devil is about. It stops at 21:
    /// each point beyond pushes every other House down by one. Never below 0.
    pub(super) fn prestige(&mut self, house: House, points: i8) {
        let change = if self.public().devil { 2 * points } else { points };
        let mut levels = self.public().prestige;
        let level = &mut levels[house.index()];
        if change < 0 {
            *level = level.saturating_sub(change.unsigned_abs());
        } else {
            let wanted = *level + change.unsigned_abs();
            let excess = wanted.saturating_sub(PRESTIGE_MAX);
            *level = wanted - excess;
            for other in House::ALL.into_iter().filter(|other| *other != house) {
                levels[other.index()] = levels[other.index()].saturating_sub(excess);
            }
        }
        self.emit(&Event::PrestigeChanged { house, change, levels });
    }

    /// A figure moves: its House gains by the symbols, and the location takes effect.
    pub(super) fn move_figure(&mut self, figure: Figure, to: Location) {
        self.emit(&Event::FigureMoved { figure, to });
        let gain = self.state.setup.board.gain(figure, to);
        if gain > 0 {
            self.prestige(figure.house(), gain as i8);
        }
        self.visit(to);
    }

    fn visit(&mut self, location: Location) {
        let seat = self.active();
        let draw = |minors, majors| Step::Draw { seat, minors, majors };
        match location {
            Location::MAGE_TOWER => {
                self.gain(seat, 1);
                self.then(&[draw(0, 1)]);
            }
            Location::ARTISAN_DISTRICT if self.state.setup.majors_in(self.public().turn) => {
                self.then(&[Step::Artisan])
            }
            Location::ARTISAN_DISTRICT | Location::THRONE_ROOM => self.then(&[draw(2, 0)]),
            Location::HARBOUR => self.then(&[draw(1, 0), Step::Harbour { answered: 0, drawn: 0 }]),
            Location::MARKET => {
                self.gain(seat, 2);
                self.then(&[Step::Market]);
            }
            Location::FIELDS => {
                let points = self.state.setup.constants().fields_victory_points;
                if points > 0 {
                    self.gain(seat, points);
                }
                self.then(&[Step::Fields { house: House::Swords }]);
            }
            Location::TREASURE_VAULT => self.draw_into_row(seat),
            Location::CATHEDRAL => self.then(&[Step::Cathedral]),
            Location::BALLROOM => self.then(&[Step::MayHide]),
            Location::CASTLE => self.then(&[Step::OthersDiscard]),
            _ => {}
        }
    }

    /// Discards from a hand.
    pub(super) fn discard(&mut self, seat: Seat, cards: CardSet) {
        self.emit(&Event::Discarded { seat, cards });
        let hand = &mut self.state.secrets.hands[seat.index()];
        *hand = hand.minus(cards);
    }

    /// Moves cards from a hand into the hidden row; hiding none is declining.
    pub(super) fn hide(&mut self, seat: Seat, cards: CardSet) {
        if cards.is_empty() {
            self.emit(&Event::Declined { seat });
            return;
        }
        self.emit(&Event::Hid { seat, faces: CardFaces::shown(cards) });
        let Secrets { hands, rows, .. } = &mut self.state.secrets;
        hands[seat.index()] = hands[seat.index()].minus(cards);
        rows[seat.index()] = rows[seat.index()].union(cards);
    }

    /// A removed figure comes back: no prestige, no effect.
    pub(super) fn return_figure(&mut self, seat: Seat, to: Location, taken: u16) {
        let Some(figure) = self.public().removed[seat.index()].first() else { return };
        self.pop();
        self.emit(&Event::FigureReturned { seat, figure, to });
        let mut taken = LocationSet::from_bits(taken).unwrap_or_default();
        taken.insert(to);
        self.then(&[Step::ReturnFigures { taken: taken.bits() }]);
    }
}
