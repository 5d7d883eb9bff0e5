//! Which rule an illegal answer breaks. One variant per rule; the texts reveal nothing that the seat doesn't see.

use super::action::Action;
use super::agenda::Step;
use super::cards::{Card, CardSet, Figure, Location};
use super::decision_context::{DecisionContext, Menu, Verb, picks_after};
use core::fmt;

/// The rule that an action breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No decision is open for this seat.
    NotAsked,
    /// The decision takes other kinds of answer.
    NotAnAnswer,
    /// Something must be chosen.
    MayNotPass,
    /// The card isn't in the seat's hand.
    CardNotInHand,
    /// The card isn't in the seat's hidden row.
    CardNotInRow,
    /// The card doesn't lie face down in the seat's row.
    CardNotFaceDown,
    /// Only Minors can be hidden, or given for this effect.
    OnlyMinors,
    /// Temperance moves Minors only, and in some editions the Fool.
    NotExchangeable,
    /// One Minor per activation.
    MinorAlreadyPlayed,
    /// One Major per activation.
    MajorAlreadyPlayed,
    /// A Minor that moves a figure goes before one that can't.
    AnotherMinorMoves,
    /// A seat that holds a Minor plays it before it ends its activation.
    MinorIsOwed,
    /// The last Minor that the activation owes may not be given away.
    LastMinorIsOwed,
    /// Things are picked in canonical order.
    PicksAscend,
    /// So few would be left that the choice could not be completed.
    TooFewAfter,
    /// The House must not be the one that gained.
    HouseMustDiffer,
    /// The Fool can only be declared for the House that is up.
    HouseNotUp,
    /// The figure is off the board.
    FigureOffBoard,
    /// The Tower holds the figure.
    FigureUnderTower,
    /// The Minor moves figures of its own House only.
    FigureOfAnotherHouse,
    /// The figure is there already.
    FigureIsThere,
    /// The Tower closes the location.
    LocationCovered,
    /// Another figure has just come back there.
    LocationTaken,
    /// The Tower can't be laid like that.
    NotAPlacement,
}

impl Illegal {
    /// The rule's stable name and what it says.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Illegal::NotAsked => ("NOT_ASKED", "no decision is open for this seat"),
            Illegal::NotAnAnswer => ("NOT_AN_ANSWER", "this decision takes other kinds of answer"),
            Illegal::MayNotPass => ("MAY_NOT_PASS", "something must be chosen here"),
            Illegal::CardNotInHand => ("CARD_NOT_IN_HAND", "the card is not in your hand"),
            Illegal::CardNotInRow => ("CARD_NOT_IN_ROW", "the card is not in your hidden row"),
            Illegal::CardNotFaceDown => ("CARD_NOT_FACE_DOWN", "the card does not lie face down in your row"),
            Illegal::OnlyMinors => ("ONLY_MINORS", "only Minors can be given here"),
            Illegal::NotExchangeable => ("NOT_EXCHANGEABLE", "Temperance cannot move this card"),
            Illegal::MinorAlreadyPlayed => {
                ("MINOR_ALREADY_PLAYED", "a second Minor cannot be played in one activation")
            }
            Illegal::MajorAlreadyPlayed => {
                ("MAJOR_ALREADY_PLAYED", "a second Major cannot be played in one activation")
            }
            Illegal::AnotherMinorMoves => {
                ("ANOTHER_MINOR_MOVES", "this Minor moves nothing, and another one in your hand would")
            }
            Illegal::MinorIsOwed => ("MINOR_IS_OWED", "a Minor has to be played before the activation ends"),
            Illegal::LastMinorIsOwed => {
                ("LAST_MINOR_IS_OWED", "the last Minor has to be kept until one has been played")
            }
            Illegal::PicksAscend => ("PICKS_ASCEND", "picks are made in canonical order"),
            Illegal::TooFewAfter => ("TOO_FEW_AFTER", "too few would be left to complete the choice"),
            Illegal::HouseMustDiffer => ("HOUSE_MUST_DIFFER", "the House that gained cannot be the one that loses"),
            Illegal::HouseNotUp => ("HOUSE_NOT_UP", "this House is not being scored now"),
            Illegal::FigureOffBoard => ("FIGURE_OFF_BOARD", "the figure is not on the board"),
            Illegal::FigureUnderTower => ("FIGURE_UNDER_TOWER", "the Tower holds the figure"),
            Illegal::FigureOfAnotherHouse => {
                ("FIGURE_OF_ANOTHER_HOUSE", "the Minor moves figures of its own House only")
            }
            Illegal::FigureIsThere => ("FIGURE_IS_THERE", "the figure is at this location already"),
            Illegal::LocationCovered => ("LOCATION_COVERED", "the Tower closes this location"),
            Illegal::LocationTaken => ("LOCATION_TAKEN", "another figure has come back to this location"),
            Illegal::NotAPlacement => ("NOT_A_PLACEMENT", "the board has no such Tower placement"),
        }
    }

    /// The rule's stable name, SCREAMING_SNAKE_CASE.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts().1)
    }
}

impl DecisionContext<'_> {
    /// Checks an action against the open decision, which it returns.
    ///
    /// # Errors
    /// `NotAsked` if no decision is open for the seat; otherwise, if the action is not legal, the rule that it breaks.
    pub(super) fn check(&self, action: Action) -> Result<Step, Illegal> {
        let step = self.open_step().ok_or(Illegal::NotAsked)?;
        let menu = self.menu(step);
        let allowed = match action {
            Action::Pass => menu.pass,
            Action::End => menu.end,
            Action::DrawMinors => menu.draw_minors,
            Action::DrawMajor => menu.draw_major,
            Action::HideFool => menu.hide_fool,
            Action::Raise | Action::Lower => menu.change_house,
            Action::House(house) => menu.offers(house),
            Action::Location(location) => menu.locations.contains(location),
            Action::Figure(figure) => menu.figures.contains(figure),
            Action::Cover(set) => menu.tower && self.setup.board.placements.binary_search(&set).is_ok(),
            Action::Play(card)
            | Action::Hide(card)
            | Action::Discard(card)
            | Action::Give(card)
            | Action::Take(card)
            | Action::Put(card)
            | Action::TurnUp(card) => {
                menu.cards.is_some_and(|(verb, cards)| verb.of(card) == action && cards.contains(card))
            }
        };
        if allowed { Ok(step) } else { Err(self.rule_broken(step, &menu, action)) }
    }

    /// Why `action`, which isn't on the menu, isn't.
    fn rule_broken(&self, step: Step, menu: &Menu, action: Action) -> Illegal {
        match action {
            Action::Pass if menu.tower || menu.houses != 0 => Illegal::MayNotPass,
            Action::Pass if menu.cards.is_some() && step != Step::Play => Illegal::MayNotPass,
            Action::Pass if !menu.locations.is_empty() || !menu.figures.is_empty() => Illegal::MayNotPass,
            Action::End if step == Step::Play => Illegal::MinorIsOwed,
            Action::HideFool if step == Step::Play && self.public.major_played => Illegal::MajorAlreadyPlayed,
            Action::HideFool if step == Step::Play => Illegal::CardNotInHand,
            Action::House(_) if matches!(step, Step::LowerHouse { .. }) => Illegal::HouseMustDiffer,
            Action::House(_) if matches!(step, Step::FoolHouse { .. }) => Illegal::HouseNotUp,
            Action::Location(location) if !menu.locations.is_empty() => self.location_refused(step, location),
            Action::Figure(figure) if self.takes_figures(step) => self.figure_refused(step, figure),
            Action::Cover(_) if menu.tower => Illegal::NotAPlacement,
            Action::Play(card) if step == Step::Play => self.play_refused(card),
            Action::Hide(card)
            | Action::Discard(card)
            | Action::Give(card)
            | Action::Take(card)
            | Action::Put(card)
            | Action::TurnUp(card) => match menu.cards {
                Some((verb, _)) if verb.of(card) == action => self.pick_refused(step, verb, card),
                _ => Illegal::NotAnAnswer,
            },
            _ => Illegal::NotAnAnswer,
        }
    }

    fn takes_figures(&self, step: Step) -> bool {
        match step {
            Step::Joker => !self.answer.is_begun(),
            Step::MoveByMinor => self.public.playing.is_some_and(|card| card.figure().is_none()),
            _ => step == Step::RemoveFigures,
        }
    }

    fn location_refused(&self, step: Step, location: Location) -> Illegal {
        if self.public.covered().contains(location) {
            Illegal::LocationCovered
        } else if matches!(step, Step::ReturnFigures { .. }) {
            Illegal::LocationTaken
        } else {
            Illegal::FigureIsThere
        }
    }

    fn figure_refused(&self, step: Step, figure: Figure) -> Illegal {
        let Some(place) = self.public.figures[figure.index()] else { return Illegal::FigureOffBoard };
        let minor = self.public.playing.filter(|_| step == Step::MoveByMinor);
        if minor.is_some_and(|minor| minor.house() != Some(figure.house())) {
            Illegal::FigureOfAnotherHouse
        } else if minor.is_some_and(|minor| minor.location() == Some(place)) {
            Illegal::FigureIsThere
        } else if self.public.covered().contains(place) {
            Illegal::FigureUnderTower
        } else if self.answer.figures.last().is_some_and(|last| figure <= last) {
            Illegal::PicksAscend
        } else {
            Illegal::TooFewAfter
        }
    }

    fn play_refused(&self, card: Card) -> Illegal {
        if !self.hand.contains(card) {
            Illegal::CardNotInHand
        } else if !card.is_minor() {
            Illegal::MajorAlreadyPlayed
        } else if self.public.minor_played {
            Illegal::MinorAlreadyPlayed
        } else {
            Illegal::AnotherMinorMoves
        }
    }

    fn pick_refused(&self, step: Step, verb: Verb, card: Card) -> Illegal {
        let picked = if verb == Verb::Put { self.answer.put } else { self.answer.cards };
        match verb {
            Verb::Take if !self.row_and_open().contains(card) => return Illegal::CardNotInRow,
            Verb::TurnUp if !self.row.contains(card) => return Illegal::CardNotFaceDown,
            Verb::Hide | Verb::Discard | Verb::Give | Verb::Put if !self.hand.contains(card) => {
                return Illegal::CardNotInHand;
            }
            Verb::Take | Verb::Put if self.exchangeable(CardSet::only(card)).is_empty() => {
                return Illegal::NotExchangeable;
            }
            Verb::Hide if !card.is_minor() => return Illegal::OnlyMinors,
            Verb::Discard if step == Step::Death && !card.is_minor() => return Illegal::OnlyMinors,
            _ => {}
        }
        if picked.last().is_some_and(|last| card <= last) {
            Illegal::PicksAscend
        } else if self.is_kept_for_duty(step, picked, card) {
            Illegal::LastMinorIsOwed
        } else {
            Illegal::TooFewAfter
        }
    }

    /// Whether the duty to play a Minor is all that stands against this pick.
    fn is_kept_for_duty(&self, step: Step, picked: CardSet, card: Card) -> bool {
        match step {
            _ if self.protected().is_empty() => false,
            Step::HandLimit { .. } | Step::GiveTwo => {
                picks_after(self.hand, picked, self.picks_needed(step), CardSet::EMPTY).contains(card)
            }
            Step::Exchange => card == Card::FOOL && self.exchangeable(self.hand).len() > picked.len(),
            _ => card.is_minor(),
        }
    }
}
