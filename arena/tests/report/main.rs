//! The report page, its terminal form and the exports, on made-up tournaments.

mod exports;
mod page;
mod sample;
mod terminal;
