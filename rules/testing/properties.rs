//! Properties that hold for any bytes whatever: for fuzzing, and for the suites' corpus and random
//! bytes.
//!
//! Each returns in silence or panics. Bytes that run out read as 0, so that every input means
//! something.

use super::Testable;
use crate::{ActionCode, Seat, Seed, ToAct, Viewer};
use alloc::{format, vec::Vec};

/// Answers tried from one input.
const ANSWERS_MAX: usize = 4_000;

/// One refusal in this number is compared in every field.
const TEXT_STRIDE: u32 = 32;

/// Reads numbers off bytes.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn next_word(&mut self) -> u32 {
        u32::from(self.next()) | u32::from(self.next()) << 8
    }

    fn seed(&mut self) -> Seed {
        Seed::new(core::array::from_fn(|i| if i < 4 { self.next() } else { 0 }))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whatever seats and codes come in: `apply` never panics, takes the legal ones, and changes
/// nothing when it refuses.
pub fn any_answers_are_taken_or_refused<R: Testable>(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let setups = R::setups();
    let setup = &setups[usize::from(bytes.next()) % setups.len()];
    let state =
        R::start(setup, &bytes.seed(), &mut Vec::new()).expect("the suites' setups are sound");
    play::<R>(state, &mut bytes);
}

/// Whatever setup comes in: it is refused with a reason or makes a game that can be played.
pub fn any_setup_is_refused_or_played<R: Testable>(bytes: &[u8]) {
    let (head, tail) = bytes.split_at(bytes.len().min(R::SETUP_BYTES));
    let setup = R::setup_of(head);
    let mut bytes = Bytes(tail);
    let (defects, started) = (R::defects(&setup), R::start(&setup, &bytes.seed(), &mut Vec::new()));
    match started {
        Ok(state) => {
            assert!(defects.is_empty(), "started in spite of {defects:?}");
            play::<R>(state, &mut bytes);
        }
        Err(reasons) => {
            assert!(!reasons.is_empty() && reasons == defects, "{reasons:?} against {defects:?}")
        }
    }
}

/// Whatever number comes in: it names no action, or one that has this number.
pub fn any_code_names_its_action<R: Testable>(code: u32) {
    if let Some(action) = R::action(ActionCode(code)) {
        assert!(code < R::ACTION_SPACE);
        assert_eq!(R::code(action), ActionCode(code));
        assert!(!R::render_action(action).is_empty());
    }
}

/// Whatever position bytes lead to: each viewer's determinization shows it the same view and can be
/// played on.
pub fn any_determinization_shows_the_same_view<R: Testable>(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let setups = R::setups();
    let setup = &setups[usize::from(bytes.next()) % setups.len()];
    let seed = bytes.seed();
    let state = R::start(setup, &seed, &mut Vec::new()).expect("the suites' setups are sound");
    let state = play::<R>(state, &mut bytes);
    let mut chance = seed.at(u32::MAX, 0);
    for viewer in Viewer::all(R::seats(setup)) {
        let view = R::view(&state, viewer);
        let mut determinization =
            R::determinize(&view, &mut chance).expect("a game has produced this view");
        assert_eq!(R::view(R::state_mut(&mut determinization), viewer), view);
    }
}

/// Plays what the bytes say: mostly legal answers by index, every fourth time any seat with any
/// code.
fn play<R: Testable>(mut state: R::State, bytes: &mut Bytes<'_>) -> R::State {
    let (mut legal, mut facts) = (Vec::new(), Vec::new());
    for _ in 0..ANSWERS_MAX {
        let ToAct::Seats(seats) = R::to_act(&state) else { break };
        if bytes.is_empty() {
            break;
        }
        facts.clear();
        let how = bytes.next();
        if !how.is_multiple_of(4) {
            let seat =
                seats.iter().nth(usize::from(how / 4) % seats.len()).expect("the index is within");
            R::legal(&state, seat, &mut legal);
            assert!(!legal.is_empty(), "a live game waits for {seat}, who can't act");
            let action = legal[bytes.next() as usize % legal.len()];
            R::apply(&mut state, seat, action, &mut facts).expect("it is legal");
        } else {
            let Some(seat) = Seat::new(how / 4 % (crate::SEATS_MAX + 1)) else { continue };
            try_any::<R>(&mut state, seat, ActionCode(bytes.next_word() % (R::ACTION_SPACE + 64)));
        }
    }
    state
}

fn try_any<R: Testable>(state: &mut R::State, seat: Seat, code: ActionCode) {
    let Some(action) = R::action(code) else { return };
    let (mut legal, mut facts) = (Vec::new(), Vec::new());
    R::legal(state, seat, &mut legal);
    // The text has every field, but takes longer than all the rest.
    let text = |state: &R::State| code.0.is_multiple_of(TEXT_STRIDE).then(|| format!("{state:?}"));
    let before = text(state);
    match R::apply(state, seat, action, &mut facts) {
        Ok(()) => {
            assert!(legal.contains(&action), "{action:?} of {seat} was taken against {legal:?}")
        }
        Err(illegal) => {
            assert!(!legal.contains(&action), "{action:?} of {seat} was refused: {illegal}");
            assert!(
                facts.is_empty() && text(state) == before,
                "a refused answer changed something"
            );
        }
    }
}
