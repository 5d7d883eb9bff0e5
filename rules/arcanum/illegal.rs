//! Which rule an illegal answer breaks. One variant per rule; the texts reveal nothing that the
//! seat doesn't see.

use super::action::Action;
use super::agenda::Step;
use super::cards::{Card, CardSet, Figure, Location};
use super::decision_context::{DecisionContext, Menu, Verb, picks_after};
use crate::kit::illegal;

illegal! {
    NOT_ASKED = NotAsked: "no decision is open for this seat";
    NOT_AN_ANSWER = NotAnAnswer: "this decision takes other kinds of answer";
    MAY_NOT_PASS = MayNotPass: "something must be chosen here";
    CARD_NOT_IN_HAND = CardNotInHand: "the card is not in your hand";
    CARD_NOT_IN_ROW = CardNotInRow: "the card is not in your hidden row";
    CARD_NOT_FACE_DOWN = CardNotFaceDown: "the card does not lie face down in your row";
    ONLY_MINORS = OnlyMinors: "only Minors can be given here";
    /// It moves Minors, and in some editions the Fool.
    NOT_EXCHANGEABLE = NotExchangeable: "Temperance cannot move this card";
    MINOR_ALREADY_PLAYED = MinorAlreadyPlayed: "a second Minor cannot be played in one activation";
    MAJOR_ALREADY_PLAYED = MajorAlreadyPlayed: "a second Major cannot be played in one activation";
    /// A Minor that moves a figure goes before one that can't.
    ANOTHER_MINOR_MOVES = AnotherMinorMoves: "this Minor moves nothing, and another one in your hand would";
    /// A seat that holds a Minor plays it before it ends its activation.
    MINOR_IS_OWED = MinorIsOwed: "a Minor has to be played before the activation ends";
    LAST_MINOR_IS_OWED = LastMinorIsOwed: "the last Minor has to be kept until one has been played";
    PICKS_ASCEND = PicksAscend: "picks are made in canonical order";
    TOO_FEW_AFTER = TooFewAfter: "too few would be left to complete the choice";
    HOUSE_MUST_DIFFER = HouseMustDiffer: "the House that gained cannot be the one that loses";
    /// The Fool can only be declared for the House that is up.
    HOUSE_NOT_UP = HouseNotUp: "this House is not being scored now";
    FIGURE_OFF_BOARD = FigureOffBoard: "the figure is not on the board";
    FIGURE_UNDER_TOWER = FigureUnderTower: "the Tower holds the figure";
    FIGURE_OF_ANOTHER_HOUSE = FigureOfAnotherHouse: "the Minor moves figures of its own House only";
    FIGURE_IS_THERE = FigureIsThere: "the figure is at this location already";
    LOCATION_COVERED = LocationCovered: "the Tower closes this location";
    LOCATION_TAKEN = LocationTaken: "another figure has come back to this location";
    NOT_A_PLACEMENT = NotAPlacement: "the board has no such Tower placement";
}

impl DecisionContext<'_> {
    /// Checks an answer to a step.
    ///
    /// # Errors
    /// If it is not legal, the rule that it breaks.
    pub(super) fn check(&self, step: Step, action: Action) -> Result<(), Illegal> {
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
            Action::Cover(set) => {
                menu.tower && self.setup.board.placements.binary_search(&set).is_ok()
            }
            Action::Play(card)
            | Action::Hide(card)
            | Action::Discard(card)
            | Action::Give(card)
            | Action::Take(card)
            | Action::Put(card)
            | Action::TurnUp(card) => menu
                .cards
                .is_some_and(|(verb, cards)| verb.of(card) == action && cards.contains(card)),
        };
        if allowed { Ok(()) } else { Err(self.rule_broken(step, &menu, action)) }
    }

    /// Why `action`, which isn't on the menu, isn't.
    fn rule_broken(&self, step: Step, menu: &Menu, action: Action) -> Illegal {
        match action {
            Action::Pass if menu.tower || menu.houses != 0 => Illegal::MayNotPass,
            Action::Pass if menu.cards.is_some() && step != Step::Play => Illegal::MayNotPass,
            Action::Pass if !menu.locations.is_empty() || !menu.figures.is_empty() => {
                Illegal::MayNotPass
            }
            Action::End if step == Step::Play => Illegal::MinorIsOwed,
            Action::HideFool if step == Step::Play && self.public.major_played => {
                Illegal::MajorAlreadyPlayed
            }
            Action::HideFool if step == Step::Play => Illegal::CardNotInHand,
            Action::House(_) if matches!(step, Step::LowerHouse { .. }) => Illegal::HouseMustDiffer,
            Action::House(_) if matches!(step, Step::FoolHouse { .. }) => Illegal::HouseNotUp,
            Action::Location(location) if !menu.locations.is_empty() => {
                self.location_refused(step, location)
            }
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
        let Some(location) = self.public.figures[figure.index()] else {
            return Illegal::FigureOffBoard;
        };
        let minor = self.public.playing.filter(|_| step == Step::MoveByMinor);
        if minor.is_some_and(|minor| minor.house() != Some(figure.house())) {
            Illegal::FigureOfAnotherHouse
        } else if minor.is_some_and(|minor| minor.location() == Some(location)) {
            Illegal::FigureIsThere
        } else if self.public.covered().contains(location) {
            Illegal::FigureUnderTower
        } else if self.answer.figures.last().is_some_and(|last| figure <= last) {
            Illegal::PicksAscend
        } else {
            Illegal::TooFewAfter
        }
    }

    fn play_refused(&self, card: Card) -> Illegal {
        if !self.own.hand.contains(card) {
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
            Verb::TurnUp if !self.own.row.contains(card) => return Illegal::CardNotFaceDown,
            Verb::Hide | Verb::Discard | Verb::Give | Verb::Put
                if !self.own.hand.contains(card) =>
            {
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
                picks_after(self.own.hand, picked, self.picks_needed(step), CardSet::EMPTY)
                    .contains(card)
            }
            Step::Exchange => {
                card == Card::FOOL && self.exchangeable(self.own.hand).len() > picked.len()
            }
            _ => card.is_minor(),
        }
    }
}
