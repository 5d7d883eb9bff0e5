//! Arcana in `demo`: the main rules, and the options for a setup.

use clap::{Args, ValueEnum};
use hierophant_rules::arcana::{Guilds, Setup};

/// The main rules.
pub(super) const RULES: &[&str] = &[
    "Each player leads a guild with nine operatives, a treasure and a guild house. In each round all draw four cards and then use them \
     one by one: place an operative at a stake, bribe with a relic, enact a location, or discard.",
    "Stakes lie in zones between the players and in the middle. Operatives lie face down in a player's own zones, elsewhere face up.",
    "At the end of the round each stake goes to the player whose operatives have the most of its arcanum (staff, sword or cup), if that \
     is enough. Guilds win ties where their ability fits. What is won joins the winner's deck.",
    "A personality can be bought at once with a relic and operatives there, if they add up to its price.",
    "The Game End card lies deep in the free zone. After it comes one more round; most victory points win, ties go to market cards.",
];

/// Options of `demo` for a setup.
#[derive(Args)]
#[group(skip)]
#[command(next_help_heading = "Arcana")]
pub(crate) struct Options {
    /// How seats come to their guilds [default: drawn]
    #[arg(long, env = "HIEROPHANT_DEMO_GUILDS", value_enum)]
    guilds: Option<Taken>,

    /// Each player keeps two of four secret objectives
    #[arg(long, env = "HIEROPHANT_DEMO_OBJECTIVES")]
    objectives: bool,

    /// Relics can call the militia
    #[arg(long, env = "HIEROPHANT_DEMO_MILITIA")]
    militia: bool,

    /// What is won can be laid under the base, out of the deck
    #[arg(long, env = "HIEROPHANT_DEMO_TACTICAL_REMOVAL")]
    tactical_removal: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Taken {
    /// Drawn by the seed.
    Drawn,
    /// Chosen in seat order.
    Chosen,
}

impl Options {
    /// A setup with this number of seats, or the default number.
    pub(crate) fn setup(&self, seats: Option<u8>) -> Setup {
        let default = Setup::default();
        Setup {
            players: seats.unwrap_or(default.players),
            guilds: self.guilds.map_or(default.guilds, |taken| match taken {
                Taken::Drawn => Guilds::Drawn,
                Taken::Chosen => Guilds::Chosen,
            }),
            objectives: self.objectives,
            militia: self.militia,
            tactical_removal: self.tactical_removal,
            first: default.first,
        }
    }

    /// The first option that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let Options { guilds, objectives, militia, tactical_removal } = self;
        let given = [
            (guilds.is_some(), "--guilds"),
            (*objectives, "--objectives"),
            (*militia, "--militia"),
            (*tactical_removal, "--tactical-removal"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }
}
