//! Merges the variants of an event that several viewers were shown into one with all cards.

use hierophant_rules::arcanum::Event as Arcanum;

/// The event with all faces that one of its two variants shows.
pub(super) fn merge(mut seen: Arcanum, other: Arcanum) -> Arcanum {
    match (&mut seen, other) {
        (Arcanum::Drew { faces, .. }, Arcanum::Drew { faces: others, .. })
        | (Arcanum::Vaulted { faces, .. }, Arcanum::Vaulted { faces: others, .. })
        | (Arcanum::Hid { faces, .. }, Arcanum::Hid { faces: others, .. }) => {
            *faces = faces.or(others)
        }
        (Arcanum::Passed { passed, .. }, Arcanum::Passed { passed: others, .. }) => {
            passed.iter_mut().zip(others).for_each(|(faces, other)| *faces = faces.or(other));
        }
        (
            Arcanum::Exchanged { taken, given, .. },
            Arcanum::Exchanged { taken: others_taken, given: others_given, .. },
        ) => {
            *taken = taken.or(others_taken);
            *given = given.or(others_given);
        }
        _ => {}
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::super::super::merge_variants;
    use super::*;
    use hierophant_rules::catalog::Event;
    use hierophant_rules::{
        Seat,
        arcanum::{Card, CardFaces, CardSet, Pile},
    };

    #[test]
    fn faces_that_one_variant_shows_are_shown() {
        let drew =
            |faces| Event::Arcanum(Arcanum::Drew { seat: Seat::FIRST, pile: Pile::Major, faces });
        let (hidden, shown) =
            (drew(CardFaces::hidden(1)), drew(CardFaces::shown(CardSet::only(Card::TOWER))));
        assert_eq!(merge_variants([hidden.clone(), shown.clone()]), Some(shown.clone()));
        assert_eq!(merge_variants([shown.clone(), hidden]), Some(shown));
        assert_eq!(merge_variants([]), None);
    }

    #[test]
    fn the_wheel_shows_what_each_neighbour_saw() {
        let card = |number| CardFaces::shown(CardSet::only(Card::new(number).unwrap()));
        let passed =
            |faces: [CardFaces; 5]| Event::Arcanum(Arcanum::Passed { seats: 3, passed: faces });
        let unknown = CardFaces::hidden(1);
        let none = CardFaces::hidden(0);
        let seen = [
            passed([card(1), unknown, card(3), none, none]),
            passed([card(1), card(2), unknown, none, none]),
        ];
        assert_eq!(merge_variants(seen), Some(passed([card(1), card(2), card(3), none, none])));
    }
}
