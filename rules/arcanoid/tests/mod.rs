//! The rules as stories: each test sets a position up, answers, and checks the result.

mod game;
mod notation;
mod table;

mod abdication;
mod calls;
mod chariot;
mod comparison;
mod composition;
mod determinizations;
mod devil;
mod endings;
mod fool;
mod hermit_and_wheel;
mod justice;
mod knowledge;
mod legality;
mod options;
mod random_games;
mod scoring;
mod setups;
mod stock;
mod strength_and_hanged_man;
mod temperance;
mod text;
mod tower;
mod world;
