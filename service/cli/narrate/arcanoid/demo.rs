//! Arcanoid in `demo`: the main rules, the options for a setup, and the names that are coloured.

use super::super::super::color::{MAJOR, SUITS};
use anstyle::Style;
use clap::{ArgAction, Args, ValueEnum};
use hierophant_rules::arcanoid::{
    Card, Field, Setup, cards,
    setup::{DevilWins, RENEWALS_MAX, ROUNDS_MAX, Refill},
    text::short_card,
};

/// The main rules.
pub(super) const RULES: &[&str] = &[
    "There are four battlefields: Swords, Staves, Cups, Coins. In each round each player engages once on each of them: with cards, \
     or with none, which is called to abdicate. A player that has engaged on all four retires.",
    "In its turn a player discards a card, engages, or plays a major for its effect, and then draws. A player engages numbers of the \
     battlefield's suit, which are added; a Knave for 15 or a Knight for 18; or a couple, which beats all numbers.",
    "The Lovers make a couple with a court card, a King is one with his Queen, the Emperor with the Empress on one or two \
     battlefields at once; the World beats all on a battlefield without engagements. The Magician gives a number another suit.",
    "The Fool steals: its holder may take an engagement of numbers that another player has just declared. All players that might \
     hold it are asked, so that its holder stays secret.",
    "The strongest engagement wins a battle, one victory point. The Devil, once played, takes part for the player that played it.",
];

/// Options of `demo` for a setup.
#[derive(Args)]
#[group(skip)]
#[command(next_help_heading = "Arcanoid")]
pub(crate) struct Options {
    /// Number of rounds, 1 to 10 [default: the number of seats]
    #[arg(long, env = "HIEROPHANT_DEMO_ROUNDS", value_name = "1..10",
          value_parser = clap::value_parser!(u8).range(1..=i64::from(ROUNDS_MAX)))]
    rounds: Option<u8>,

    /// Maximum number of renewals of the stock in a round, 0 to 9 [default: 3]
    #[arg(long, env = "HIEROPHANT_DEMO_RENEWALS", value_name = "0..9",
          value_parser = clap::value_parser!(u8).range(..=i64::from(RENEWALS_MAX)))]
    renewals: Option<u8>,

    /// The player that scores a battle that the Devil wins [default: controller]
    #[arg(long, env = "HIEROPHANT_DEMO_DEVIL_WINS", value_enum)]
    devil_wins: Option<For>,

    /// Whether a round continues until the Devil has engaged on all battlefields [default: true]
    #[arg(long, env = "HIEROPHANT_DEMO_DEVIL_MUST_FINISH", value_name = "BOOL", action = ArgAction::Set)]
    devil_must_finish: Option<bool>,

    /// When a player replaces cards that it lost in another player's turn [default: deferred]
    #[arg(long, env = "HIEROPHANT_DEMO_REFILL", value_enum)]
    refill: Option<When>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum For {
    Controller,
    Nobody,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// At the end of the player's next turn.
    Deferred,
    /// Immediately.
    Immediate,
}

impl Options {
    /// A setup with this number of seats, or the default number.
    pub(crate) fn setup(&self, seats: Option<u8>) -> Setup {
        let default = Setup::default();
        Setup {
            players: seats.unwrap_or(default.players),
            rounds: self.rounds.or(default.rounds),
            max_renewals: self.renewals.unwrap_or(default.max_renewals),
            devil_wins: self.devil_wins.map_or(default.devil_wins, |whom| match whom {
                For::Controller => DevilWins::Controller,
                For::Nobody => DevilWins::Nobody,
            }),
            devil_must_finish: self.devil_must_finish.unwrap_or(default.devil_must_finish),
            out_of_turn_refill: self.refill.map_or(default.out_of_turn_refill, |when| match when {
                When::Deferred => Refill::Deferred,
                When::Immediate => Refill::Immediate,
            }),
            ..default
        }
    }

    /// The first option that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let Options { rounds, renewals, devil_wins, devil_must_finish, refill } = self;
        let given = [
            (rounds.is_some(), "--rounds"),
            (renewals.is_some(), "--renewals"),
            (devil_wins.is_some(), "--devil-wins"),
            (devil_must_finish.is_some(), "--devil-must-finish"),
            (refill.is_some(), "--refill"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }
}

/// A sentence about the game.
pub(super) fn title(setup: &Setup) -> String {
    let rounds = setup.round_count();
    let many = if rounds == 1 { "" } else { "s" };
    format!("Arcanoid, a tarot game by David A. Madore: {rounds} round{many} of four battles.")
}

/// Long and short names of cards, and names of suits, in the colours of the suits.
pub(super) fn colored_names() -> Vec<(String, Style)> {
    let all = (0..cards::CARDS).filter_map(Card::new);
    let style = |card: Card| card.suit().map_or(MAJOR, |suit| SUITS[suit.index()]);
    let full = all.clone().map(|card| (card.to_string(), style(card)));
    let short = all.filter(|card| card.is_minor()).map(|card| (short_card(card), style(card)));
    let suits = Field::ALL.into_iter().map(|suit| (suit.to_string(), SUITS[suit.index()]));
    full.chain(short).chain(suits).collect()
}
