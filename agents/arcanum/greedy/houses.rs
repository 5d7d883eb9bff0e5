//! What prestige is worth: the expected payout of each House by the place that it will take.

use hierophant_rules::arcanum::House;
use hierophant_rules::arcanum::public::PRESTIGE_MAX;

/// What dominance of the 1st to 4th House pays, in VP. Influence pays half of it, presence a quarter.
const DOMINANCE: [f32; 4] = [16.0, 12.0, 10.0, 8.0];
/// The same at the World's reduced scoring.
const DOMINANCE_REDUCED: [f32; 4] = [8.0, 6.0, 5.0, 4.0];
/// How much the difference of two Houses spreads per activation (variance, in prestige squared).
const SPREAD: f32 = 4.0;
/// The order of two Houses is taken as certain once they are this many standard deviations apart.
const CERTAIN: f32 = 2.2;

/// How uncertain the order of the Houses still is.
#[derive(Clone, Copy, Debug)]
pub(in crate::arcanum) struct Order {
    /// One over the difference of prestige at which the order is certain; `None` if it is final.
    sharpness: Option<f32>,
}

impl Order {
    /// With so many activations to come before the scoring.
    pub(super) fn before(activations: u8) -> Order {
        let sharpness = (activations > 0).then(|| 1.0 / (CERTAIN * (SPREAD * f32::from(activations)).sqrt()));
        Order { sharpness }
    }

    /// How likely a House with prestige `high` ends above one with `low`.
    fn above(self, high: u8, low: u8) -> f32 {
        let difference = f32::from(high) - f32::from(low);
        match self.sharpness {
            // Equal Houses share the better place: neither is above the other.
            None => f32::from(u8::from(high > low)),
            Some(sharpness) => {
                let t = (difference * sharpness).clamp(-1.0, 1.0);
                0.5 + 0.75 * t - 0.25 * t * t * t
            }
        }
    }

    /// What dominance of each House is expected to pay.
    pub(super) fn payouts(self, prestige: &[u8; 4]) -> [f32; 4] {
        // By House: how likely each other one is above it.
        let mut above = [[0.0; 4]; 4];
        for high in 0..4 {
            for low in 0..high {
                above[low][high] = self.above(prestige[high], prestige[low]);
                // While the order is open, one of two is above the other.
                let open = self.sharpness.is_some();
                above[high][low] =
                    if open { 1.0 - above[low][high] } else { self.above(prestige[low], prestige[high]) };
            }
        }
        core::array::from_fn(|house| {
            let [a, b, c] = core::array::from_fn(|other| above[house][(house + 1 + other) & 3]);
            expected(a, b, c)
        })
    }
}

/// What dominance of a House pays that has others above it with these probabilities, each by itself.
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
pub(super) fn changed(mut prestige: [u8; 4], house: House, change: i8) -> [u8; 4] {
    let level = i16::from(prestige[house.index()]) + i16::from(change);
    let beyond = (level - i16::from(PRESTIGE_MAX)).max(0) as u8;
    if beyond > 0 {
        prestige = prestige.map(|other| other.saturating_sub(beyond));
    }
    prestige[house.index()] = level.clamp(0, i16::from(PRESTIGE_MAX)) as u8;
    prestige
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(activations: u8, prestige: [u8; 4], expected: [f32; 4]) {
        let payouts = Order::before(activations).payouts(&prestige);
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
        let middle = [0.125, 0.375, 0.375, 0.125].iter().zip(DOMINANCE).map(|(c, d)| c * d).sum::<f32>();
        check(4, [5; 4], [middle; 4]);
        check(1, [21, 14, 7, 0], DOMINANCE);
    }

    #[test]
    fn points_beyond_the_top_push_the_others() {
        assert_eq!(changed([20, 5, 1, 0], House::Swords, 4), [21, 2, 0, 0]);
        assert_eq!(changed([2, 5, 1, 0], House::Swords, -4), [0, 5, 1, 0]);
    }
}
