//! Words that the messages of several rulesets use: checked numbers, sets as ascending lists,
//! entries by seat, card masks.
//!
//! A path in an error begins at the message that was decoded; words report an empty path, and the
//! caller adds the field. Nothing here knows a game; that a deck has 56 Minors and 22 others is as
//! much as these games share.

use super::InvalidField;
use hierophant_rules::{Seat, SeatSet, Viewer, kit};

pub(super) type Result<T> = core::result::Result<T, InvalidField>;

/// Names the field that a word stands in.
pub(super) trait InField<T> {
    fn in_field(self, field: &str) -> Result<T>;
}

impl<T> InField<T> for Result<T> {
    fn in_field(self, field: &str) -> Result<T> {
        self.map_err(|invalid| invalid.within(field))
    }
}

pub(super) fn invalid<T>(reason: impl Into<String>) -> Result<T> {
    Err(InvalidField::new("", reason))
}

/// `value`, unless it is missing or the reason why it is wrong.
pub(super) fn known<T>(value: Option<T>, reason: impl FnOnce() -> String) -> Result<T> {
    value.ok_or_else(|| InvalidField::new("", reason()))
}

/// A set, from what `one` makes of each entry. Entries ascend without duplicates, so that every set
/// has one form.
pub(super) fn set<N: Copy + PartialOrd, T, S: FromIterator<T>>(
    numbers: &[N],
    one: impl Fn(N) -> Result<T>,
) -> Result<S> {
    ascending(numbers, |&number| number)?;
    numbers.iter().map(|&number| one(number)).collect()
}

/// Entries ascend by this key, without duplicates.
pub(super) fn ascending<M, K: PartialOrd>(entries: &[M], key: impl Fn(&M) -> K) -> Result<()> {
    if entries.is_sorted_by(|one, other| key(one) < key(other)) {
        Ok(())
    } else {
        invalid("not ascending")
    }
}

/// Collects every invalid field of a setup, and continues with a stand-in.
#[derive(Default)]
pub(super) struct FieldErrors(Vec<InvalidField>);

impl FieldErrors {
    /// The value, or a stand-in and a note of what is wrong.
    pub(super) fn note<T>(
        &mut self,
        value: Option<T>,
        instead: T,
        path: &str,
        reason: impl FnOnce() -> String,
    ) -> T {
        value.unwrap_or_else(|| {
            self.0.push(InvalidField::new(path, reason()));
            instead
        })
    }

    /// A small number.
    pub(super) fn byte(&mut self, number: u32, path: &str) -> u8 {
        self.note(u8::try_from(number).ok(), 0, path, || format!("{number} is far too many"))
    }

    /// A value of an enum.
    pub(super) fn word<T>(&mut self, value: Option<T>, instead: T, path: &str, number: i32) -> T {
        self.note(value, instead, path, || format!("{number} has no meaning"))
    }

    /// A seat of some game.
    pub(super) fn seat(&mut self, number: u32, path: &str) -> Option<hierophant_rules::Seat> {
        let seat = u8::try_from(number).ok().and_then(hierophant_rules::Seat::new);
        self.note(seat.map(Some), None, path, || format!("no game has a seat {number}"))
    }

    /// The setup, or all that is wrong with it.
    pub(super) fn finish<T>(self, setup: T) -> core::result::Result<T, Vec<InvalidField>> {
        if self.0.is_empty() { Ok(setup) } else { Err(self.0) }
    }
}

/// Cards of a deck.
const CARDS: u32 = 78;

/// A seat of this game.
pub(in crate::wire) fn seat(number: u32, players: u8) -> Result<Seat> {
    let seat = u8::try_from(number).ok().filter(|&number| number < players).and_then(Seat::new);
    known(seat, || format!("there is no seat {number} in this game"))
}

pub(in crate::wire) fn seats(numbers: &[u32], players: u8) -> Result<SeatSet> {
    set(numbers, |number| seat(number, players))
}

/// That those who are asked and who looks on sit at this table.
pub(in crate::wire) fn at_table(mut seats: impl Iterator<Item = Seat>, players: u8) -> Result<()> {
    match seats.find(|seat| seat.number() >= players) {
        None => Ok(()),
        Some(outsider) => {
            invalid(format!("{outsider} is asked or looks on, and the game has {players} seats"))
        }
    }
}

/// A number of 0..=`most`.
pub(in crate::wire) fn byte(number: u32, most: u8) -> Result<u8> {
    known(u8::try_from(number).ok().filter(|&number| number <= most), || {
        format!("{number} is more than {most}")
    })
}

/// A list of exactly `count` entries, each decoded; the rest of the array stays empty.
pub(in crate::wire) fn array<T: Copy, U: Copy + Default, const LEN: usize>(
    list: &[T],
    count: u8,
    decode: impl Fn(T) -> Result<U>,
) -> Result<[U; LEN]> {
    if list.len() != usize::from(count) || list.len() > LEN {
        return invalid(format!("{} entries instead of {count}", list.len()));
    }
    let mut entries = [U::default(); LEN];
    for (index, (entry, &message)) in entries.iter_mut().zip(list).enumerate() {
        *entry = decode(message).map_err(|field| field.within(&format!("[{index}]")))?;
    }
    Ok(entries)
}

/// Exactly `count` numbers of 0..=`most`.
pub(in crate::wire) fn bytes<const LEN: usize>(
    list: &[u32],
    count: u8,
    most: u8,
) -> Result<[u8; LEN]> {
    array(list, count, |number| byte(number, most))
}

/// A set of cards from the words of its mask; bit c of the result is card c.
pub(in crate::wire) fn mask(low: u32, middle: u32, high: u32) -> Result<u128> {
    let bits = u128::from(low) | u128::from(middle) << 32 | u128::from(high) << 64;
    if bits >> CARDS != 0 { invalid("a bit that no card has") } else { Ok(bits) }
}

/// The agenda or the like: every message decoded, errors with the index in the list.
pub(in crate::wire) fn each<M, T>(
    messages: &[M],
    most: usize,
    one: impl Fn(&M) -> Result<T>,
) -> Result<Vec<T>> {
    if messages.len() > most {
        return invalid(format!("{} entries are more than {most}", messages.len()));
    }
    let decode =
        |(index, message)| one(message).map_err(|field| field.within(&format!("[{index}]")));
    messages.iter().enumerate().map(decode).collect()
}

/// A seat.
pub(in crate::wire) fn number(seat: Seat) -> u32 {
    seat.number().into()
}

/// Seats, ascending.
pub(in crate::wire) fn numbers(seats: SeatSet) -> Vec<u32> {
    seats.iter().map(number).collect()
}

/// The words of a set of cards: cards 0 to 31, 32 to 63, 64 to 77.
pub(in crate::wire) const fn mask_words(bits: u128) -> [u32; 3] {
    [bits as u32, (bits >> 32) as u32, (bits >> 64) as u32]
}

/// The longest legal list of a kind of decision, as it is sent.
pub(in crate::wire) fn limit(legal_max: usize) -> u32 {
    u32::try_from(legal_max).expect("a legal list fits into an answer")
}

/// The sets of cards whose zone the viewer sees don't overlap, and together with so many hidden
/// ones they are the 78.
pub(in crate::wire) fn every_card_has_one_place<Cards: kit::Set>(
    open: impl IntoIterator<Item = Cards>,
    hidden: u32,
) -> Result<()> {
    let (mut seen, mut total) = (Cards::default(), hidden);
    for set in open {
        let twice = set.minus(set.minus(seen));
        if !twice.is_empty() {
            return invalid(format!("cards are in two places: {twice:?}"));
        }
        seen = seen.union(set);
        total += u32::from(set.len());
    }
    if total == CARDS { Ok(()) } else { invalid(format!("{total} cards instead of {CARDS}")) }
}

/// How many cards lie in the zones of these sizes by seat, the viewer's own left out.
pub(in crate::wire) fn of_others(sizes: &[u8], viewer: Viewer) -> u32 {
    let own = viewer.seat().map(Seat::index);
    sizes
        .iter()
        .enumerate()
        .filter(|(seat, _)| own != Some(*seat))
        .map(|(_, &size)| u32::from(size))
        .sum()
}

/// The viewer's own cards, so many in zones of these sizes by seat, are as many as the public
/// part counts; a spectator has none, and no answer.
pub(in crate::wire) fn own_cards_are_counted(
    viewer: Viewer,
    zones: &[(u8, &[u8])],
    answers: bool,
) -> Result<()> {
    let counted = |sizes: &[u8]| viewer.seat().map_or(0, |seat| sizes[seat.index()]);
    if zones.iter().any(|&(own, sizes)| own != counted(sizes)) {
        return invalid("the viewer's own cards are not as many as everybody counts");
    }
    if viewer == Viewer::Spectator && answers {
        return invalid("a spectator has nothing to answer").in_field("answer");
    }
    Ok(())
}
