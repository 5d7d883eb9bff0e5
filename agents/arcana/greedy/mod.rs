//! A heuristic player for Arcana: no search, every answer from one look at the view.
//!
//! # What it believes
//! Everything is counted in victory points.
//!
//! * **A stake is worth** its points, what the card adds to the deck in the rounds to come, and its
//!   part in an objective that the seat keeps. See `worth`.
//! * **A struggle is won** by who has the most of what lies there; a rival's face-down card counts
//!   as an average one.
//! * **Operatives go** where they bring the seat nearest to a stake that its hand can win still.
//! * **A bribe is made** if it succeeds.
//! * **Locations are enacted** for what their effect is worth on average; who moves or expels looks
//!   at the struggles.
//! * **What is of no use is discarded** last, so that the hand keeps its options.
//!
//! # Contract
//! A function of the view and the legal list alone: equal inputs, equal answer; ties go to the
//! lower action code.

mod worth;

pub use worth::stake as stake_worth;

use crate::heuristic::{self, best};
use hierophant_rules::Seat;
use hierophant_rules::arcana::agenda::Step;
use hierophant_rules::arcana::public::Public;
use hierophant_rules::arcana::{Action, Card, Effect, Kind, View, Zone};

/// The answer to the open decision of the viewer. `legal` is what [`View::legal`] lists, never
/// empty.
///
/// # Panics
/// If `legal` is empty.
pub fn choose(view: &View, legal: &[Action]) -> Action {
    heuristic::choose(view, legal, |view| {
        let (kind, seat) = (view.decision()?.kind, view.viewer.seat()?);
        let at = Situation { view, public: &view.public, seat };
        Some(best(legal, |action| at.worth(kind, action)))
    })
}

/// What the seat that decides sees.
struct Situation<'a> {
    view: &'a View,
    public: &'a Public,
    seat: Seat,
}

impl Situation<'_> {
    fn worth(&self, kind: Kind, action: Action) -> f32 {
        match (kind, action) {
            (Kind::Act, _) => self.action_worth(action),
            (Kind::Objectives, Action::Objective(objective)) => {
                // Both of one face count by the same cards.
                let dealt = self.view.own.dealt.iter().flatten();
                dealt.filter(|other| **other == objective).count() as f32
            }
            (Kind::Place, Action::Zone(zone)) => {
                let card = self.view.answer.begun.and_then(Action::card);
                card.map_or(0.0, |card| self.placed_worth(card, zone))
            }
            (Kind::Muster, Action::Zone(zone)) => {
                self.view.own.mustered.map_or(0.0, |card| self.placed_worth(card, zone))
            }
            (Kind::Bribe, Action::Zone(zone)) => {
                let relic = self.view.answer.begun.and_then(Action::card);
                relic.map_or(0.0, |relic| self.bribe_worth(relic, zone))
            }
            // Lower cards first, so that all can be picked; and no more than needed.
            (Kind::Bribe, Action::Pick(card)) => -f32::from(card.number()),
            (Kind::Bribe, Action::Done) => self.done_worth(),
            (Kind::Keep, Action::UnderBase) => 1.5 - self.use_worth_of_stake(),
            (Kind::Raid, Action::Seat(rival)) => self.public.points(rival) as f32,
            (Kind::Expel | Kind::MoveRival, Action::Pick(card)) => self.removed_worth(card),
            (Kind::MoveRival, Action::Zone(zone)) => -self.stake_worth(zone),
            (Kind::Retrieve, Action::Pick(card)) => worth::in_deck(card),
            (Kind::Recall | Kind::MoveOwn, Action::Pick(card)) => self.stuck_worth(card),
            (Kind::MoveOwn, Action::Zone(zone)) => {
                let card = self.view.answer.picks.last();
                card.map_or(0.0, |card| self.placed_worth(card, zone))
            }
            (Kind::Cycle | Kind::Swap, Action::Zone(zone)) => -self.stake_worth(zone),
            (Kind::Lock, Action::Zone(zone)) => {
                let leads = self.struggle(zone).is_won();
                self.stake_worth(zone) * if leads { 1.0 } else { -1.0 }
            }
            (Kind::Peek, Action::Zone(zone)) => self.stake_worth(zone),
            _ => 0.0,
        }
    }

    fn action_worth(&self, action: Action) -> f32 {
        let open = || self.public.open_zones().iter();
        match action {
            Action::Discard(card) => -0.02 * worth::in_deck(card),
            Action::Place(card) => {
                open().map(|zone| self.placed_worth(card, zone)).fold(f32::NEG_INFINITY, f32::max)
            }
            Action::Bribe(relic) => {
                let zones = self.public.bribable(self.seat).iter();
                let worth = zones.map(|zone| self.bribe_worth(relic, zone));
                worth.fold(f32::NEG_INFINITY, f32::max)
            }
            Action::Muster(_) => {
                open().map(|zone| self.added_worth(zone, 2.0)).fold(0.0, f32::max) - 0.1
            }
            Action::Enact(card) => card.effect().map_or(0.0, |effect| self.effect_worth(effect)),
            _ => 0.0,
        }
    }

    /// What a location does for the seat now.
    fn effect_worth(&self, effect: Effect) -> f32 {
        let rivals = || self.public.rivals(self.seat).iter();
        let removed = || rivals().map(|card| self.removed_worth(card)).fold(0.0, f32::max);
        match effect {
            Effect::Draw => 6.0,
            Effect::Raid => 0.5,
            Effect::Expel => removed(),
            Effect::MoveRival => removed() - 0.2,
            Effect::Retrieve { .. } => {
                let resources = self.public.player(self.seat).resources.iter();
                resources.map(|card| 0.5 * worth::in_deck(card)).fold(0.0, f32::max)
            }
            // A card that lies where nothing can be won comes back or moves.
            Effect::Recall | Effect::MoveOwn { .. } => {
                let own = self.public.fielded(self.seat).iter();
                own.map(|card| self.stuck_worth(card)).fold(-0.1, f32::max)
            }
            Effect::Swap | Effect::Peek | Effect::Cycle | Effect::Lock | Effect::Cover => -0.05,
        }
    }

    /// What laying a card in a zone brings.
    fn placed_worth(&self, card: Card, zone: Zone) -> f32 {
        match self.public.stake(zone) {
            Some(stake) => self.added_worth(zone, worth::value(card, stake)),
            None => 0.0,
        }
    }

    /// What so much more in a struggle brings.
    fn added_worth(&self, zone: Zone, more: f32) -> f32 {
        let struggle = self.struggle(zone);
        self.stake_worth(zone) * (struggle.with(more).chance() - struggle.chance())
    }

    /// What a rival's operative is worth that lies no more where it lies.
    fn removed_worth(&self, card: Card) -> f32 {
        let Some(zone) = self.zone_of(card) else { return 0.0 };
        let struggle = self.struggle(zone);
        let (own, best) = (struggle.own, struggle.best_rival);
        // Only a struggle that is close changes.
        if own > 0.0 && own <= best && own + 3.0 > best {
            0.5 * self.stake_worth(zone)
        } else {
            0.0
        }
    }

    /// How useless an own operative is where it lies, by what it could do elsewhere.
    fn stuck_worth(&self, card: Card) -> f32 {
        let Some(zone) = self.zone_of(card) else { return 0.0 };
        let here = self.struggle(zone);
        let without = here.with(-self.public.stake(zone).map_or(0.0, |it| worth::value(card, it)));
        let lost = self.stake_worth(zone) * (here.chance() - without.chance());
        let others = self.public.open_zones().iter().filter(|&other| other != zone);
        let gained = others.map(|other| self.placed_worth(card, other)).fold(0.0, f32::max);
        gained - lost - 0.2
    }

    /// The zone in which a card lies that the seat sees.
    fn zone_of(&self, card: Card) -> Option<Zone> {
        let mut slots = self.public.rows.all().iter();
        slots.find(|slot| self.face(slot) == Some(card)).map(|slot| slot.zone)
    }

    /// What a successful bribe brings; less than nothing if it would fail.
    fn bribe_worth(&self, relic: Card, zone: Zone) -> f32 {
        let Some(stake) = self.public.stake(zone) else { return -1.0 };
        let price = stake.price().map_or(f32::INFINITY, f32::from);
        let sum = f32::from(relic.gift()) + self.brought(zone, stake);
        if sum < price {
            return -1.0;
        }
        // What will be won anyway needs no bribe.
        self.stake_worth(zone) * (1.2 - 0.5 * self.struggle(zone).chance())
    }

    /// The sum that all own operatives in a zone bring into a bribe.
    fn brought(&self, zone: Zone, stake: Card) -> f32 {
        let slots = self.public.rows.of(zone).filter(|slot| slot.owner == self.seat);
        let cards = slots.filter_map(|slot| self.face(slot)).filter(|card| card.is_operative());
        cards.map(|card| worth::value(card, stake)).sum()
    }

    /// Whether what has been picked is enough.
    fn done_worth(&self) -> f32 {
        let answer = &self.view.answer;
        let stake = answer.zones[0].and_then(|zone| self.public.stake(zone));
        let (Some(Action::Bribe(relic)), Some(stake)) = (answer.begun, stake) else { return 0.0 };
        let picked: f32 = answer.picks.iter().map(|card| worth::value(card, stake)).sum();
        let is_enough = f32::from(relic.gift()) + picked >= stake.price().map_or(0.0, f32::from);
        if is_enough { 1.0 } else { -1000.0 }
    }

    /// What the stake that was won is good for in the deck.
    fn use_worth_of_stake(&self) -> f32 {
        let Some(Step::Keep { zone, .. }) = self.public.agenda.next() else { return 0.0 };
        self.public.stake(zone).map_or(0.0, worth::in_deck)
    }
}

#[cfg(test)]
mod tests;
