//! What a seat sees of its decision, and so which answers are legal.
//!
//! A `Menu` holds the legal answers as sets; lists and checks are both made from it. Nothing here
//! can reach the truth: what a seat may do follows from what it sees.

use super::Arcanum;
use super::action::Action;
use super::agenda::Step;
use super::cards::{Card, CardSet, FigureSet, House, LocationSet};
use super::pending_answer::EXCHANGE_MAX;
use super::setup::HAND_LIMIT;
use crate::kit;
use alloc::vec::Vec;

/// Hidden cards that the Sun turns up, and figures that Judgement takes.
pub const THREE: u8 = 3;

/// What `seat` sees that bears on its decision.
pub type DecisionContext<'a> = kit::DecisionContext<'a, Arcanum>;

/// What is done with the cards on a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Play,
    Hide,
    Discard,
    Give,
    Take,
    Put,
    TurnUp,
}

impl Verb {
    pub(super) const fn of(self, card: Card) -> Action {
        match self {
            Verb::Play => Action::Play(card),
            Verb::Hide => Action::Hide(card),
            Verb::Discard => Action::Discard(card),
            Verb::Give => Action::Give(card),
            Verb::Take => Action::Take(card),
            Verb::Put => Action::Put(card),
            Verb::TurnUp => Action::TurnUp(card),
        }
    }
}

/// The legal answers to a decision, as sets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Menu {
    pub(super) pass: bool,
    pub(super) end: bool,
    pub(super) draw_minors: bool,
    pub(super) draw_major: bool,
    pub(super) hide_fool: bool,
    pub(super) change_house: bool,
    /// Bit = suit.
    pub(super) houses: u8,
    pub(super) locations: LocationSet,
    pub(super) figures: FigureSet,
    pub(super) cards: Option<(Verb, CardSet)>,
    pub(super) tower: bool,
}

impl DecisionContext<'_> {
    /// Appends the legal answers to `step`, ascending by code.
    pub(super) fn list(&self, step: Step, into: &mut Vec<Action>) {
        let menu = self.menu(step);
        let singles = [
            (menu.pass, Action::Pass),
            (menu.end, Action::End),
            (menu.draw_minors, Action::DrawMinors),
            (menu.draw_major, Action::DrawMajor),
            (menu.hide_fool, Action::HideFool),
            (menu.change_house, Action::Raise),
            (menu.change_house, Action::Lower),
        ];
        into.extend(singles.iter().filter(|(offered, _)| *offered).map(|(_, action)| *action));
        if menu.houses != 0 {
            into.extend(
                House::ALL
                    .iter()
                    .filter(|&&house| menu.offers(house))
                    .map(|house| Action::House(*house)),
            );
        }
        if !menu.locations.is_empty() {
            into.extend(menu.locations.iter().map(Action::Location));
        }
        if !menu.figures.is_empty() {
            into.extend(menu.figures.iter().map(Action::Figure));
        }
        if let Some((verb, cards)) = menu.cards {
            into.extend(cards.iter().map(|card| verb.of(card)));
        }
        if menu.tower {
            into.extend(
                self.setup.board.placements.iter().map(|placement| Action::Cover(*placement)),
            );
        }
    }

    /// The legal answers to `step`.
    pub(super) fn menu(&self, step: Step) -> Menu {
        let choice = |cards: Option<(Verb, CardSet)>| Menu { cards, ..Menu::default() };
        match step {
            Step::ChooseDraw { .. } | Step::Artisan => {
                Menu { draw_minors: true, draw_major: true, ..Menu::default() }
            }
            Step::Harbour { .. } => Menu { draw_minors: true, pass: true, ..Menu::default() },
            Step::Fields { .. } => Menu { change_house: true, pass: true, ..Menu::default() },
            Step::HandLimit { .. } => {
                choice(Some((Verb::Discard, self.picks(self.own.hand, self.picks_needed(step)))))
            }
            Step::OthersDiscard => choice(Some((Verb::Discard, self.own.hand))),
            Step::HidePhase => Menu {
                pass: self.own.hand.minors().is_empty(),
                ..choice(Some((Verb::Hide, self.own.hand.minors())))
            },
            Step::Play => self.menu_of_play(),
            Step::MoveByMinor => self.menu_of_move(),
            Step::Joker => self.menu_of_joker(),
            Step::Market => Menu { pass: true, ..choice(Some((Verb::Discard, self.spare()))) },
            Step::Cathedral => Menu {
                pass: true,
                draw_minors: true,
                ..choice(Some((Verb::Hide, self.spare().minors())))
            },
            Step::MayHide => {
                Menu { pass: true, ..choice(Some((Verb::Hide, self.spare().minors()))) }
            }
            Step::HideSome => {
                Menu { pass: true, ..choice(Some((Verb::Hide, self.more(self.spare().minors())))) }
            }
            Step::Death => {
                let minors = self.more(self.spare().minors());
                let pass = self.answer.is_begun() || self.spare().minors().is_empty();
                Menu { pass, ..choice(Some((Verb::Discard, minors))) }
            }
            Step::GiveTwo => {
                choice(Some((Verb::Give, self.picks(self.own.hand, self.picks_needed(step)))))
            }
            Step::TurnUp => {
                choice(Some((Verb::TurnUp, self.picks(self.own.row, self.picks_needed(step)))))
            }
            Step::Exchange => self.menu_of_exchange(),
            Step::RaiseHouse { .. } | Step::RaiseThenLower => {
                Menu { houses: 0b1111, ..Menu::default() }
            }
            Step::LowerHouse { not } => {
                Menu { houses: 0b1111 & !(1 << not.index()), ..Menu::default() }
            }
            Step::LayTower => Menu { tower: true, ..Menu::default() },
            Step::RemoveFigures => Menu { figures: self.figure_picks(), ..Menu::default() },
            Step::ReturnFigures { taken } => {
                let taken = LocationSet::from_bits(taken).unwrap_or_default();
                Menu { locations: self.public.uncovered().minus(taken), ..Menu::default() }
            }
            Step::FoolHouse { next, .. } => self.menu_of_fool(next),
            Step::DrawPhase { .. }
            | Step::PlayPhase { .. }
            | Step::EnsureMinor
            | Step::CardDone
            | Step::Gain { .. }
            | Step::Draw { .. }
            | Step::MoonDraw { .. }
            | Step::Scoring { .. }
            | Step::TurnOver => Menu::default(),
        }
    }

    fn menu_of_play(&self) -> Menu {
        let minors = self.own.hand.minors();
        let mut cards =
            if self.public.major_played { CardSet::EMPTY } else { self.own.hand.majors() };
        if !self.public.minor_played {
            cards = cards.union(self.playable(minors));
        }
        Menu {
            end: self.public.minor_played || minors.is_empty(),
            hide_fool: cards.contains(Card::FOOL),
            cards: Some((Verb::Play, cards)),
            ..Menu::default()
        }
    }

    /// Of these Minors those whose move is possible, or all if none is.
    pub(super) fn playable(&self, minors: CardSet) -> CardSet {
        let moving: CardSet =
            minors.iter().filter(|&minor| !self.public.movable_by(minor).is_empty()).collect();
        if moving.is_empty() { minors } else { moving }
    }

    fn menu_of_move(&self) -> Menu {
        let Some(minor) = self.public.playing else { return Menu::default() };
        match minor.figure() {
            Some(figure) => Menu { locations: self.public.destinations(figure), ..Menu::default() },
            None => Menu { figures: self.public.movable_by(minor), ..Menu::default() },
        }
    }

    fn menu_of_joker(&self) -> Menu {
        match self.answer.figures.first() {
            Some(figure) => Menu { locations: self.public.destinations(figure), ..Menu::default() },
            None => Menu { pass: true, figures: self.public.movable(), ..Menu::default() },
        }
    }

    fn menu_of_fool(&self, next: u8) -> Menu {
        if !self.setup.constants().fool_house_by_house {
            return Menu { houses: 0b1111, ..Menu::default() };
        }
        let house = self.public.houses_by_place()[next as usize & 3];
        Menu { pass: true, houses: 1 << house.index(), ..Menu::default() }
    }

    fn menu_of_exchange(&self) -> Menu {
        let (row, hand) =
            (self.exchangeable(self.row_and_open()), self.exchangeable(self.own.hand));
        let picked = self.answer.cards;
        if self.answer.taken {
            let cards = picks_after(hand, self.answer.put, picked.len(), CardSet::EMPTY);
            return Menu { cards: Some((Verb::Put, cards)), ..Menu::default() };
        }
        let mut cards = if hand.len() > picked.len() { self.more(row) } else { CardSet::EMPTY };
        // The Fool alone would be paid for with the last Minor that this activation owes.
        if picked.is_empty() && self.public.has_duty(self.seat) && hand.minors().len() < 2 {
            cards.remove(Card::FOOL);
        }
        Menu { pass: true, cards: Some((Verb::Take, cards)), ..Menu::default() }
    }

    /// The seat's hidden cards, face down or open.
    pub fn row_and_open(&self) -> CardSet {
        self.own.row.union(self.public.open[self.seat.index()])
    }

    /// Of these cards those that Temperance may move.
    pub(super) fn exchangeable(&self, cards: CardSet) -> CardSet {
        cards.and(self.setup.constants().exchangeable())
    }

    /// The Minors that the duty to play one protects: at least one of them has to stay.
    pub(super) fn protected(&self) -> CardSet {
        if self.public.has_duty(self.seat) { self.own.hand.minors() } else { CardSet::EMPTY }
    }

    /// The cards that the seat may freely part with one of: not the last Minor that it owes. Counts
    /// picks already made.
    pub(super) fn spare(&self) -> CardSet {
        let protected = self.protected();
        if protected.minus(self.answer.cards).len() == 1 {
            self.own.hand.minus(protected)
        } else {
            self.own.hand
        }
    }

    /// Of `cards` those that may be picked next where picking more is optional.
    fn more(&self, cards: CardSet) -> CardSet {
        self.answer.cards.last().map_or(cards, |last| cards.after(last))
    }

    /// Of `cards` those that may be picked next where `needed` are picked in all.
    fn picks(&self, cards: CardSet, needed: u8) -> CardSet {
        let protected = if needed < cards.len() { self.protected() } else { CardSet::EMPTY };
        picks_after(cards, self.answer.cards, needed, protected)
    }

    fn figure_picks(&self) -> FigureSet {
        let movable = self.public.movable();
        let picked = self.answer.figures;
        let rest = picked.last().map_or(movable, |last| movable.after(last));
        let still = THREE.min(movable.len()) - picked.len();
        rest.iter().filter(|&figure| rest.after(figure).len() + 1 >= still).collect()
    }

    /// How many things a choice of a fixed or largest number picks in all.
    pub(super) fn picks_needed(&self, step: Step) -> u8 {
        match step {
            Step::HandLimit { .. } => self.own.hand.len().saturating_sub(HAND_LIMIT),
            Step::GiveTwo => self.own.hand.len().min(EXCHANGE_MAX),
            Step::Death => EXCHANGE_MAX,
            Step::HideSome => 1 + u8::from(self.public.active == Some(self.seat)),
            Step::TurnUp => self.own.row.len().min(THREE),
            Step::RemoveFigures => self.public.movable().len().min(THREE),
            _ => 1,
        }
    }

    /// Whether this (legal) action completes the seat's answer.
    pub(super) fn completes(&self, step: Step, action: Action) -> bool {
        match (step, action) {
            (Step::Exchange, Action::Take(_)) => false,
            (Step::Exchange, Action::Pass) => !self.answer.is_begun(),
            (Step::Exchange, _) => self.answer.put.len() + 1 == self.answer.cards.len(),
            (Step::Joker, Action::Figure(_)) => false,
            (_, Action::Pass) => true,
            (_, Action::Figure(_)) => self.answer.figures.len() + 1 == self.picks_needed(step),
            _ => self.answer.cards.len() + 1 >= self.picks_needed(step),
        }
    }
}

/// Of `cards` those that may be picked next, in ascending order, so that `needed` can be picked in
/// all and at least one of `protected`, if there are any, is not.
pub(super) fn picks_after(
    cards: CardSet,
    picked: CardSet,
    needed: u8,
    protected: CardSet,
) -> CardSet {
    let rest = picked.last().map_or(cards, |last| cards.after(last));
    let still = needed.saturating_sub(picked.len());
    rest.iter()
        .filter(|&card| {
            let after = rest.after(card);
            let mut chosen = picked;
            chosen.insert(card);
            let one_is_spared = !protected.minus(chosen).minus(after).is_empty();
            let free = if protected.is_empty() || one_is_spared {
                Some(after.len())
            } else if protected.and(after).is_empty() {
                None
            } else {
                Some(after.len() - 1)
            };
            still > 0 && free.is_some_and(|free| free + 1 >= still)
        })
        .collect()
}

impl Menu {
    pub(super) fn offers(&self, house: House) -> bool {
        self.houses >> house.index() & 1 == 1
    }
}
