//! The tree: for each information set that was reached, how its deciding seat fared by each answer.

use super::search_model::BySeat;
use hierophant_rules::{ActionCode, Seat};
use std::collections::BTreeMap;

/// Maximum number of nodes and edges that one decision keeps, 24 bytes each or little more; later
/// ones are played without being remembered.
pub(super) const ENTRIES_MAX: usize = 1 << 16;
/// How much the search explores, as a share of a win.
const EXPLORATION: f32 = 0.3;
/// What part of the exploration goes to the preferred action.
const PREFERRED_ACTION_PRIOR: f32 = 0.6;

/// An information set.
#[derive(Clone, Debug, Default)]
struct Node {
    visits: u32,
    /// What the deciding seat got altogether.
    total: f32,
    /// Of the answers that have been tried.
    edges: Vec<Edge>,
}

#[derive(Clone, Debug)]
struct Edge {
    action: ActionCode,
    visits: u32,
    /// How often the answer could have been chosen since it was tried first.
    available: u32,
    total: f32,
}

/// One choice on the way down, to be credited on the way back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    key: u64,
    seat: Seat,
    action: ActionCode,
}

#[derive(Debug)]
pub(super) struct Tree {
    nodes: BTreeMap<u64, Node>,
    /// Nodes and edges, and the most of them.
    entries: usize,
    entries_max: usize,
    path: Vec<Passed>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: BTreeMap::new(), entries: 0, entries_max: ENTRIES_MAX, path: Vec::new() }
    }
}

impl Tree {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.entries = 0;
        self.path.clear();
    }

    /// Sets another limit.
    #[cfg(test)]
    pub(super) const fn limit(&mut self, entries_max: usize) {
        self.entries_max = entries_max;
    }

    #[cfg(test)]
    pub(super) const fn entries(&self) -> usize {
        self.entries
    }

    /// Begins a line of play.
    pub(super) fn begin(&mut self) {
        self.path.clear();
    }

    /// Chooses among `legal` for `seat` in the information set `key`, and whether it was there
    /// before. `preferred_action` is the index of the answer that is tried first.
    pub(super) fn select(
        &mut self,
        key: u64,
        seat: Seat,
        legal: &[ActionCode],
        preferred_action: usize,
    ) -> (usize, bool) {
        let (chosen, known) = match self.nodes.get_mut(&key) {
            Some(node) => (node.select(legal, preferred_action), true),
            None => (preferred_action, false),
        };
        self.path.push(Passed { key, seat, action: legal[chosen] });
        (chosen, known)
    }

    /// Credits the choices of this line with what each seat got.
    pub(super) fn credit(&mut self, values: &BySeat) {
        for passed in self.path.drain(..) {
            let value = values[passed.seat.index()];
            if !self.nodes.contains_key(&passed.key) {
                if self.entries >= self.entries_max {
                    continue;
                }
                self.entries += 1;
            }
            let node = self.nodes.entry(passed.key).or_default();
            node.visits += 1;
            node.total += value;
            match node.edges.iter_mut().find(|edge| edge.action == passed.action) {
                Some(edge) => {
                    edge.visits += 1;
                    edge.total += value;
                }
                None if self.entries < self.entries_max => {
                    self.entries += 1;
                    node.edges.push(Edge {
                        action: passed.action,
                        visits: 1,
                        available: 1,
                        total: value,
                    });
                }
                None => {}
            }
        }
    }
}

impl Node {
    /// PUCT over what is legal this time.
    fn select(&mut self, legal: &[ActionCode], preferred_action: usize) -> usize {
        let mean = self.total / self.visits.max(1) as f32;
        let other = (1.0 - PREFERRED_ACTION_PRIOR) / (legal.len() as f32 - 1.0).max(1.0);
        let mut best = (preferred_action, f32::NEG_INFINITY);
        for (index, &action) in legal.iter().enumerate() {
            let prior = if index == preferred_action { PREFERRED_ACTION_PRIOR } else { other };
            let (value, available, visits) =
                match self.edges.iter_mut().find(|edge| edge.action == action) {
                    Some(edge) => {
                        edge.available += 1;
                        (edge.total / edge.visits as f32, edge.available, edge.visits)
                    }
                    None => (mean, self.visits, 0),
                };
            let score =
                value + EXPLORATION * prior * (available as f32).sqrt() / (1.0 + visits as f32);
            if score > best.1 {
                best = (index, score);
            }
        }
        best.0
    }
}
