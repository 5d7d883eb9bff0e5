//! A second statement of what can be engaged, from the rulebook: tries every subset.

use hierophant_rules::arcanoid::{Card, Field};

/// Whether exactly these cards are an engagement on exactly these battlefields.
pub(super) fn is_engagement(fields: &[Field], cards: &[Card], virgin: bool) -> bool {
    let majors: Vec<u8> = cards.iter().filter_map(|card| card.major_number()).collect();
    let minors: Vec<Card> = cards.iter().copied().filter(|card| card.is_minor()).collect();
    let couple_of_rovers = minors.is_empty() && matches!(majors[..], [3, 4] | [3, 6] | [4, 6]);
    let [field] = fields else { return couple_of_rovers };
    let (own, strangers): (Vec<Card>, Vec<Card>) =
        minors.iter().partition(|card| card.suit() == Some(*field));
    let values: Vec<u8> = own.iter().map(|card| card.value()).collect();
    match (&majors[..], &values[..], &strangers[..]) {
        _ if couple_of_rovers => true,
        ([21], [], []) => virgin,
        ([6], [court], []) => *court > 10,
        // Knave and knight alone or with the ace; queen and king.
        ([], [11 | 12], []) | ([], [1, 11 | 12], []) | ([], [13, 14], []) => true,
        ([], numerics, []) => !numerics.is_empty() && numerics.iter().all(|value| *value <= 10),
        // The Magician brings exactly one numeric of another suit: to numerics, or an ace to knave
        // or knight.
        ([1], [11 | 12], [stranger]) => stranger.value() == 1,
        ([1], numerics, [stranger]) => {
            stranger.value() <= 10 && numerics.iter().all(|value| *value <= 10)
        }
        _ => false,
    }
}

/// Whether `taken` and some of `more` are an engagement.
pub(super) fn can_become(fields: &[Field], taken: &[Card], more: &[Card], virgin: bool) -> bool {
    let useful =
        |card: &&Card| card.is_minor() || matches!(card.major_number(), Some(1 | 3 | 4 | 6 | 21));
    let more: Vec<Card> = more.iter().filter(useful).copied().collect();
    (0..1_u32 << more.len()).any(|bits| {
        let mut cards = taken.to_vec();
        cards.extend(
            more.iter()
                .enumerate()
                .filter(|(index, _)| bits >> index & 1 == 1)
                .map(|(_, card)| *card),
        );
        cards.sort_unstable();
        is_engagement(fields, &cards, virgin)
    })
}
