//! What the rivals' rows may hold, and which share of a House's payout a row of ours wins against
//! them.
//!
//! The cards that a rival will have hidden in a House by the scoring are taken as binomial: its
//! open cards for certain, each other card with the chance that a random card of those that can be
//! there is of that House. All four Houses are worked out side by side, as that takes hardly longer
//! than one.

use super::ByHouse;
use super::horizon::Horizon;
use super::style::Style;
use hierophant_rules::Seat;
use hierophant_rules::arcanum::{CardSet, House, View};

/// Rivals at the largest table.
const RIVALS_MAX: usize = 4;
/// Counts in one House beyond this are taken as this.
const COUNT_MAX: usize = 9;

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
#[derive(Clone, Copy, Debug)]
struct Rival {
    /// How much we mind its gains; sums to 1 over the rivals.
    weight: f32,
    /// The expected number of cards.
    expected: ByHouse,
    /// By count: how likely it has exactly this number.
    exactly: [ByHouse; COUNT_MAX + 1],
    /// By count: how likely it has more.
    more: [ByHouse; COUNT_MAX + 1],
}

impl Rival {
    const UNKNOWN: Rival = Rival {
        weight: 0.0,
        expected: [0.0; 4],
        exactly: [[0.0; 4]; COUNT_MAX + 1],
        more: [[0.0; 4]; COUNT_MAX + 1],
    };
}

/// All the rivals.
#[derive(Clone, Copy, Debug)]
pub(in crate::arcanum) struct Rivals {
    rivals: [Rival; RIVALS_MAX],
    count: usize,
    style: &'static Style,
}

impl Rivals {
    /// As they will stand at the next scoring.
    #[inline]
    pub(in crate::arcanum) fn at_scoring(
        view: &View,
        me: Seat,
        horizon: &Horizon,
        style: &'static Style,
    ) -> Rivals {
        let seats = f32::from(view.setup.players);
        let extra = f32::from(horizon.activations) / seats * style.extra_hides;
        Rivals::with(view, me, horizon.hides + (extra + 0.5) as u8, style)
    }

    /// As they stand now.
    pub(in crate::arcanum) fn now(view: &View, me: Seat, style: &'static Style) -> Rivals {
        Rivals::with(view, me, 0, style)
    }

    /// As they will stand after each has hidden `to_come` more cards.
    #[inline]
    fn with(view: &View, me: Seat, to_come: u8, style: &'static Style) -> Rivals {
        let mut all = Rivals { rivals: [Rival::UNKNOWN; RIVALS_MAX], count: 0, style };
        let others = Seat::all(view.setup.players).filter(|&seat| seat != me);
        let outlook = Outlook::of(view, to_come, style.tilt);
        for (rival, seat) in all.rivals.iter_mut().zip(others) {
            rival.expect(view, seat, &outlook);
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
            rival.weight = 1.0 + self.style.leader * (points[seat.index()] - lowest) as f32 / range;
            total += rival.weight;
        }
        for rival in &mut self.rivals[..self.count] {
            rival.weight /= total;
        }
    }

    fn all(&self) -> &[Rival] {
        &self.rivals[..self.count]
    }

    /// The share of the payout of `house` that `count` cards of the sum `value` are expected to
    /// win: 1 for dominance, 1/2 for influence, 1/4 for presence.
    pub(in crate::arcanum) fn share(&self, house: House, count: u8, value: u16) -> f32 {
        let [share] = self.shares_of([house.index()], [count], [value]);
        share
    }

    /// The same for each House.
    pub(in crate::arcanum) fn shares(&self, counts: [u8; 4], values: [u16; 4]) -> ByHouse {
        self.shares_of([0, 1, 2, 3], counts, values)
    }

    /// The same for these Houses, by index.
    fn shares_of<const N: usize>(
        &self,
        houses: [usize; N],
        counts: [u8; N],
        values: [u16; N],
    ) -> [f32; N] {
        let slots = counts.map(|count| usize::from(count).min(COUNT_MAX));
        let (mut loses_tie, mut ahead) = ([0.0; N], [0.0; N]);
        for i in 0..N {
            let cards = f32::from(counts[i]);
            let lead = (f32::from(values[i]) - cards * self.style.value_mean)
                / (2.0 * self.style.value_spread * cards.sqrt());
            loses_tie[i] = 0.5 - 0.5 * lead.clamp(-1.0, 1.0);
        }
        // Distribution of the number of rivals ahead: none, one, two.
        let (mut none, mut one, mut two) = ([1.0; N], [0.0; N], [0.0; N]);
        for rival in self.all() {
            for i in 0..N {
                let (slot, house) = (slots[i], houses[i]);
                ahead[i] = rival.more[slot][house] + rival.exactly[slot][house] * loses_tie[i];
            }
            for i in 0..N {
                two[i] = two[i] * (1.0 - ahead[i]) + one[i] * ahead[i];
                one[i] = one[i] * (1.0 - ahead[i]) + none[i] * ahead[i];
                none[i] *= 1.0 - ahead[i];
            }
        }
        core::array::from_fn(|i| {
            if counts[i] == 0 { 0.0 } else { none[i] + 0.5 * one[i] + 0.25 * two[i] }
        })
    }

    /// How many cards of `house` rivals are expected to have: the most of one, and all together.
    pub(in crate::arcanum) fn expected(&self, house: House) -> (f32, f32) {
        let each = self.all().iter().map(|rival| rival.expected[house.index()]);
        each.fold((0.0, 0.0), |(most, sum): (f32, f32), expected| {
            (most.max(expected), sum + expected)
        })
    }

    /// By House: the weighted mean share of the rivals if we win `ours` of it.
    pub(in crate::arcanum) fn mean_shares(&self, ours: &ByHouse) -> ByHouse {
        // By the number of rivals present: how likely that is.
        let mut present = [[1.0f32; 4], [0.0; 4], [0.0; 4], [0.0; 4]];
        let (mut cards, mut weighted) = ([0.0; 4], [0.0; 4]);
        for rival in self.all() {
            let absent = &rival.exactly[0];
            for house in 0..4 {
                for number in (1..4).rev() {
                    present[number][house] = present[number][house] * absent[house]
                        + present[number - 1][house] * (1.0 - absent[house]);
                }
                present[0][house] *= absent[house];
                cards[house] += rival.expected[house];
                weighted[house] += rival.weight * rival.expected[house];
            }
        }
        let [none, one, two, three] = present;
        core::array::from_fn(|house| {
            if cards[house] <= 0.0 {
                return 0.0;
            }
            // What the House pays altogether: 1, 1.5, 1.75 for one, two, three seats present.
            let paid = if ours[house] > 0.0 {
                none[house] + 1.5 * one[house] + 1.75 * (two[house] + three[house])
            } else {
                one[house] + 1.5 * two[house] + 1.75 * three[house]
            };
            (paid - ours[house]).max(0.0) * weighted[house] / cards[house]
        })
    }
}

/// What bears on all rivals alike.
struct Outlook {
    /// Cards still to be hidden by each, and how many of each House that will be.
    to_come: u8,
    later: ByHouse,
    /// How much likelier than by the numbers of cards a rival holds the House.
    tilt: ByHouse,
}

impl Outlook {
    fn of(view: &View, to_come: u8, tilt: f32) -> Outlook {
        let unseen = parts(CardSet::MINORS.minus(view.seen_cards()));
        let levels = view.public.prestige.map(f32::from);
        let mean = levels.iter().sum::<f32>() / 4.0;
        Outlook {
            to_come,
            later: unseen.map(|part| part * f32::from(to_come)),
            tilt: levels.map(|level| 1.0 + tilt * (level - mean)),
        }
    }
}

impl Rival {
    /// Fills in what the rival in `seat` is expected to have.
    fn expect(&mut self, view: &View, seat: Seat, outlook: &Outlook) {
        let i = seat.index();
        let (in_row, maybe) = (view.public.row_sizes[i], parts(view.knowledge.rows[i].minors()));
        let open =
            if view.public.open[i].is_empty() { [0; 4] } else { view.public.open[i].by_house() };
        let hidden = in_row + outlook.to_come;
        let chance = core::array::from_fn(|house| {
            let expected = maybe[house] * f32::from(in_row) + outlook.later[house];
            (expected / f32::from(hidden.max(1)) * outlook.tilt[house]).clamp(0.01, 0.99)
        });
        self.expected = core::array::from_fn(|house| {
            f32::from(open[house]) + chance[house] * f32::from(hidden)
        });
        // Rows are rarely open; without, all Houses are spread alike, which is quicker.
        if open == [0; 4] {
            self.spread::<false>(open, usize::from(hidden), &chance);
        } else {
            self.spread::<true>(open, usize::from(hidden), &chance);
        }
    }

    /// Fills in how likely each count is: `open` for certain, if any are, and `hidden` cards with
    /// this `chance` each.
    fn spread<const OPEN: bool>(&mut self, open: [u8; 4], hidden: usize, chance: &ByHouse) {
        let (exactly, more) = (&mut self.exactly, &mut self.more);
        let mut likely = [1.0; 4];
        for _ in 0..hidden {
            for house in 0..4 {
                likely[house] *= 1.0 - chance[house];
            }
        }
        let odds = chance.map(|chance| chance / (1.0 - chance));
        for drawn in 0..hidden + 1 {
            for house in 0..4 {
                let slot = if OPEN { usize::from(open[house]) + drawn } else { drawn };
                exactly[slot.min(COUNT_MAX)][house] += likely[house];
            }
            let (left, one_over) =
                ((hidden - drawn) as f32, ONE_OVER[(drawn + 1) % ONE_OVER.len()]);
            for house in 0..4 {
                likely[house] *= odds[house] * left * one_over;
            }
        }
        // None has more than all that may be there.
        let most =
            if OPEN { open.into_iter().max().map_or(0, usize::from) + hidden } else { hidden };
        for count in (0..most.min(COUNT_MAX)).rev() {
            for house in 0..4 {
                more[count][house] = more[count + 1][house] + exactly[count + 1][house];
            }
        }
    }
}

/// Which part of `cards`, Minors all, is of each House; a quarter if there are none.
fn parts(cards: CardSet) -> ByHouse {
    if cards.is_empty() {
        return [0.25; 4];
    }
    let counts = cards.by_house();
    let all = f32::from(counts.iter().sum::<u8>());
    counts.map(|count| f32::from(count) / all)
}
