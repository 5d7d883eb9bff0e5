//! The perspective from which a game is shown.

use hierophant_rules::{Seat, Viewer};
use std::{fmt, str::FromStr};

/// What of a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Perspective {
    /// What one viewer saw.
    Viewer(Viewer),
    /// All cards.
    All,
}

impl FromStr for Perspective {
    type Err = String;

    fn from_str(text: &str) -> Result<Perspective, String> {
        match text {
            // "above" is the former word.
            "all" | "above" => Ok(Perspective::All),
            "spectator" => Ok(Perspective::Viewer(Viewer::Spectator)),
            number => {
                let seat = number.parse().ok().and_then(Seat::new);
                let seat =
                    seat.ok_or("expected the number of a seat (from 0), \"spectator\" or \"all\"")?;
                Ok(Perspective::Viewer(Viewer::Seat(seat)))
            }
        }
    }
}

impl fmt::Display for Perspective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Perspective::All => f.write_str("all"),
            Perspective::Viewer(Viewer::Spectator) => f.write_str("spectator"),
            Perspective::Viewer(Viewer::Seat(seat)) => write!(f, "{}", seat.number()),
        }
    }
}

impl Perspective {
    /// The same perspective, if a game of `seats` seats has it.
    ///
    /// # Errors
    /// It is that of a seat that the game does not have.
    pub(crate) fn for_seats(self, seats: u8) -> Result<Perspective, String> {
        match self {
            Perspective::Viewer(Viewer::Seat(seat)) if seat.number() >= seats => Err(format!(
                "--perspective: this game has seats 0 to {}, not {}",
                seats - 1,
                seat.number()
            )),
            perspective => Ok(perspective),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perspective_is_written_as_it_is_read() {
        for text in ["0", "4", "spectator", "all"] {
            assert_eq!(text.parse::<Perspective>().unwrap().to_string(), text);
        }
        assert_eq!("above".parse(), Ok(Perspective::All));
        for bad in ["", "-1", "10", "me"] {
            bad.parse::<Perspective>().unwrap_err();
        }
        "4".parse::<Perspective>().unwrap().for_seats(4).unwrap_err();
        "3".parse::<Perspective>().unwrap().for_seats(4).unwrap();
    }
}
