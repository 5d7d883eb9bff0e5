//! Who is where: the order of entrants, and how far it is settled.

use super::estimate::Covariances;
use super::interval::Moments;
use super::many::holm;
use super::strength::Strengths;
use crate::{Confidence, EntrantSummary, Places, RankedBy};
use std::cmp::Ordering;

/// What the order is judged by.
pub(super) struct Evidence<'a> {
    pub(super) by: RankedBy,
    pub(super) confidence: Confidence,
    pub(super) strengths: &'a Strengths,
    /// The standard errors by which two ratings must differ at least.
    pub(super) errors_min: f64,
    /// Of win shares, by index in the list.
    pub(super) shares: &'a [Moments],
    pub(super) covariances: &'a Covariances,
}

/// Brings the rows into the order of the standings, and says between which places each may be.
pub(super) fn settle(rows: &mut [EntrantSummary], evidence: &Evidence<'_>) {
    let more = |one: f64, other: f64| other.partial_cmp(&one).unwrap_or(Ordering::Equal);
    rows.sort_by(|one, other| {
        let by_rating = more(one.rating.conservative(), other.rating.conservative());
        let by_share = more(one.win_share.mean, other.win_share.mean);
        let by_figure = match evidence.by {
            RankedBy::Rating => by_rating.then(by_share),
            RankedBy::WinShare => by_share,
        };
        (tier(one).cmp(&tier(other)))
            .then(by_figure)
            .then(more(one.utility.mean, other.utility.mean))
            .then(more(other.rank.mean, one.rank.mean))
            .then(one.entrant.cmp(&other.entrant))
    });
    let pairs: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|one| (one + 1..rows.len()).map(move |other| (one, other)))
        .filter(|&(one, other)| rows[one].games > 0 && tier(&rows[one]) == tier(&rows[other]))
        .collect();
    let apart = holm(pairs.len(), evidence.confidence, |pair, confidence| {
        let (one, other) = pairs[pair];
        evidence.apart(rows[one].entrant, rows[other].entrant, confidence)
    });
    let tiers: Vec<Tier> = rows.iter().map(tier).collect();
    for (row, summary) in rows.iter_mut().enumerate().filter(|(_, summary)| summary.games > 0) {
        let ahead = |tier: &Tier| *tier < tiers[row];
        let level = |tier: &Tier| *tier == tiers[row];
        let first = tiers.iter().filter(|tier| ahead(tier)).count();
        let mut places = Places {
            first: first as u32 + 1,
            last: (first + tiers.iter().filter(|tier| level(tier)).count()) as u32,
        };
        for (&(one, other), apart) in pairs.iter().zip(&apart) {
            let Some(order) = apart.filter(|_| one == row || other == row) else { continue };
            match (one == row) == (order == Ordering::Greater) {
                true => places.last -= 1,
                false => places.first += 1,
            }
        }
        summary.places = Some(places);
    }
}

/// Those of a later tier are never above those of an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    /// Enough games, and none of its own missing.
    Full,
    /// Too few deals for a place.
    Provisional,
    /// Games are missing because of it.
    Incomplete,
    /// Nothing is known.
    Unplayed,
}

fn tier(row: &EntrantSummary) -> Tier {
    match row {
        row if row.games == 0 => Tier::Unplayed,
        row if row.is_incomplete() => Tier::Incomplete,
        row if row.is_provisional() => Tier::Provisional,
        _ => Tier::Full,
    }
}

impl Evidence<'_> {
    /// Whether the one is above the other (`Greater`) or below, if that is clear by itself.
    fn apart(&self, one: usize, other: usize, confidence: Confidence) -> Option<Ordering> {
        match self.by {
            RankedBy::Rating => self.strengths.apart(one, other, confidence, self.errors_min),
            RankedBy::WinShare => {
                clear_of(&self.difference(one, other), (-1.0, 1.0), 0.0, confidence)
            }
        }
    }

    /// Of the one's win share less the other's.
    fn difference(&self, one: usize, other: usize) -> Moments {
        let (of_one, of_other) = (&self.shares[one], &self.shares[other]);
        Moments {
            mean: of_one.mean - of_other.mean,
            variance: self.covariances.of_difference(one, other),
            freedom: of_one.freedom.min(of_other.freedom),
            deals: of_one.deals.min(of_other.deals),
            games: of_one.games.min(of_other.games),
        }
    }
}

/// On which side of `value` a mean is, if its interval is clear of that.
pub(super) fn clear_of(
    moments: &Moments,
    bounds: (f64, f64),
    value: f64,
    confidence: Confidence,
) -> Option<Ordering> {
    let (low, high) = moments.bounded(bounds, confidence);
    match (low > value, high < value) {
        (true, _) => Some(Ordering::Greater),
        (_, true) => Some(Ordering::Less),
        _ => None,
    }
}
