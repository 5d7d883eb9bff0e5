//! Why a message is invalid.

use core::fmt;

/// An invalid field; displays as `path: reason`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidField {
    /// The way to the field from the message that was decoded: `arcanum.board.locations[3].knaves`.
    pub path: String,
    /// A sentence fragment.
    pub reason: String,
}

impl InvalidField {
    /// The field at `path`, and what is wrong with it.
    pub fn new(path: impl Into<String>, reason: impl Into<String>) -> InvalidField {
        InvalidField { path: path.into(), reason: reason.into() }
    }

    /// The same, seen from the message that has the field `parent`. An empty path is the parent
    /// itself.
    #[must_use]
    pub fn within(mut self, parent: &str) -> InvalidField {
        if !self.path.is_empty() && !self.path.starts_with('[') {
            self.path.insert(0, '.');
        }
        self.path.insert_str(0, parent);
        self
    }

    /// A reason of the rules to refuse a setup, which begins with the field it speaks of: `players:
    /// a game has ...`.
    pub fn from_defect(defect: &str) -> InvalidField {
        let (path, reason) = defect.split_once(": ").unwrap_or(("", defect));
        InvalidField::new(path, reason)
    }
}

impl fmt::Display for InvalidField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.reason)
    }
}

impl std::error::Error for InvalidField {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_grows_from_the_inside_out() {
        let knaves = InvalidField::new("knaves", "too many");
        let field = knaves.within("[3]").within("locations").within("board").within("arcanum");
        assert_eq!(field.to_string(), "arcanum.board.locations[3].knaves: too many");
        assert_eq!(InvalidField::new("", "missing").within("setup").path, "setup");
    }

    #[test]
    fn a_defect_names_its_field() {
        let field = InvalidField::from_defect("board.locations: a board has 10 locations, not 9")
            .within("arcanum");
        assert_eq!(
            field,
            InvalidField::new("arcanum.board.locations", "a board has 10 locations, not 9")
        );
    }
}
