//! What a ruleset tells the search: how a sensible player answers, and when and how a position can be judged.

use hierophant_rules::{Ruleset, SEATS_MAX, Seat};

/// One number per seat; see each use for those beyond the table.
pub type BySeat = [f32; SEATS_MAX as usize];

/// A position judged without playing on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospects {
    /// Victory points that each seat is expected to end with, up to a number that is the same for all; minus infinity beyond
    /// the table.
    pub points: BySeat,
    /// How far apart two seats must be for the better one to win nearly three times as often, in victory points.
    pub spread: f32,
}

/// A ruleset that the search has a guide for.
pub trait Guide: Ruleset {
    /// How far apart two seats are at the end for the better one's win to count as clear, in victory points: a narrow win is
    /// partly luck, and worth less than a clear one.
    const CLEAR: f32;

    /// The viewer's seat; `None` for a spectator.
    fn seat(view: &Self::View) -> Option<Seat>;

    /// What a sensible player answers: one of `legal`, which isn't empty.
    fn favourite(view: &Self::View, legal: &[Self::Action]) -> Self::Action;

    /// Judges a position, if it is one where that is sensible: where little of what was decided at `root` still matters,
    /// points apart. `now` is what the seat to decide sees of `state`.
    fn prospects(root: &Self::View, now: &Self::View, state: &Self::State) -> Option<Prospects>;
}
