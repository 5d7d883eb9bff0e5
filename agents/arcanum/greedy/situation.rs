//! What the heuristics look at: our row, the rivals' prospects, and what hiding and pushing is worth.

use super::horizon::Horizon;
use super::houses::{Order, changed};
use super::rivals::Rivals;
use core::cell::Cell;
use hierophant_rules::Seat;
use hierophant_rules::arcanum::{Card, CardSet, House, Kind, View};

/// A share of a House that we win is also lost to rivals: by this part more than its own payout.
const DENIAL: f32 = 0.1;
/// How much of what the best card of the hand would add counts as ours before it is hidden.
const PROSPECT: f32 = 0.5;
/// Rises of prestige that are remembered per House; greater ones are worked out each time.
const RISES: usize = 12;

/// What a Minor drawn is worth, to be multiplied by how scarce it is: by Minors in hand, the last entry for more.
const MINOR: f32 = 1.4;
const MINOR_BY_HELD: [f32; 6] = [0.9, 0.9, 0.6, 0.45, 0.3, 0.15];
/// What a Major drawn is worth, and one that will hardly get its turn.
const MAJOR: f32 = 2.0;
const SPARE_MAJOR: f32 = 0.4;

/// Number and sum of the values of the cards that a row holds of each House.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::arcanum) struct Tally {
    pub(in crate::arcanum) counts: [u8; 4],
    pub(in crate::arcanum) values: [u16; 4],
}

impl Tally {
    pub(in crate::arcanum) fn of(cards: CardSet) -> Tally {
        let mut tally = Tally::default();
        for card in cards.minors().iter() {
            if let Some(house) = card.house() {
                tally.add(house, card.value());
            }
        }
        tally
    }

    pub(in crate::arcanum) fn add(&mut self, house: House, value: u8) {
        self.counts[house.index()] += 1;
        self.values[house.index()] += u16::from(value);
    }
}

/// A view, and what follows from it for most decisions.
#[derive(Debug)]
pub(in crate::arcanum) struct Situation<'a> {
    pub(in crate::arcanum) view: &'a View,
    pub(in crate::arcanum) me: Seat,
    pub(in crate::arcanum) horizon: Horizon,
    pub(in crate::arcanum) rivals: Rivals,
    pub(in crate::arcanum) order: Order,
    /// Our hidden cards, those just picked to be hidden included.
    pub(in crate::arcanum) row: CardSet,
    /// Their tally, the Fool in the House where it brings most.
    pub(in crate::arcanum) tally: Tally,
    /// Our hand without the cards just picked to be hidden.
    pub(in crate::arcanum) hand: CardSet,
    /// By House: what dominance of it is expected to pay.
    pub(in crate::arcanum) payouts: [f32; 4],
    /// By House: our expected share less the rivals' mean.
    edges: [f32; 4],
    /// The worth of the present prestige.
    standing: f32,
    /// What a House's rise by 0, 1, 2... is worth; NaN where it hasn't been asked for.
    rises: [[Cell<f32>; RISES]; 4],
}

impl<'a> Situation<'a> {
    /// `None` for a spectator.
    pub(in crate::arcanum) fn new(view: &'a View) -> Option<Situation<'a>> {
        let me = view.viewer.seat()?;
        let horizon = Horizon::of(view, me.number());
        let rivals = Rivals::at_scoring(view, me, &horizon);
        let order = Order::before(horizon.activations);
        let hiding = matches!(view.asked_kind(), Some(Kind::HideSome));
        let picked = if hiding { view.answer.cards } else { CardSet::EMPTY };
        let row = view.row.union(view.public.open[me.index()]).union(picked);
        let mut situation = Situation {
            view,
            me,
            horizon,
            rivals,
            order,
            row,
            tally: Tally::of(row),
            hand: view.hand.minus(picked),
            payouts: order.payouts(&view.public.prestige),
            edges: [0.0; 4],
            standing: 0.0,
            rises: [const { [const { Cell::new(f32::NAN) }; RISES] }; 4],
        };
        if row.contains(Card::FOOL) {
            let (house, _) = situation.fool_gain();
            situation.tally.add(house, 0);
        }
        situation.take_stock();
        Some(situation)
    }

    /// Works out where we stand better than the rivals.
    fn take_stock(&mut self) {
        for house in House::ALL {
            let ours = self.share(house);
            let best = self.hand.minors().and(CardSet::of(house)).last();
            let more = best.map_or(0.0, |card| self.share_gain(house, card.value()));
            let ours = (ours + PROSPECT * more).min(1.0);
            self.edges[house.index()] = ours - self.rivals.mean_share(house, ours);
        }
        self.standing = self.worth_of(&self.view.public.prestige);
    }

    /// 2 while the Devil doubles, 1 otherwise.
    pub(in crate::arcanum) fn factor(&self) -> i8 {
        if self.view.public.devil { 2 } else { 1 }
    }

    /// Whether it is our activation.
    pub(in crate::arcanum) fn is_active(&self) -> bool {
        self.view.public.active == Some(self.me)
    }

    /// Our expected share of a House as our row is.
    fn share(&self, house: House) -> f32 {
        self.rivals.share(house, self.tally.counts[house.index()], self.tally.values[house.index()])
    }

    /// What a further card of this House and value adds to our share.
    fn share_gain(&self, house: House, value: u8) -> f32 {
        let (count, sum) = (self.tally.counts[house.index()], self.tally.values[house.index()]);
        self.rivals.share(house, count + 1, sum + u16::from(value)) - self.share(house)
    }

    /// What hiding a card of this House and value is worth.
    pub(in crate::arcanum) fn hide_gain_of(&self, house: House, value: u8) -> f32 {
        (1.0 + DENIAL) * self.payouts[house.index()] * self.share_gain(house, value)
    }

    /// What hiding this Minor is worth; the Fool counts where it brings most.
    pub(in crate::arcanum) fn hide_gain(&self, card: Card) -> f32 {
        match card.house() {
            Some(house) => self.hide_gain_of(house, card.value()),
            None => self.fool_gain().1,
        }
    }

    /// The House where a hidden Fool brings most, and how much.
    pub(in crate::arcanum) fn fool_gain(&self) -> (House, f32) {
        let mut best = (House::Swords, f32::NEG_INFINITY);
        for house in House::ALL {
            let gain = self.hide_gain_of(house, 0);
            if gain > best.1 {
                best = (house, gain);
            }
        }
        best
    }

    /// What hiding an unknown Minor is worth (Treasure Vault).
    pub(in crate::arcanum) fn hide_gain_unknown(&self) -> f32 {
        House::ALL.into_iter().map(|house| self.hide_gain_of(house, 8)).sum::<f32>() / 4.0
    }

    /// What these levels of prestige are worth to us.
    fn worth_of(&self, prestige: &[u8; 4]) -> f32 {
        self.order.payouts(prestige).iter().zip(self.edges).map(|(pays, edge)| pays * edge).sum()
    }

    /// What it is worth that a House gains or loses; 0 for no change.
    pub(in crate::arcanum) fn after(&self, change: Option<(House, i8)>) -> f32 {
        let Some((house, change)) = change else { return 0.0 };
        let remembered = usize::try_from(change).ok().and_then(|rise| self.rises[house.index()].get(rise));
        if let Some(worth) = remembered.map(Cell::get).filter(|worth| !worth.is_nan()) {
            return worth;
        }
        let worth = self.worth_of(&changed(self.view.public.prestige, house, change)) - self.standing;
        if let Some(cell) = remembered {
            cell.set(worth);
        }
        worth
    }

    /// The best that a rise by this much can do, over the Houses.
    pub(in crate::arcanum) fn best_rise(&self, by: i8) -> f32 {
        House::ALL.into_iter().map(|house| self.after(Some((house, by)))).fold(f32::NEG_INFINITY, f32::max)
    }

    /// The best that a fall by this much can do, over the Houses.
    pub(in crate::arcanum) fn best_fall(&self, by: i8) -> f32 {
        self.best_rise(-by)
    }

    /// What the present prestige is worth to us.
    pub(in crate::arcanum) fn standing(&self) -> f32 {
        self.standing
    }

    /// Our edge in a House.
    pub(in crate::arcanum) fn edge(&self, house: House) -> f32 {
        self.edges[house.index()]
    }

    /// What one more Minor in hand is worth: little, as a turn needs two; nothing at the end but the tie-break.
    pub(in crate::arcanum) fn minor_worth(&self) -> f32 {
        if self.horizon.own_activations == 0 {
            return 0.02;
        }
        MINOR * MINOR_BY_HELD[usize::from(self.hand.minors().len()).min(5)]
    }

    /// Majors that we can still play: one per activation.
    pub(in crate::arcanum) fn major_plays(&self) -> u8 {
        self.horizon.own_activations + u8::from(self.is_active() && !self.view.public.major_played)
    }

    /// What one more Major in hand is worth.
    pub(in crate::arcanum) fn major_worth(&self) -> f32 {
        if !self.view.setup.majors_in(self.view.public.turn) || self.major_plays() == 0 {
            return 0.02;
        }
        if self.hand.majors().len() < self.major_plays() { MAJOR } else { SPARE_MAJOR }
    }
}
