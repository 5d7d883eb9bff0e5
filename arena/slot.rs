//! One game of a schedule.

/// One game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// Its index in the schedule, from 0.
    pub slot: u32,
    /// Its round, from 0.
    pub round: u32,
    /// Its deal, from 0. No two tables share one.
    pub deal: u32,
    /// Which of the deal's seatings, from 0.
    pub seating: u32,
    /// Who sits where: an entrant by seat.
    pub seats: Vec<usize>,
}
