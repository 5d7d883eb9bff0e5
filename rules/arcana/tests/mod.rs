//! The rules as stories.

mod game;
mod table;

mod cards;
mod deal;
mod determinizations;
mod effects;
mod examples;
mod knowledge;
mod random_games;
mod ties;
