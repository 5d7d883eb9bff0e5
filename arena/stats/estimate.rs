//! Means over games, with variances that know which games share their luck.
//!
//! Let an entrant's observations x on deal d be n_d in number. The mean is m = sum x / sum n_d.
//! Deal d moves it by z_d = sum (x - m) / sum n_d, and the variance is estimated from how z_d
//! differs between deals:
//!
//! ```text
//! V = sum over strata h of D_h / (D_h - 1) * sum over deals d of h (z_d - mean of z in h)^2
//! ```
//!
//! the ratio estimator for clusters of unequal size in strata (Cochran, "Sampling Techniques", 3rd
//! ed. 1977, sections 5A.12 and 9A.1), also known as cluster-robust. Deals are the clusters: those
//! of a stratum are independent of each other, and nothing is asked of games within a deal.
//!
//! Where the tables are part of the plan (round robin, field), each table is a stratum: that
//! opponents differ from table to table is no chance then. Tables with a single deal are one
//! stratum together, which makes V larger than it need be. In formats that make their tables as
//! they go all deals are one stratum.
//!
//! The same is worked out with each game as a cluster of its own, and the larger of the two is
//! taken: with few deals, agreement between deals is often chance, and seatings of a deal are never
//! taken to be worth more than as many deals. Repeats of one game (see [`super::distinct`]) are one
//! cluster.

use super::distinct::Repeats;
use super::interval::Moments;
use super::{by_entrant, utility, win_share};
use crate::GameResult;
use std::collections::BTreeMap;

/// The results as they were drawn: by stratum, by deal, in the order of slots.
#[derive(Clone, Debug)]
pub(crate) struct Design {
    strata: Vec<Vec<Deal>>,
}

/// The different games of a deal, each with its repeats.
type Deal = Vec<Vec<Game>>;
/// The seats of a game, in an order that doesn't depend on who sat where.
pub(crate) type Game = Vec<Seat>;

/// What is observed of a seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    pub(crate) entrant: usize,
    pub(crate) rank: u32,
    pub(crate) win_share: f64,
    pub(crate) utility: f64,
    /// `None` if it was out: what default actions or a built-in agent came to is not the entrant's.
    pub(crate) points: Option<f64>,
}

/// What counts as one observation of chance.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cluster {
    Deal,
    Game,
}

/// Observations of entities: of entrants by their index in the list, or of pairs.
pub(crate) type Observe<'a> = &'a dyn Fn(&Game, &mut Vec<(usize, f64)>);

impl Design {
    /// Of games that are sorted by deal, none of them void; with `by_table` each table is a
    /// stratum.
    pub(crate) fn of(games: &[Repeats<'_>], by_table: bool) -> Design {
        let mut tables: BTreeMap<Vec<usize>, Vec<Deal>> = BTreeMap::new();
        for deal in games.chunk_by(|one, other| one[0].deal == other[0].deal) {
            let mut table: Vec<usize> = deal[0][0].seats.iter().map(|seat| seat.entrant).collect();
            table.sort_unstable();
            tables.entry(if by_table { table } else { Vec::new() }).or_default().push(
                deal.iter()
                    .map(|repeats| repeats.iter().map(|game| observed(game)).collect())
                    .collect(),
            );
        }
        let (mut strata, alone): (Vec<_>, Vec<_>) =
            tables.into_values().partition(|deals| deals.len() > 1);
        let alone: Vec<_> = alone.into_iter().flatten().collect();
        match (alone.len(), strata.first_mut()) {
            (0, _) => {}
            (1, Some(first)) => first.extend(alone),
            _ => strata.push(alone),
        }
        Design { strata }
    }

    /// All results.
    fn games(&self) -> impl Iterator<Item = &Game> {
        self.strata.iter().flatten().flatten().flatten()
    }

    /// The moments of each entity's mean.
    pub(crate) fn moments(&self, entities: usize, observe: Observe<'_>) -> Vec<Moments> {
        let means = self.means(entities, observe);
        let by_deal = self.spreads(&means, Cluster::Deal, observe);
        let by_game = self.spreads(&means, Cluster::Game, observe);
        let moments = |entity: usize| {
            let (deal, game) = (&by_deal[entity], &by_game[entity]);
            Moments {
                mean: means[entity].value,
                variance: deal.variance.max(game.variance),
                freedom: deal.clusters - deal.strata,
                deals: deal.clusters,
                games: means[entity].count,
            }
        };
        (0..entities).map(moments).collect()
    }

    /// How the means of each two entities vary together, by deals and by games.
    pub(crate) fn covariances(&self, entities: usize, observe: Observe<'_>) -> Covariances {
        let means = self.means(entities, observe);
        let of = |cluster: Cluster| self.together(&means, cluster, observe);
        Covariances { by_deal: of(Cluster::Deal), by_game: of(Cluster::Game) }
    }

    fn means(&self, entities: usize, observe: Observe<'_>) -> Vec<Mean> {
        let mut means = vec![Mean { value: 0.0, count: 0 }; entities];
        let mut observed = Vec::new();
        for game in self.games() {
            observed.clear();
            observe(game, &mut observed);
            for &(entity, value) in &observed {
                means[entity].value += value;
                means[entity].count += 1;
            }
        }
        means.iter_mut().for_each(|mean| mean.value /= f64::from(mean.count));
        means
    }

    fn spreads(&self, means: &[Mean], cluster: Cluster, observe: Observe<'_>) -> Vec<Spread> {
        let mut spreads = vec![Spread::default(); means.len()];
        let mut sums = vec![(0_u32, 0.0, 0.0); means.len()];
        for stratum in &self.strata {
            let mut clusters = 0;
            let mut touched = Vec::new();
            residuals(stratum, means, cluster, observe, &mut |moved| {
                clusters += 1;
                for &(entity, residual) in moved {
                    let (count, sum, squares) = &mut sums[entity];
                    if *count == 0 {
                        touched.push(entity);
                    }
                    (*count, *sum, *squares) =
                        (*count + 1, *sum + residual, *squares + residual * residual);
                }
            });
            for entity in touched {
                let (count, sum, squares) = std::mem::take(&mut sums[entity]);
                let centred = (squares - sum * sum / f64::from(clusters)).max(0.0);
                let spread = &mut spreads[entity];
                spread.variance += correction(count) * centred;
                (spread.clusters, spread.strata) = (spread.clusters + count, spread.strata + 1);
            }
        }
        spreads
    }

    fn together(&self, means: &[Mean], cluster: Cluster, observe: Observe<'_>) -> Vec<Vec<f64>> {
        let mut all = vec![vec![0.0; means.len()]; means.len()];
        for stratum in &self.strata {
            let mut clusters = 0;
            let mut sums: BTreeMap<usize, (u32, f64)> = BTreeMap::new();
            let mut products: BTreeMap<(usize, usize), f64> = BTreeMap::new();
            residuals(stratum, means, cluster, observe, &mut |moved| {
                clusters += 1;
                for &(one, residual) in moved {
                    let (count, sum) = sums.entry(one).or_default();
                    (*count, *sum) = (*count + 1, *sum + residual);
                    for &(other, residual_of_other) in moved {
                        *products.entry((one, other)).or_default() += residual * residual_of_other;
                    }
                }
            });
            for (&one, &(count, sum)) in &sums {
                for (&other, &(count_of_other, sum_of_other)) in &sums {
                    let product = products.get(&(one, other)).copied().unwrap_or(0.0);
                    let factor = (correction(count) * correction(count_of_other)).sqrt();
                    all[one][other] +=
                        factor * (product - sum * sum_of_other / f64::from(clusters));
                }
            }
        }
        all
    }
}

/// What is observed of a game.
fn observed(game: &GameResult) -> Game {
    let seat = |seat: usize| {
        let at_seat = &game.seats[seat];
        Seat {
            entrant: at_seat.entrant,
            rank: at_seat.rank,
            win_share: win_share(game, seat),
            utility: utility(game, seat),
            points: (!at_seat.ending.is_out()).then(|| f64::from(at_seat.points)),
        }
    };
    by_entrant(game).into_iter().map(seat).collect()
}

/// How the means of each two entities vary together: `[one][other]`.
#[derive(Clone, Debug)]
pub(crate) struct Covariances {
    by_deal: Vec<Vec<f64>>,
    by_game: Vec<Vec<f64>>,
}

impl Covariances {
    /// The variance of the difference of two means.
    pub(crate) fn of_difference(&self, one: usize, other: usize) -> f64 {
        let of = |all: &[Vec<f64>]| {
            all[one][one] + all[other][other] - all[one][other] - all[other][one]
        };
        of(&self.by_deal).max(of(&self.by_game)).max(0.0)
    }
}

#[derive(Clone, Copy, Debug)]
struct Mean {
    value: f64,
    count: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    variance: f64,
    clusters: u32,
    strata: u32,
}

/// What a variance is multiplied by because the mean is estimated from the same clusters.
pub(crate) fn correction(clusters: u32) -> f64 {
    let clusters = f64::from(clusters.max(2));
    clusters / (clusters - 1.0)
}

/// Takes, for each cluster, by how much it moves which means.
type Visit<'a> = &'a mut dyn FnMut(&[(usize, f64)]);

/// By how much each cluster of a stratum moves the means of the entities in it.
fn residuals(
    stratum: &[Deal],
    means: &[Mean],
    cluster: Cluster,
    observe: Observe<'_>,
    visit: Visit<'_>,
) {
    let (mut observed, mut moved) = (Vec::new(), Vec::<(usize, f64)>::new());
    for games in stratum
        .iter()
        .flat_map(|deal| deal.chunks(if cluster == Cluster::Deal { deal.len() } else { 1 }))
    {
        moved.clear();
        for game in games.iter().flatten() {
            observed.clear();
            observe(game, &mut observed);
            for &(entity, value) in &observed {
                let residual = (value - means[entity].value) / f64::from(means[entity].count);
                match moved.iter_mut().find(|(other, _)| *other == entity) {
                    Some((_, sum)) => *sum += residual,
                    None => moved.push((entity, residual)),
                }
            }
        }
        visit(&moved);
    }
}

/// The value that a part `share` of the sorted values is at or below (the nearest rank). 0 of none.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1).min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::game;
    use crate::stats::distinct;

    /// The points of entrant 0 are what is observed.
    fn points(game: &Game, observed: &mut Vec<(usize, f64)>) {
        observed.extend(
            game.iter()
                .filter(|seat| seat.entrant == 0)
                .map(|seat| (0, seat.points.expect("it played"))),
        );
    }

    fn moments(deals: &[(u32, i32, usize)], by_table: bool) -> Moments {
        let games = deals.iter().enumerate();
        let games: Vec<GameResult> = games
            .map(|(slot, &(deal, value, other))| game(slot as u32, deal, &[(0, value), (other, 0)]))
            .collect();
        Design::of(&distinct::games(&games.iter().collect::<Vec<_>>(), &[]), by_table)
            .moments(1, &points)[0]
    }

    #[test]
    fn a_mean_over_unequal_deals_is_that_of_its_games() {
        let found =
            moments(&[(0, 1, 1), (0, 0, 1), (0, 1, 1), (1, 0, 1), (4, 1, 1), (4, 1, 1)], false);
        assert_eq!((found.mean, found.games, found.deals, found.freedom), (4.0 / 6.0, 6, 3, 2));
        // Residuals of deals: 0, -2/3 and 2/3; V = 3/2 * 8/9 / 36. Of games: 4 times 1/3, twice
        // -2/3; V = 6/5 * 12/9 / 36.
        assert!(
            (found.variance - 6.0 / 5.0 * (12.0 / 9.0) / 36.0).abs() < 1e-12,
            "{}",
            found.variance
        );
    }

    #[test]
    fn s08_differences_between_tables_are_no_chance() {
        let results = [(0, 10, 1), (1, 12, 1), (2, 20, 2), (3, 22, 2), (4, 30, 3), (5, 32, 3)];
        let (pooled, by_table) = (moments(&results, false), moments(&results, true));
        assert_eq!(
            (pooled.mean, pooled.freedom, by_table.mean, by_table.freedom),
            (21.0, 5, 21.0, 3)
        );
        // Within each table: 2/1 * (1 + 1) / 36.
        assert!((by_table.variance - 3.0 * 4.0 / 36.0).abs() < 1e-12, "{}", by_table.variance);
        assert!(pooled.variance > 30.0 * by_table.variance);
    }

    #[test]
    fn s08_tables_with_a_single_deal_are_one_stratum() {
        let single = moments(&[(0, 10, 1), (1, 20, 2), (2, 30, 3)], true);
        assert_eq!(single, moments(&[(0, 10, 1), (1, 20, 2), (2, 30, 3)], false));
        let joined = moments(&[(0, 10, 1), (1, 12, 1), (2, 30, 2)], true);
        assert_eq!((joined.freedom, joined.deals), (2, 3), "one alone is counted to another table");
    }

    #[test]
    fn s05_of_one_deal_there_are_no_degrees_of_freedom() {
        let found = moments(&[(7, 1, 1), (7, 0, 1)], true);
        assert_eq!((found.mean, found.deals, found.freedom), (0.5, 1, 0));
        assert!(moments(&[], true).mean.is_nan());
    }
}
