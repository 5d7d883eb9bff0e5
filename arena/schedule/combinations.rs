//! The tables of a round, one after the other.

/// Choices of entrants, one after the other.
pub(super) enum Tables {
    /// All choices of this number of entrants, in lexicographic order.
    All(Combinations),
    /// The candidate with each choice of the others.
    With { candidate: usize, others: Combinations },
    /// These.
    Listed(std::vec::IntoIter<Vec<usize>>),
}

impl Iterator for Tables {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        match self {
            Tables::All(all) => all.next(),
            Tables::With { candidate, others } => Some([vec![*candidate], others.next()?].concat()),
            Tables::Listed(tables) => tables.next(),
        }
    }
}

/// All ways to choose this number of them, in lexicographic order; only the current one is kept.
pub(super) struct Combinations {
    of: Vec<usize>,
    /// Places in `of`, ascending; nothing after the last choice.
    indices: Option<Vec<usize>>,
}

impl Combinations {
    pub(super) fn new(of: Vec<usize>, count: usize) -> Combinations {
        let indices = (count <= of.len()).then(|| (0..count).collect());
        Combinations { of, indices }
    }
}

impl Iterator for Combinations {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let mut indices = self.indices.take()?;
        let chosen = indices.iter().map(|&index| self.of[index]).collect();
        let (most, count) = (self.of.len(), indices.len());
        // The last index that can go on; those behind it follow it closely.
        if let Some(at) = (0..count).rev().find(|&at| indices[at] < most - count + at) {
            let first = indices[at] + 1;
            for (step, index) in indices[at..].iter_mut().enumerate() {
                *index = first + step;
            }
            self.indices = Some(indices);
        }
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tables, *};

    #[test]
    fn a13_choices_come_one_by_one_as_they_would_in_a_list() {
        for entrants in 0..8 {
            for seats in 0..=entrants + 1 {
                let everyone: Vec<usize> = (10..10 + entrants).collect();
                let listed = tables::combinations(&everyone, seats);
                assert_eq!(
                    Combinations::new(everyone, seats).collect::<Vec<_>>(),
                    listed,
                    "{entrants} {seats}"
                );
            }
        }
    }
}
