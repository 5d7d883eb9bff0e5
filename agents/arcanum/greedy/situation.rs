//! What the heuristics look at: our row, the rivals' prospects, and what hiding and pushing is
//! worth.

use super::ByHouse;
use super::horizon::Horizon;
use super::houses::{Order, changed};
use super::lazy::Lazy;
use super::rivals::Rivals;
use super::style::Style;
use core::cell::OnceCell;
use hierophant_rules::Seat;
use hierophant_rules::arcanum::{Card, CardSet, House, Kind, View};

/// Changes of prestige whose worth is remembered, from this fall on; others are worked out each
/// time.
const FALL_MAX: i8 = 4;
const CHANGES: usize = 16;
/// Values of Minors, and 0 for the Fool.
const VALUES: usize = 15;

/// How scarce Minors are, by the number in hand, the last entry for more.
const MINOR_BY_HELD: [f32; 6] = [0.9, 0.9, 0.6, 0.45, 0.3, 0.15];

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

/// Where we stand better than the rivals.
#[derive(Clone, Copy, Debug)]
struct Edges {
    /// By House: our expected share less the rivals' mean.
    edges: ByHouse,
    /// The worth of the present prestige.
    standing: f32,
}

/// How scarce Minors are, by their number in hand; from the third on the value is multiplied by
/// `third`.
pub(super) fn by_held(table: &[f32], held: u8, third: f32) -> f32 {
    table[usize::from(held).min(table.len() - 1)] * if held < 2 { 1.0 } else { third }
}

/// A view, and what follows from it for most decisions: worked out only once it is asked for, as no
/// decision asks for all.
#[derive(Debug)]
pub(in crate::arcanum) struct Situation<'a> {
    pub(in crate::arcanum) view: &'a View,
    pub(in crate::arcanum) me: Seat,
    pub(super) style: &'static Style,
    pub(in crate::arcanum) horizon: Horizon,
    order: Order,
    /// Our hidden cards, those just picked to be hidden included.
    pub(in crate::arcanum) row: CardSet,
    /// Our hand without the cards just picked to be hidden.
    pub(in crate::arcanum) hand: CardSet,
    /// By House: what dominance of it is expected to pay.
    pub(in crate::arcanum) payouts: ByHouse,
    tally: OnceCell<Tally>,
    rivals: OnceCell<Rivals>,
    /// Our expected shares as our row is.
    shares: OnceCell<ByHouse>,
    edges: OnceCell<Edges>,
    /// By House and value: what a further card brings.
    gains: [[Lazy; VALUES]; 4],
    /// By House: what a change of its prestige is worth, from the greatest fall on.
    changes: [[Lazy; CHANGES]; 4],
    /// By location: what its effect is worth.
    pub(super) effects: [Lazy; 10],
    /// The best two hides of the hand.
    pub(super) hides: OnceCell<[(Option<Card>, f32); 2]>,
}

impl<'a> Situation<'a> {
    /// What `me`, the viewer of `view`, looks at.
    #[inline]
    pub(in crate::arcanum) fn new(
        view: &'a View,
        me: Seat,
        style: &'static Style,
    ) -> Situation<'a> {
        let horizon = Horizon::of(view, me.number());
        let order = Order::before(style, horizon.activations);
        let hiding = matches!(view.asked_kind(), Some(Kind::HideSome));
        let picked = if hiding { view.answer.cards } else { CardSet::EMPTY };
        Situation {
            view,
            me,
            style,
            horizon,
            order,
            row: view.own.row.union(view.public.open[me.index()]).union(picked),
            hand: view.own.hand.minus(picked),
            payouts: order.payouts(&view.public.prestige),
            tally: OnceCell::new(),
            rivals: OnceCell::new(),
            shares: OnceCell::new(),
            edges: OnceCell::new(),
            gains: [const { [const { Lazy::new() }; VALUES] }; 4],
            changes: [const { [const { Lazy::new() }; CHANGES] }; 4],
            effects: [const { Lazy::new() }; 10],
            hides: OnceCell::new(),
        }
    }

    /// What our hidden cards are, the Fool in the House where it brings most.
    #[inline]
    pub(in crate::arcanum) fn tally(&self) -> &Tally {
        self.tally.get_or_init(|| {
            let mut tally = Tally::of(self.row);
            if self.row.contains(Card::FOOL) {
                let shares = self.rivals().shares(tally.counts, tally.values);
                let (house, _) = most(&self.gains(&tally, &shares, [0; 4]));
                tally.add(house, 0);
            }
            tally
        })
    }

    /// The rivals as they will stand at the next scoring.
    #[inline]
    pub(in crate::arcanum) fn rivals(&self) -> &Rivals {
        self.rivals
            .get_or_init(|| Rivals::at_scoring(self.view, self.me, &self.horizon, self.style))
    }

    /// By House: our expected share as our row is.
    #[inline]
    pub(in crate::arcanum) fn shares(&self) -> &ByHouse {
        self.shares.get_or_init(|| {
            let tally = self.tally();
            self.rivals().shares(tally.counts, tally.values)
        })
    }

    #[inline]
    fn edges(&self) -> &Edges {
        self.edges.get_or_init(|| self.take_stock())
    }

    /// Works out where we stand better than the rivals.
    fn take_stock(&self) -> Edges {
        let best = House::ALL.map(|house| self.hand.minors().and(CardSet::of(house)).last());
        let shares = self.shares();
        let more =
            self.more_shares(self.tally(), shares, best.map(|card| card.map_or(0, Card::value)));
        let ours = core::array::from_fn(|house| {
            let more = if best[house].is_some() { more[house] } else { 0.0 };
            (shares[house] + self.style.prospect * more).min(1.0)
        });
        let means = self.rivals().mean_shares(&ours);
        let edges = core::array::from_fn(|house| ours[house] - means[house]);
        Edges { edges, standing: worth(&self.payouts, &edges) }
    }

    /// 2 while the Devil doubles, 1 otherwise.
    pub(in crate::arcanum) fn factor(&self) -> i8 {
        if self.view.public.devil { 2 } else { 1 }
    }

    /// Whether it is our activation.
    pub(in crate::arcanum) fn is_active(&self) -> bool {
        self.view.public.active == Some(self.me)
    }

    /// By House: what a further card of this value adds to our `shares` by this tally.
    fn more_shares(&self, tally: &Tally, shares: &ByHouse, values: [u8; 4]) -> ByHouse {
        let sums = core::array::from_fn(|house| tally.values[house] + u16::from(values[house]));
        let after = self.rivals().shares(tally.counts.map(|count| count + 1), sums);
        core::array::from_fn(|house| after[house] - shares[house])
    }

    /// By House: what hiding a card of this value is worth while this is our tally and these are
    /// our shares.
    fn gains(&self, tally: &Tally, shares: &ByHouse, values: [u8; 4]) -> ByHouse {
        let more = self.more_shares(tally, shares, values);
        core::array::from_fn(|house| (1.0 + self.style.denial) * self.payouts[house] * more[house])
    }

    /// What hiding a card of this House and value is worth.
    #[inline]
    pub(in crate::arcanum) fn hide_gain_of(&self, house: House, value: u8) -> f32 {
        let i = house.index();
        self.gains[i][usize::from(value)].get_or_init(|| self.hide_gain_unasked(house, value))
    }

    #[cold]
    fn hide_gain_unasked(&self, house: House, value: u8) -> f32 {
        let i = house.index();
        let (count, sum) = (self.tally().counts[i], self.tally().values[i]);
        let more = self.rivals().share(house, count + 1, sum + u16::from(value)) - self.shares()[i];
        (1.0 + self.style.denial) * self.payouts[i] * more
    }

    /// What hiding this Minor is worth; the Fool counts where it brings most.
    #[inline]
    pub(in crate::arcanum) fn hide_gain(&self, card: Card) -> f32 {
        match card.house() {
            Some(house) => self.hide_gain_of(house, card.value()),
            None => self.fool_gain().1,
        }
    }

    /// The House where a hidden Fool brings most, and how much.
    pub(in crate::arcanum) fn fool_gain(&self) -> (House, f32) {
        most(&self.gains(self.tally(), self.shares(), [0; 4]))
    }

    /// What hiding an unknown Minor is worth (Treasure Vault).
    pub(in crate::arcanum) fn hide_gain_unknown(&self) -> f32 {
        self.gains(self.tally(), self.shares(), [8; 4]).into_iter().sum::<f32>() / 4.0
    }

    /// What it is worth that a House gains or loses; 0 for no change.
    #[inline]
    pub(in crate::arcanum) fn after(&self, change: Option<(House, i8)>) -> f32 {
        let Some((house, change)) = change else { return 0.0 };
        // A greater fall becomes a number beyond all slots.
        let slot = usize::from(change.wrapping_add(FALL_MAX) as u8);
        match self.changes[house.index()].get(slot) {
            Some(lazy) => lazy.get_or_init(|| self.worth_of_change(house, change)),
            None => self.worth_of_change(house, change),
        }
    }

    #[cold]
    fn worth_of_change(&self, house: House, change: i8) -> f32 {
        let Edges { edges, standing } = self.edges();
        let after =
            worth(&self.order.payouts(&changed(self.view.public.prestige, house, change)), edges);
        self.style.push * (after - standing)
    }

    /// The best that a rise by this much can do, over the Houses.
    pub(in crate::arcanum) fn best_rise(&self, by: i8) -> f32 {
        House::ALL
            .into_iter()
            .map(|house| self.after(Some((house, by))))
            .fold(f32::NEG_INFINITY, f32::max)
    }

    /// The best that a fall by this much can do, over the Houses.
    pub(in crate::arcanum) fn best_fall(&self, by: i8) -> f32 {
        self.best_rise(-by)
    }

    /// What the present prestige is worth to us.
    pub(in crate::arcanum) fn standing(&self) -> f32 {
        self.edges().standing
    }

    /// Our edge in a House.
    pub(in crate::arcanum) fn edge(&self, house: House) -> f32 {
        self.edges().edges[house.index()]
    }

    /// What one more Minor in hand is worth: little, as a turn needs two; nothing at the end but
    /// the tie-break.
    pub(in crate::arcanum) fn minor_worth(&self) -> f32 {
        if self.horizon.own_activations == 0 {
            return 0.02;
        }
        self.style.minor * by_held(&MINOR_BY_HELD, self.hand.minors().len(), self.style.third_minor)
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
        if self.hand.majors().len() < self.major_plays() {
            self.style.major
        } else {
            self.style.spare_major
        }
    }
}

/// What it is worth to us that the Houses pay so.
fn worth(payouts: &ByHouse, edges: &ByHouse) -> f32 {
    payouts.iter().zip(edges).map(|(pays, edge)| pays * edge).sum()
}

/// The House with the greatest number, the first of equals, and that number.
fn most(numbers: &ByHouse) -> (House, f32) {
    let mut most = (House::Swords, f32::NEG_INFINITY);
    for (house, &number) in House::ALL.into_iter().zip(numbers) {
        if number > most.1 {
            most = (house, number);
        }
    }
    most
}
