//! Answers, the kinds of decision that they answer, and their stable numbers.

use super::cards::{Card, Figure, House, Location, LocationSet};
use crate::kit::actions::actions;
use crate::kit::numbered::{Numbered, numbered};
use crate::kit::text::joined;
use alloc::string::String;

actions! {
    /// An answer to a decision. Ordered by code.
    pub enum Action below 2048 {
        /// Nothing, no, no more, wait, or leave the House as it is.
        0 = Pass, "pass";
        /// End the activation.
        1 = End, "end the activation";
        /// Draw Minors: three in phase A, two in the Artisan District and the Cathedral, one in the
        /// Harbour.
        2 = DrawMinors, "draw Minors";
        /// Draw one Major: in phase A and in the Artisan District.
        3 = DrawMajor, "draw a Major";
        /// Hide the Fool, as the Major play of this activation.
        4 = HideFool, "hide the Fool";
        /// The House gains 1 prestige (Fields).
        5 = Raise, "raise the House";
        /// The House loses 1 prestige (Fields).
        6 = Lower, "lower the House";
        /// This House.
        8..12 = House(house: House), "House of {house}";
        /// This location: where a figure goes.
        16..26 = Location(location: Location), "to {location}";
        /// This figure: which one moves, or leaves the board.
        32..48 = Figure(figure: Figure), "figure {figure}";
        /// Play this card.
        128..206 = Play(card: Card), "play {card}";
        /// Hide this Minor.
        256..334 = Hide(card: Card), "hide {card}";
        /// Discard this card.
        384..462 = Discard(card: Card), "discard {card}";
        /// Pass this card to the left (Wheel).
        512..590 = Give(card: Card), "pass on {card}";
        /// Take this card from the hidden row into the hand (Temperance).
        640..718 = Take(card: Card), "take back {card}";
        /// Put this card from the hand into the hidden row (Temperance).
        768..846 = Put(card: Card), "put in {card}";
        /// Turn this hidden card face up (Sun).
        896..974 = TurnUp(card: Card), "turn up {card}";
        /// Lay the Tower over these locations.
        1024..2048 = Cover(set: LocationSet), "cover {}", cover_text(set);
    }
}

numbered!(House);

impl Action {
    /// See [`Ruleset::default_rank`](crate::Ruleset::default_rank): first what changes least.
    pub(super) const fn default_rank(self) -> u8 {
        match self {
            Action::Pass => 0,
            Action::End => 1,
            Action::DrawMinors => 2,
            Action::DrawMajor => 3,
            _ => 4,
        }
    }
}

/// Bit 0 is location 1.
impl Numbered for LocationSet {
    fn to_number(self) -> u32 {
        self.bits().into()
    }

    fn from_number(number: u32) -> Option<LocationSet> {
        LocationSet::from_bits(number.try_into().ok()?)
    }
}

fn cover_text(set: LocationSet) -> String {
    if set.is_empty() { "nothing".into() } else { joined(set.iter().map(Location::number), " ") }
}

crate::kit::kinds! {
    /// The kinds of decision, with the answers that they take and the longest legal list that each
    /// can have.
    pub enum Kind {
        /// Phase A: DrawMinors (three) or DrawMajor.
        Draw: 2, "Draw three Minors, or one Major?";
        /// Over the hand limit of 7: Discard, one card at a time in canonical order.
        DiscardToLimit: 11, "Over the hand limit of 7: which cards to discard?";
        /// Phase A, together: Hide one Minor; Pass only without one.
        HideOne: 7, "Which Minor to hide?";
        /// Play a card, HideFool or End.
        Play: 9, "Which card to play?";
        /// Which Figure moves; Pass where the move is optional.
        ChooseFigure: 17, "Which figure to move?";
        /// The Location that the figure goes to.
        ChooseLocation: 9, "Where does the figure go?";
        /// Artisan District: DrawMinors (two) or DrawMajor.
        Artisan: 2, "Draw two Minors, or one Major?";
        /// Harbour, another seat: DrawMinors (one) or Pass.
        Harbour: 2, "Draw a Minor, or not (the active seat draws one for each)?";
        /// Market: Discard a Minor for two, a Major for another, or Pass.
        Market: 8, "Exchange a Minor for two, or a Major for another?";
        /// Fields, House by House: Raise, Lower or Pass.
        Fields: 3, "This House: one up, one down, or leave it?";
        /// Cathedral: Hide a Minor, DrawMinors (two) or Pass.
        Cathedral: 9, "Hide a Minor, draw two Minors, or neither?";
        /// Hide one Minor or Pass.
        MayHide: 8, "Hide a Minor?";
        /// Discard one card; together with the others who are asked.
        DiscardOne: 7, "Which card to discard?";
        /// The House that gains.
        RaiseHouse: 4, "Which House gains?";
        /// Empress: the House that loses 1, not the one that gained.
        LowerHouse: 3, "Which House loses 1?";
        /// Hermit and Moon, together: Hide up to two (the active seat) or one, in canonical order;
        /// Pass for no more.
        HideSome: 8, "Which Minors to hide, if any?";
        /// Wheel, together: Give two cards, in canonical order.
        GiveTwo: 7, "Which two cards to pass to the left?";
        /// Death: Discard one or two Minors, in canonical order; Pass for no more.
        Death: 7, "Which Minors to discard for Majors, one or two?";
        /// Temperance: Take one or two from the row in canonical order, Pass for no more, then Put
        /// as many.
        Exchange: 58, "Which hidden cards to exchange, one or two, or none?";
        /// Tower: Cover a placement of the board; the built-in board has 40.
        LayTower: 256, "Which locations does the Tower cover?";
        /// Judgement: three Figures, in canonical order.
        RemoveFigures: 16, "Which three figures leave the board?";
        /// The Location that a removed figure comes back to.
        ReturnFigure: 10, "Where does the figure come back?";
        /// Sun, together: TurnUp three hidden cards, in canonical order.
        TurnUp: 57, "Which three hidden cards to turn face up?";
        /// The House that the hidden Fool counts for; Pass to wait (House by House only).
        FoolHouse: 4, "Which House does the hidden Fool count for?";
    }
}
