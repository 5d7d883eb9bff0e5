//! Res Arcana in `demo`: the main rules, and the options for a setup.

use clap::{Args, ValueEnum};
use hierophant_rules::res_arcana::{Deal, Places, Setup};

/// The main rules.
pub(super) const RULES: &[&str] = &[
    "Each player has a mage, a magic item and a deck of eight artefacts. Five types of essence pay for everything: elan, life, calm, \
     death and gold.",
    "In a round all collect what their components give, then make one move at a time: place or discard an artefact, claim a \
     monument for 4 gold or a place of power, use a power, or pass. A component that is turned cannot be used again in the round.",
    "The first to pass takes the First Player tile. Who passes exchanges its magic item and draws a card.",
    "Dragons make rivals lose life; who has none loses two other essences for each. Some components can react.",
    "When all have passed, the player with the most points wins if anybody has 10. Some places of power check at once.",
];

/// Options of `demo` for a setup.
#[derive(Args)]
#[group(skip)]
#[command(next_help_heading = "Res Arcana")]
pub(crate) struct Options {
    /// How cards are dealt [default: normal]
    #[arg(long, env = "HIEROPHANT_DEMO_DEAL", value_enum)]
    deal: Option<Dealt>,

    /// Sides of the places of power [default: sun in a discovery game, else drawn]
    #[arg(long, env = "HIEROPHANT_DEMO_PLACES", value_enum)]
    places: Option<Sides>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dealt {
    /// Two mages and eight artefacts to each player.
    Normal,
    /// Starter sets, for a first game.
    Discovery,
    /// A draft.
    Draft,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Sides {
    /// Drawn for each tile.
    Random,
    /// All suns.
    Sun,
}

impl Options {
    /// A setup with this number of seats, or the default number.
    pub(crate) fn setup(&self, seats: Option<u8>) -> Setup {
        let default = Setup::default();
        Setup {
            players: seats.unwrap_or(default.players),
            deal: self.deal.map_or(default.deal, |deal| match deal {
                Dealt::Normal => Deal::Normal,
                Dealt::Discovery => Deal::Discovery,
                Dealt::Draft => Deal::Draft,
            }),
            places: self.places.map(|sides| match sides {
                Sides::Random => Places::Random,
                Sides::Sun => Places::Sun,
            }),
            ..default
        }
    }

    /// The first option that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let Options { deal, places } = self;
        let given = [(deal.is_some(), "--deal"), (places.is_some(), "--places")];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }
}
