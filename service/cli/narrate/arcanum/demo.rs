//! Arcanum in `demo`: the main rules, the options for a setup, and the names that are coloured.

use super::super::super::color::{MAJOR, SUITS};
use anstyle::Style;
use clap::{Args, ValueEnum};
use hierophant_rules::arcanum::{self, Card, House, Setup};

/// The main rules.
pub(super) const RULES: &[&str] = &[
    "Sixteen figures of four noble Houses (Swords, Wands, Chalices, Pentacles) move between ten locations. The players \
     do not own Houses; they bet on them.",
    "In each turn all players draw, and hide a card: a bet on its House. Then each player plays a Minor, and optionally a Major.",
    "A Minor gives its House 1 prestige and moves a figure: a number moves one of its suit to the location of that number, \
     a court card moves the figure that it names. The figure's House gains 1 for each symbol of its suit and rank there; \
     then the location has its effect. Majors have strong effects.",
    "After every third turn (every fourth with three players) the hidden cards are shown. For each House the most cards win, \
     then the higher ones: 16, 8 and 4 victory points at the most prestigious House, less at the others.",
    "In a cell of the board: the location, the symbols printed on it, the figures that stand there (KnS is the Knight of \
     Swords). The symbols of locations 1 to 9 stand in for those of the printed board.",
];

/// Options of `demo` for a setup.
#[derive(Args)]
#[group(skip)]
#[command(next_help_heading = "Arcanum")]
pub(crate) struct Options {
    /// Edition of the rulebook [default: english]
    #[arg(long, env = "HIEROPHANT_DEMO_EDITION", value_enum)]
    edition: Option<Edition>,

    /// Length of the game [default: normal]
    #[arg(long, env = "HIEROPHANT_DEMO_LENGTH", value_enum)]
    length: Option<Length>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Edition {
    English,
    German,
    Italian,
    French,
    Spanish,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Length {
    /// 6 turns; 4 with three players.
    Normal,
    /// 9 turns; 8 with three players.
    Long,
}

impl Options {
    /// A setup with this number of seats, or the default number.
    pub(crate) fn setup(&self, seats: Option<u8>) -> Setup {
        let default = Setup::default();
        Setup {
            players: seats.unwrap_or(default.players),
            length: self.length.map_or(default.length, |length| match length {
                Length::Normal => arcanum::Length::Normal,
                Length::Long => arcanum::Length::Long,
            }),
            edition: self.edition.map_or(default.edition, |edition| match edition {
                Edition::English => arcanum::Edition::English,
                Edition::German => arcanum::Edition::German,
                Edition::Italian => arcanum::Edition::Italian,
                Edition::French => arcanum::Edition::French,
                Edition::Spanish => arcanum::Edition::Spanish,
            }),
            ..default
        }
    }

    /// The first option that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let Options { edition, length } = self;
        edition.map(|_| "--edition").or(length.map(|_| "--length"))
    }
}

/// A sentence about the game.
pub(super) fn title(setup: &Setup) -> String {
    format!(
        "Arcanum, a tarot board game by Andrea Chiarvesio and Pierluca Zizzi: {} turns, the {:?} rulebook.",
        setup.turns(),
        setup.edition
    )
}

/// Short names of ranks and values, which precede the initial of the suit.
const SHORT: [&str; 14] = ["10", "1", "2", "3", "4", "5", "6", "7", "8", "9", "Kv", "Kn", "Q", "K"];

/// Cards, figures, Houses and symbols in the colours of their suits.
pub(super) fn colored_names() -> Vec<(String, Style)> {
    let cards = (0..arcanum::cards::CARDS).filter_map(Card::new);
    let style = |house: House| SUITS[house.index()];
    let cards = cards.map(|card| (card.to_string(), card.house().map_or(MAJOR, style)));
    let houses = House::ALL.into_iter().map(|house| (house.to_string(), style(house)));
    let short = House::ALL.into_iter().flat_map(|house| {
        let name = house.to_string();
        let initial = name.chars().next().unwrap_or_default();
        let figures = SHORT.into_iter().map(move |rank| format!("{rank}{initial}"));
        let symbols = (1..=9).map(move |count| format!("{initial}{count}"));
        figures.chain(symbols).map(move |name| (name, style(house)))
    });
    cards.chain(houses).chain(short).collect()
}
