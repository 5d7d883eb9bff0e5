//! The rules as stories: a [`Table`](table::Table) is set up, seats answer, and the position is
//! what the rules say.
//!
//! Cards are written as value and suit letter (`4S`, `10W`; suits `S W C P`), courts as `Kv` Knave,
//! `Kn` Knight, `Q` Queen, `K` King (`KnS` is the Knight of Swords, the card as well as the
//! figure), Majors by their Roman numeral, the Fool `0`. Four numbers of prestige stand in suit
//! order: Swords, Wands, Chalices, Pentacles.

mod game;
mod notation;
mod table;

mod boards;
mod devil;
mod duty;
mod editions;
mod endings;
mod fool;
mod hermit_to_death;
mod knowledge;
mod limits;
mod locations;
mod magician_to_strength;
mod minors;
mod modes;
mod random_games;
mod scoring;
mod sun_and_world;
mod temperance;
mod together;
mod tower_and_judgement;
mod turns;
