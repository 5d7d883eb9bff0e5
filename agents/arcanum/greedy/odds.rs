//! How likely one House ends above another at the next scoring, as a table.

use hierophant_rules::arcanum::public::PRESTIGE_MAX;

/// Maximum number of activations before a scoring; no game has as many.
pub(super) const ACTIVATIONS_MAX: usize = 31;
/// Differences of prestige, by index: `index - PRESTIGE_MAX`. More than there are, as a power of
/// two makes every index valid.
pub(super) const DIFFERENCES: usize = 64;

/// How likely each of two Houses ends above the other, by the difference of their prestige.
pub(super) type Odds = [(f32, f32); DIFFERENCES];

/// The odds by the number of activations to come, `0..=ACTIVATIONS_MAX`. For `spread` and `certain`
/// see `style`.
pub(super) fn odds(spread: f32, certain: f32) -> Vec<Odds> {
    (0..=ACTIVATIONS_MAX).map(|activations| odds_after(activations, spread, certain)).collect()
}

fn odds_after(activations: usize, spread: f32, certain: f32) -> Odds {
    let sharpness =
        (activations > 0).then(|| 1.0 / (certain * (spread * activations as f32).sqrt()));
    core::array::from_fn(|index| {
        let difference = index as f32 - f32::from(PRESTIGE_MAX);
        match sharpness {
            // Equal Houses share the better place: neither is above the other.
            None => (f32::from(u8::from(difference > 0.0)), f32::from(u8::from(difference < 0.0))),
            // While the order is open, one of two is above the other.
            Some(sharpness) => {
                let t = (difference * sharpness).clamp(-1.0, 1.0);
                let above = 0.5 + 0.75 * t - 0.25 * t * t * t;
                (above, 1.0 - above)
            }
        }
    })
}
