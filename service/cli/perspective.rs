//! From where a game is looked at.

use hierophant_rules::{Seat, Viewer};
use std::{fmt, str::FromStr};

/// From where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Perspective {
    /// As one viewer saw it.
    Viewer(Viewer),
    /// With all cards open.
    All,
}

impl FromStr for Perspective {
    type Err = String;

    fn from_str(text: &str) -> Result<Perspective, String> {
        match text {
            "above" => Ok(Perspective::All),
            "spectator" => Ok(Perspective::Viewer(Viewer::Spectator)),
            number => {
                let seat = number.parse().ok().and_then(Seat::new);
                let seat = seat.ok_or("expected the number of a seat (from 0), \"spectator\" or \"above\"")?;
                Ok(Perspective::Viewer(Viewer::Seat(seat)))
            }
        }
    }
}

impl fmt::Display for Perspective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Perspective::All => f.write_str("above"),
            Perspective::Viewer(Viewer::Spectator) => f.write_str("spectator"),
            Perspective::Viewer(Viewer::Seat(seat)) => write!(f, "{}", seat.number()),
        }
    }
}

impl Perspective {
    /// The same, unless they are of a seat that a table of `seats` doesn't have.
    ///
    /// # Errors
    /// A sentence about that.
    pub(crate) fn for_seats(self, seats: u8) -> Result<Perspective, String> {
        match self {
            Perspective::Viewer(Viewer::Seat(seat)) if seat.number() >= seats => {
                Err(format!("--from-seat: this game has seats 0 to {}, not {}", seats - 1, seat.number()))
            }
            perspective => Ok(perspective),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perspective_is_written_as_it_is_read() {
        for text in ["0", "4", "spectator", "above"] {
            assert_eq!(text.parse::<Perspective>().unwrap().to_string(), text);
        }
        for bad in ["", "-1", "10", "me"] {
            bad.parse::<Perspective>().unwrap_err();
        }
        "4".parse::<Perspective>().unwrap().for_seats(4).unwrap_err();
        "3".parse::<Perspective>().unwrap().for_seats(4).unwrap();
    }
}
