//! All complete choices of several cards, each as the chain of answers that makes it.

use hierophant_rules::arcanum::{Action, Card, CardSet, View};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Cards that Temperance exchanges at most.
const EXCHANGE_MAX: u8 = 2;

/// One way to answer: what leaves the hand or the row, and the answers that say so.
struct Choice {
    gone: CardSet,
    chain: Vec<Action>,
}

/// Complete choices.
pub(super) struct Choices(Vec<Choice>);

impl Choices {
    /// This number of these cards, named in canonical order, with a Pass after fewer than the most.
    pub(super) fn of(
        name: fn(Card) -> Action,
        cards: CardSet,
        count: RangeInclusive<u8>,
    ) -> Choices {
        let choice = |gone: CardSet| {
            let mut chain: Vec<Action> = gone.iter().map(name).collect();
            if gone.len() < *count.end() || gone.is_empty() {
                chain.push(Action::Pass);
            }
            Choice { gone, chain }
        };
        Choices(
            subsets(cards)
                .into_iter()
                .filter(|gone| count.contains(&gone.len()))
                .map(choice)
                .collect(),
        )
    }

    /// Taking up to two cards from the row and putting as many in, as far as `allows` lets; or
    /// nothing.
    pub(super) fn exchanges(
        row: CardSet,
        hand: CardSet,
        allows: impl Fn(CardSet, CardSet) -> bool,
    ) -> Choices {
        let mut choices = vec![Choice { gone: CardSet::EMPTY, chain: vec![Action::Pass] }];
        for taken in
            subsets(row).into_iter().filter(|taken| (1..=EXCHANGE_MAX).contains(&taken.len()))
        {
            for put in subsets(hand)
                .into_iter()
                .filter(|put| put.len() == taken.len() && allows(taken, *put))
            {
                let mut chain: Vec<Action> = taken.iter().map(Action::Take).collect();
                if taken.len() < EXCHANGE_MAX {
                    chain.push(Action::Pass);
                }
                chain.extend(put.iter().map(Action::Put));
                choices.push(Choice { gone: put, chain });
            }
        }
        Choices(choices)
    }

    /// Those that `allows` lets pass.
    pub(super) fn only(mut self, allows: impl Fn(CardSet) -> bool) -> Choices {
        self.0.retain(|choice| allows(choice.gone));
        self
    }

    /// Those that `allows` lets pass, or all if it lets none.
    pub(super) fn preferring(mut self, allows: impl Fn(CardSet) -> bool) -> Choices {
        if self.0.iter().any(|choice| allows(choice.gone)) {
            self.0.retain(|choice| allows(choice.gone));
        }
        self
    }

    /// This answer instead of cards is fine as well.
    pub(super) fn or(mut self, instead: Action) -> Choices {
        self.0.push(Choice { gone: CardSet::EMPTY, chain: vec![instead] });
        self
    }

    /// Nothing, where nothing else is possible.
    pub(super) fn or_nothing_if_none(self) -> Choices {
        if self.0.is_empty() { self.or(Action::Pass) } else { self }
    }
}

/// The answers that continue what the viewer has picked.
pub(super) fn next_of(view: &View, Choices(choices): &Choices) -> BTreeSet<Action> {
    let picked = view.answer.cards.iter().chain(view.answer.put.iter()).collect::<Vec<Card>>();
    let has_passed = view.answer.taken && view.answer.cards.len() < EXCHANGE_MAX;
    let made = picked.len() + usize::from(has_passed);
    let goes_on = |choice: &&Choice| {
        let begun = choice.chain.get(..made).unwrap_or_default();
        let named: Vec<Card> = begun.iter().filter_map(|action| card_of(*action)).collect();
        begun.len() == made && named == picked && begun.contains(&Action::Pass) == has_passed
    };
    choices.iter().filter(goes_on).filter_map(|choice| choice.chain.get(made).copied()).collect()
}

fn card_of(action: Action) -> Option<Card> {
    match action {
        Action::Hide(card)
        | Action::Discard(card)
        | Action::Give(card)
        | Action::Take(card)
        | Action::Put(card)
        | Action::TurnUp(card) => Some(card),
        _ => None,
    }
}

/// Every subset of at most five cards; no choice takes more.
fn subsets(cards: CardSet) -> Vec<CardSet> {
    let mut all = vec![CardSet::EMPTY];
    for card in cards.iter() {
        let with = all.iter().filter(|set| set.len() < 5).map(|set| set.union(CardSet::only(card)));
        let with: Vec<CardSet> = with.collect();
        all.extend(with);
    }
    all
}
