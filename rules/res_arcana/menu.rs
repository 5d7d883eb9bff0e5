//! The legal answers to a decision that isn't a move, as a set.

use super::action::{ACTION_SPACE, Action};
use super::cards::FaceSet;
use crate::ActionCode;
use crate::kit::set::members;

/// Legal answers, as bits by code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Menu([u128; (ACTION_SPACE / u128::BITS) as usize]);

impl Menu {
    /// These answers.
    pub(super) fn of(answers: impl IntoIterator<Item = Action>) -> Menu {
        let mut menu = Menu::default();
        for answer in answers {
            let code = answer.code().0;
            menu.0[(code / u128::BITS) as usize] |= 1 << (code % u128::BITS);
        }
        menu
    }

    /// One of these faces, or this answer.
    pub(super) fn choose(faces: FaceSet, or: Option<Action>) -> Menu {
        Menu::of(faces.iter().map(Action::Choose).chain(or))
    }

    /// Whether an answer is legal.
    pub(super) fn offers(&self, answer: Action) -> bool {
        let ActionCode(code) = answer.code();
        Action::from_code(ActionCode(code)) == Some(answer)
            && self.0[(code / u128::BITS) as usize] >> (code % u128::BITS) & 1 == 1
    }

    /// How many answers are legal.
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }

    /// The legal answers, ascending by code.
    pub(super) fn iter(&self) -> impl Iterator<Item = Action> {
        let codes = (0..).zip(self.0).flat_map(|(word, bits)| {
            members!(bits, move |bit| ActionCode(u128::BITS * word + bit))
        });
        codes.filter_map(Action::from_code)
    }
}
