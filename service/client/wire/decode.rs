//! From the wire to the rules. Every function takes any message and gives an error for one that
//! is invalid.

use super::InvalidField;
use super::convert::at_table;
use super::table::{Bounds, OnWire};
use crate::pb::v1 as pb;
use hierophant_rules::{
    ActionCode, Outcome, SEATS_MAX, Seat, SeatSet, Standing, Viewer,
    catalog::{Action, Event, RulesetId, Setup, View},
};
use std::sync::Arc;

macro_rules! setup_and_action {
    ($($name:ident = $ruleset:ident),+) => {
        /// What a creator asks for, defaults filled in. The rules may still refuse it, see
        /// [`refused`].
        ///
        /// # Errors
        /// Every invalid field, by its path from the message.
        pub fn setup(message: &pb::Setup) -> Result<Setup, Vec<InvalidField>> {
            match &message.ruleset {
                None => Err(vec![InvalidField::new("ruleset", "no ruleset is named")]),
                $(Some(pb::setup::Ruleset::$name(message)) => crate::wire::$ruleset::setup::decode(message)
                    .map(Setup::$name)
                    .map_err(|fields| fields.into_iter().map(|field| field.within(stringify!($ruleset))).collect())),+
            }
        }

        /// A typed answer.
        ///
        /// # Errors
        /// The invalid field.
        pub fn action(message: &pb::Action) -> Result<Action, InvalidField> {
            match &message.ruleset {
                None => Err(InvalidField::new("ruleset", "no action is given")),
                $(Some(pb::action::Ruleset::$name(message)) => OnWire::decode(message, bounds(RulesetId::$name))
                    .map(Action::$name)
                    .map_err(|field| field.within(stringify!($ruleset)))),+
            }
        }
    };
}

for_rulesets!(setup_and_action);

/// The bounds of an action whose game is not known: the ruleset's largest table. At `SEATS_MAX`,
/// `ANY_GAME`, so that reasons do not speak of a game.
fn bounds(ruleset: RulesetId) -> Bounds {
    match ruleset.info().seats.1 {
        SEATS_MAX => Bounds::ANY_GAME,
        most => Bounds::of(most),
    }
}

/// The fields that the rules' reasons to refuse a setup speak of, by their paths from the setup's
/// message.
pub fn refused(ruleset: RulesetId, defects: &[String]) -> Vec<InvalidField> {
    let parent = ruleset.info().id;
    defects.iter().map(|defect| InvalidField::from_defect(defect).within(parent)).collect()
}

macro_rules! reader {
    ($($name:ident = $ruleset:ident),+) => {
        /// Decodes what the viewers of one game receive; knows what the game was created with.
        #[derive(Clone, Debug)]
        pub enum Reader {
            $(#[doc = concat!("Reads a game of ", stringify!($name), ".")]
            $name(Arc<hierophant_rules::$ruleset::Setup>)),+
        }

        impl Reader {
            /// A reader for games with this setup.
            ///
            /// # Errors
            /// Every reason why no game can have it.
            pub fn new(setup: &Setup) -> Result<Reader, Vec<InvalidField>> {
                let defects = setup.defects();
                if !defects.is_empty() {
                    return Err(refused(setup.ruleset(), &defects));
                }
                Ok(match setup {
                    $(Setup::$name(setup) => Reader::$name(Arc::new(setup.clone()))),+
                })
            }

            /// Whose games it reads.
            pub const fn ruleset(&self) -> RulesetId {
                match self {
                    $(Reader::$name(_) => RulesetId::$name),+
                }
            }

            /// A view. It fits together as far as its own sizes and sets tell; whether some game
            /// can have come to it is not checked.
            ///
            /// # Errors
            /// The invalid field.
            pub fn view(&self, message: &pb::View) -> Result<View, InvalidField> {
                let viewer = viewer(message)?;
                let asked = seats(&message.asked_seats).map_err(|field| field.within("asked_seats"))?;
                let seated = asked.iter().chain(viewer.seat());
                match (self, &message.ruleset) {
                    (_, None) => Err(InvalidField::new("ruleset", "the view is missing")),
                    $((Reader::$name(setup), Some(pb::view::Ruleset::$name(message))) => {
                        at_table(seated, setup.players)
                            .and_then(|()| crate::wire::$ruleset::view::decode(message, setup, viewer, asked))
                            .map(View::$name)
                            .map_err(|field| field.within(stringify!($ruleset)))
                    })+
                    (_, Some(_)) => Err(InvalidField::new("ruleset", "the view belongs to another ruleset")),
                }
            }

            /// An event.
            ///
            /// # Errors
            /// The invalid field.
            pub fn event(&self, message: &pb::Event) -> Result<Event, InvalidField> {
                match (self, &message.ruleset) {
                    (_, None) => Err(InvalidField::new("ruleset", "the event is missing")),
                    $((Reader::$name(setup), Some(pb::event::Ruleset::$name(message))) => {
                        crate::wire::$ruleset::event::decode(message, setup.players)
                            .map(Event::$name)
                            .map_err(|field| field.within(stringify!($ruleset)))
                    })+
                    (_, Some(_)) => Err(InvalidField::new("ruleset", "the event belongs to another ruleset")),
                }
            }
        }
    };
}

for_rulesets!(reader);

impl Reader {
    /// The legal actions of a decision, in the order of their codes.
    ///
    /// # Errors
    /// A code that the ruleset doesn't have, or a list out of order.
    pub fn legal(&self, message: &pb::Decision) -> Result<Vec<Action>, InvalidField> {
        let codes = &message.legal_codes;
        if codes.is_empty() || !codes.is_sorted_by(|a, b| a < b) {
            return Err(InvalidField::new("legal_codes", "not a list of ascending codes"));
        }
        let action = |code: &u32| {
            let unknown = || InvalidField::new("legal_codes", format!("there is no action {code}"));
            self.ruleset().action(ActionCode(*code)).ok_or_else(unknown)
        };
        codes.iter().map(action).collect()
    }
}

/// The viewer.
///
/// # Errors
/// No viewer, or a seat that no game has.
pub fn viewer(message: &pb::View) -> Result<Viewer, InvalidField> {
    match &message.viewer {
        None => Err(InvalidField::new("viewer", "missing")),
        Some(pb::view::Viewer::Spectator(pb::Spectator {})) => Ok(Viewer::Spectator),
        Some(pb::view::Viewer::Seat(number)) => {
            seat(*number).map(Viewer::Seat).map_err(|field| field.within("seat"))
        }
    }
}

/// The result of a game; `None` if it was not played to its end.
///
/// # Errors
/// More seats than any game has, or a rank that no seat of so many can have.
pub fn outcome(message: &pb::Outcome) -> Result<Option<Outcome>, InvalidField> {
    if message.ending() != pb::GameEnding::Played {
        return Ok(None);
    }
    let seats = message.standings.len();
    if seats > usize::from(SEATS_MAX) {
        return Err(InvalidField::new("standings", format!("no game has {seats} seats")));
    }
    let standing = |standing: &pb::Standing| {
        let rank = u8::try_from(standing.rank)
            .ok()
            .filter(|&rank| (1..=seats).contains(&usize::from(rank)));
        Ok(Standing {
            victory_points: standing.victory_points,
            rank: rank.ok_or_else(|| InvalidField::new("standings", "there is no such rank"))?,
            utility_thousandths: standing.utility_thousandths,
        })
    };
    Ok(Some(Outcome {
        standings: message.standings.iter().map(standing).collect::<Result<_, _>>()?,
    }))
}

fn seat(number: u32) -> Result<Seat, InvalidField> {
    let seat = u8::try_from(number).ok().and_then(Seat::new);
    seat.ok_or_else(|| InvalidField::new("", format!("no game has a seat {number}")))
}

fn seats(numbers: &[u32]) -> Result<SeatSet, InvalidField> {
    super::convert::set(numbers, seat)
}
