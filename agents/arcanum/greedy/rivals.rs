//! What the rivals' rows may hold, and which share of a House's payout a row of ours wins against them.
//!
//! The cards that a rival will have hidden in a House by the scoring are taken as binomial: its open cards for certain,
//! each other card with the chance that a random card of those that can be there is of that House.

use super::horizon::Horizon;
use hierophant_rules::Seat;
use hierophant_rules::arcanum::{CardSet, House, View};

/// Rivals at the largest table.
const RIVALS_MAX: usize = 4;
/// Counts in one House beyond this are taken as this.
const COUNT_MAX: usize = 9;
/// Hides of a rival per activation, on top of the one in phase A: Vault, Cathedral, Ballroom, Majors.
const EXTRA_HIDES: f32 = 0.9;
/// How much likelier each point of prestige above the mean makes it that a rival holds the House.
const TILT: f32 = 0.02;
/// Value of a hidden card, mean and standard deviation: rivals hide high cards first.
const VALUE_MEAN: f32 = 9.5;
const VALUE_SPREAD: f32 = 3.5;

/// One over each number that a row's size may be; dividing takes longer.
const ONE_OVER: [f32; 32] = {
    let mut one_over = [1.0; 32];
    let mut number = 1;
    while number < one_over.len() {
        one_over[number] = 1.0 / number as f32;
        number += 1;
    }
    one_over
};

/// One rival's prospects.
#[derive(Clone, Copy, Debug, Default)]
struct Rival {
    /// How much we mind its gains; sums to 1 over the rivals.
    weight: f32,
    /// By House: the expected number of cards.
    expected: [f32; 4],
    /// By House: how likely it has exactly so many.
    exactly: [[f32; COUNT_MAX + 1]; 4],
    /// By House: how likely it has more.
    more: [[f32; COUNT_MAX + 1]; 4],
}

/// All the rivals.
#[derive(Clone, Copy, Debug)]
pub(in crate::arcanum) struct Rivals {
    rivals: [Rival; RIVALS_MAX],
    count: usize,
}

impl Rivals {
    /// As they will stand at the next scoring.
    pub(in crate::arcanum) fn at_scoring(view: &View, me: Seat, horizon: &Horizon) -> Rivals {
        let seats = f32::from(view.setup.players);
        let extra = f32::from(horizon.activations) / seats * EXTRA_HIDES;
        Rivals::with(view, me, horizon.hides + (extra + 0.5) as u8)
    }

    /// As they stand now.
    pub(in crate::arcanum) fn now(view: &View, me: Seat) -> Rivals {
        Rivals::with(view, me, 0)
    }

    /// With so many cards still to be hidden by each.
    fn with(view: &View, me: Seat, to_come: u8) -> Rivals {
        let mut all = Rivals { rivals: [Rival::default(); RIVALS_MAX], count: 0 };
        let others = Seat::all(view.setup.players).filter(|&seat| seat != me);
        for (slot, seat) in all.rivals.iter_mut().zip(others) {
            *slot = Rival::of(view, seat, to_come);
            all.count += 1;
        }
        all.weigh(view, me);
        all
    }

    /// The leader's gains count most: up to twice those of the last.
    fn weigh(&mut self, view: &View, me: Seat) {
        let points = &view.public.victory_points;
        let table = Seat::all(view.setup.players).filter(|&seat| seat != me);
        let (lowest, highest) = table.clone().fold((i32::MAX, i32::MIN), |(low, high), seat| {
            (low.min(points[seat.index()]), high.max(points[seat.index()]))
        });
        let range = (highest - lowest).max(10) as f32;
        let mut total = 0.0;
        for (rival, seat) in self.rivals.iter_mut().zip(table) {
            rival.weight = 1.0 + (points[seat.index()] - lowest) as f32 / range;
            total += rival.weight;
        }
        for rival in &mut self.rivals[..self.count] {
            rival.weight /= total;
        }
    }

    fn all(&self) -> &[Rival] {
        &self.rivals[..self.count]
    }

    /// The share of the payout of `house` that `count` cards of the sum `value` are expected to win: 1 for dominance,
    /// 1/2 for influence, 1/4 for presence.
    pub(in crate::arcanum) fn share(&self, house: House, count: u8, value: u16) -> f32 {
        if count == 0 {
            return 0.0;
        }
        let slot = usize::from(count).min(COUNT_MAX);
        let cards = f32::from(count);
        let lead = (f32::from(value) - cards * VALUE_MEAN) / (2.0 * VALUE_SPREAD * cards.sqrt());
        let loses_tie = 0.5 - 0.5 * lead.clamp(-1.0, 1.0);
        // Distribution of the number of rivals ahead: none, one, two.
        let (mut none, mut one, mut two) = (1.0, 0.0, 0.0);
        for rival in self.all() {
            let ahead = rival.more[house.index()][slot] + rival.exactly[house.index()][slot] * loses_tie;
            two = two * (1.0 - ahead) + one * ahead;
            one = one * (1.0 - ahead) + none * ahead;
            none *= 1.0 - ahead;
        }
        none + 0.5 * one + 0.25 * two
    }

    /// How many cards of `house` rivals are expected to have: the most of one, and all together.
    pub(in crate::arcanum) fn expected(&self, house: House) -> (f32, f32) {
        let each = self.all().iter().map(|rival| rival.expected[house.index()]);
        each.fold((0.0, 0.0), |(most, sum): (f32, f32), expected| (most.max(expected), sum + expected))
    }

    /// The weighted mean share of the rivals in `house` if we win `ours` of it.
    pub(in crate::arcanum) fn mean_share(&self, house: House, ours: f32) -> f32 {
        let house = house.index();
        let (mut absent, mut cards, mut weighted) = ([1.0f32, 0.0, 0.0, 0.0], 0.0, 0.0);
        for rival in self.all() {
            let none = rival.exactly[house][0];
            for present in (1..4).rev() {
                absent[present] = absent[present] * none + absent[present - 1] * (1.0 - none);
            }
            absent[0] *= none;
            cards += rival.expected[house];
            weighted += rival.weight * rival.expected[house];
        }
        if cards <= 0.0 {
            return 0.0;
        }
        // What the House pays altogether: 1, 1.5, 1.75 for one, two, three seats present.
        let paid = if ours > 0.0 {
            absent[0] + 1.5 * absent[1] + 1.75 * (absent[2] + absent[3])
        } else {
            absent[1] + 1.5 * absent[2] + 1.75 * absent[3]
        };
        (paid - ours).max(0.0) * weighted / cards
    }
}

impl Rival {
    fn of(view: &View, seat: Seat, to_come: u8) -> Rival {
        let i = seat.index();
        let (public, maybe) = (&view.public, view.knowledge.rows[i].minors());
        let unseen = CardSet::MINORS.minus(view.seen_cards());
        let hidden = public.row_sizes[i] + to_come;
        let mean = public.prestige.iter().map(|&level| f32::from(level)).sum::<f32>() / 4.0;
        let mut rival = Rival::default();
        for house in House::ALL {
            let open = public.open[i].and(CardSet::of(house)).len();
            let in_row = part_of(maybe, house) * f32::from(public.row_sizes[i]);
            let later = part_of(unseen, house) * f32::from(to_come);
            let tilt = 1.0 + TILT * (f32::from(public.prestige[house.index()]) - mean);
            let chance = ((in_row + later) / f32::from(hidden.max(1)) * tilt).clamp(0.01, 0.99);
            rival.expected[house.index()] = f32::from(open) + chance * f32::from(hidden);
            rival.spread(house, open, hidden, chance);
        }
        rival
    }

    /// Fills in how likely each count of `house` is: `open` for certain, and `hidden` cards with this `chance` each.
    fn spread(&mut self, house: House, open: u8, hidden: u8, chance: f32) {
        let (exactly, more) = (&mut self.exactly[house.index()], &mut self.more[house.index()]);
        let mut likely = (0..hidden).fold(1.0, |power, _| power * (1.0 - chance));
        let odds = chance / (1.0 - chance);
        for drawn in 0..=hidden {
            exactly[usize::from(open + drawn).min(COUNT_MAX)] += likely;
            likely *= odds * f32::from(hidden - drawn) * ONE_OVER[usize::from(drawn + 1) % ONE_OVER.len()];
        }
        for count in (0..COUNT_MAX).rev() {
            more[count] = more[count + 1] + exactly[count + 1];
        }
    }
}

/// Which part of `cards` is of `house`; a quarter if there are none.
fn part_of(cards: CardSet, house: House) -> f32 {
    if cards.is_empty() { 0.25 } else { f32::from(cards.and(CardSet::of(house)).len()) / f32::from(cards.len()) }
}
