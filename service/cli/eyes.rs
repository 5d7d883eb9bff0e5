//! From where a game is looked at.

use hierophant_rules::{Seat, Viewer};
use std::{fmt, str::FromStr};

/// From where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eyes {
    /// As one viewer saw it.
    Of(Viewer),
    /// With all cards open.
    Above,
}

impl FromStr for Eyes {
    type Err = String;

    fn from_str(text: &str) -> Result<Eyes, String> {
        match text {
            "above" => Ok(Eyes::Above),
            "spectator" => Ok(Eyes::Of(Viewer::Spectator)),
            number => {
                let seat = number.parse().ok().and_then(Seat::new);
                let seat = seat.ok_or("expected the number of a seat (from 0), \"spectator\" or \"above\"")?;
                Ok(Eyes::Of(Viewer::Seat(seat)))
            }
        }
    }
}

impl fmt::Display for Eyes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eyes::Above => f.write_str("above"),
            Eyes::Of(Viewer::Spectator) => f.write_str("spectator"),
            Eyes::Of(Viewer::Seat(seat)) => write!(f, "{}", seat.number()),
        }
    }
}

impl Eyes {
    /// The same, unless they are of a seat that a table of `seats` doesn't have.
    ///
    /// # Errors
    /// A sentence about that.
    pub(crate) fn at_table(self, seats: u8) -> Result<Eyes, String> {
        match self {
            Eyes::Of(Viewer::Seat(seat)) if seat.number() >= seats => {
                Err(format!("--from-seat: this game has seats 0 to {}, not {}", seats - 1, seat.number()))
            }
            eyes => Ok(eyes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_are_written_as_they_are_read() {
        for text in ["0", "4", "spectator", "above"] {
            assert_eq!(text.parse::<Eyes>().unwrap().to_string(), text);
        }
        for bad in ["", "-1", "10", "me"] {
            bad.parse::<Eyes>().unwrap_err();
        }
        "4".parse::<Eyes>().unwrap().at_table(4).unwrap_err();
        "3".parse::<Eyes>().unwrap().at_table(4).unwrap();
    }
}
