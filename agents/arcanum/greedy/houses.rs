//! What prestige is worth: the expected payout of each House by the place that it will take.

use super::ByHouse;
use super::odds::{ACTIVATIONS_MAX, DIFFERENCES, Odds};
use super::style::Style;
use hierophant_rules::arcanum::House;
use hierophant_rules::arcanum::public::PRESTIGE_MAX;

/// What dominance of the 1st to 4th House pays, in VP. Influence pays half of it, presence a
/// quarter.
const DOMINANCE: [f32; 4] = [16.0, 12.0, 10.0, 8.0];
/// The same at the World's reduced scoring.
const DOMINANCE_REDUCED: [f32; 4] = [8.0, 6.0, 5.0, 4.0];

/// How uncertain the order of the Houses still is.
#[derive(Clone, Copy, Debug)]
pub(in crate::arcanum) struct Order {
    odds: &'static Odds,
}

impl Order {
    /// The order with this number of activations before the scoring.
    pub(super) fn before(style: &'static Style, activations: u8) -> Order {
        Order { odds: &style.odds[usize::from(activations).min(ACTIVATIONS_MAX)] }
    }

    /// How likely a House with the first prestige ends above one with the second, and the reverse.
    #[inline]
    fn above(self, this: u8, that: u8) -> (f32, f32) {
        self.odds[usize::from(PRESTIGE_MAX.wrapping_add(this).wrapping_sub(that)) % DIFFERENCES]
    }

    /// What dominance of each House is expected to pay.
    #[inline]
    pub(super) fn payouts(self, prestige: &[u8; 4]) -> ByHouse {
        let [swords, wands, chalices, pentacles] = *prestige;
        let (wands_swords, swords_wands) = self.above(wands, swords);
        let (chalices_swords, swords_chalices) = self.above(chalices, swords);
        let (pentacles_swords, swords_pentacles) = self.above(pentacles, swords);
        let (chalices_wands, wands_chalices) = self.above(chalices, wands);
        let (pentacles_wands, wands_pentacles) = self.above(pentacles, wands);
        let (pentacles_chalices, chalices_pentacles) = self.above(pentacles, chalices);
        // By House: how likely the next one in suit order is above it, the one after that, and the
        // third.
        let next = [wands_swords, chalices_wands, pentacles_chalices, swords_pentacles];
        let second = [chalices_swords, pentacles_wands, swords_chalices, wands_pentacles];
        let third = [pentacles_swords, swords_wands, wands_chalices, chalices_pentacles];
        core::array::from_fn(|house| expected(next[house], second[house], third[house]))
    }
}

/// What dominance of a House pays that has others above it with these probabilities, each by
/// itself.
fn expected(a: f32, b: f32, c: f32) -> f32 {
    let (one, two, three) = (a + b + c, a * b + (a + b) * c, a * b * c);
    let [first, second, third, fourth] = DOMINANCE;
    first
        + one * (second - first)
        + two * (first - 2.0 * second + third)
        + three * (3.0 * (second - third) + fourth - first)
}

/// What dominance of each House pays if the World scores now.
pub(super) fn reduced_payouts(places: [u8; 4]) -> [f32; 4] {
    places.map(|place| DOMINANCE_REDUCED[usize::from(place - 1).min(3)])
}

/// What dominance of a House pays in this place at a regular scoring.
pub(super) fn payout(place: u8) -> f32 {
    DOMINANCE[usize::from(place.saturating_sub(1)).min(3)]
}

/// Prestige after a House gains or loses; points beyond the top push the others down.
#[inline]
pub(super) fn changed(prestige: [u8; 4], house: House, change: i8) -> [u8; 4] {
    let (house, most) = (house.index(), i16::from(PRESTIGE_MAX));
    let wanted = i16::from(prestige[house]) + i16::from(change);
    let (level, beyond) = (wanted.clamp(0, most) as u8, (wanted - most).max(0) as u8);
    core::array::from_fn(|other| {
        if other == house { level } else { prestige[other].saturating_sub(beyond) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(activations: u8, prestige: [u8; 4], expected: [f32; 4]) {
        let payouts = Order::before(Style::plain(), activations).payouts(&prestige);
        let near = payouts.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.01);
        assert!(near, "{payouts:?} instead of {expected:?}");
    }

    #[test]
    fn at_scoring_the_order_is_what_it_is_and_ties_share_the_better_place() {
        check(0, [9, 3, 3, 0], [16.0, 12.0, 12.0, 8.0]);
        check(0, [0; 4], [16.0; 4]);
    }

    #[test]
    fn before_it_equal_houses_are_worth_the_same_and_great_leads_hold() {
        let middle =
            [0.125, 0.375, 0.375, 0.125].iter().zip(DOMINANCE).map(|(c, d)| c * d).sum::<f32>();
        check(4, [5; 4], [middle; 4]);
        check(1, [21, 14, 7, 0], DOMINANCE);
    }

    #[test]
    fn points_beyond_the_top_push_the_others() {
        assert_eq!(changed([20, 5, 1, 0], House::Swords, 4), [21, 2, 0, 0]);
        assert_eq!(changed([2, 5, 1, 0], House::Swords, -4), [0, 5, 1, 0]);
    }
}
