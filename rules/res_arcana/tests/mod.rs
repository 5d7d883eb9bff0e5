//! The rules as stories: positions set up by hand, answers in words, and what comes of them.

mod cards;
mod checks;
mod codes;
mod collecting;
mod conversions;
mod drafts;
mod game;
mod limits;
mod looking;
mod losses;
mod mixes;
mod notation;
mod payments;
mod placing;

use crate::Seat;
use game::Game;

/// P1 moves first.
const P1: Seat = Seat::FIRST;
const P2: Seat = P1.clockwise(1, 4);
const P3: Seat = P1.clockwise(2, 4);
const P4: Seat = P1.clockwise(3, 4);
