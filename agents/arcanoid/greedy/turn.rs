//! A turn: engage, play a major, discard, or give a battlefield up.

use super::situation::Situation;
use hierophant_rules::arcanoid::cards::{KING, KNAVE, KNIGHT, QUEEN};
use hierophant_rules::arcanoid::engagement::is_engagement;
use hierophant_rules::arcanoid::{Action, Card, CardSet, Field, FieldSet};

/// An engagement that could be made, and what it is expected to add.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    fields: FieldSet,
    cards: CardSet,
    gain: f32,
}

/// Expected gain for which an engagement is made while there is all the time in the world, and when
/// it has run out.
const PATIENT: f32 = 0.8;
const HASTY: f32 = 0.25;
/// What a rover, the Magician or a couple is held back for: less than that more isn't worth it.
const SCARCE: f32 = 0.08;

impl Situation<'_> {
    pub(super) fn act(&self, legal: &[Action]) -> Action {
        let plan = self.best_plan();
        let wanted = HASTY + (PATIENT - HASTY) * self.time_left().sqrt();
        if let Some(plan) = plan.filter(|plan| plan.gain >= wanted) {
            return Action::Engage(plan.fields);
        }
        if let Some(play) = self.best_play(legal) {
            return play;
        }
        if self.public().stock_ended {
            let plan = plan.filter(|plan| plan.gain > 0.01);
            return plan.map_or_else(|| self.give_up(legal), |plan| Action::Engage(plan.fields));
        }
        let discards = legal.iter().copied().filter(|action| matches!(action, Action::Discard(_)));
        let least = discards
            .min_by(|one, other| self.discard_order(*one).total_cmp(&self.discard_order(*other)));
        least.unwrap_or_else(|| self.give_up(legal))
    }

    fn discard_order(&self, action: Action) -> f32 {
        action.card().map_or(f32::INFINITY, |card| self.worth(card))
    }

    /// Abdicates where that costs least: where no player has engaged the first abdication may win.
    fn give_up(&self, legal: &[Action]) -> Action {
        super::best(legal, |action| match action {
            Action::Abdicate(field) => {
                let chance = self.gain(field, CardSet::EMPTY);
                let hope = self.plans_on(field).map(|plan| plan.gain).fold(0.0, f32::max);
                1.0 + chance - hope
            }
            _ => 0.0,
        })
    }

    /// The engagement that adds most.
    pub(super) fn best_plan(&self) -> Option<Plan> {
        let open = self.public().open_fields(self.player);
        let single = open.iter().flat_map(|field| self.plans_on(field));
        let pairs = open.iter().flat_map(|one| open.iter().map(move |two| (one, two)));
        let double = pairs
            .filter(|(one, two)| one < two)
            .flat_map(|(one, two)| self.plans_on_both(one, two));
        single.chain(double).max_by(|one, other| {
            one.gain.total_cmp(&other.gain).then(other.fields.bits().cmp(&one.fields.bits()))
        })
    }

    /// Engagements on one battlefield.
    fn plans_on(&self, field: Field) -> impl Iterator<Item = Plan> + '_ {
        let own = self.cards.and(CardSet::numerics_of(field));
        let stranger = self.best_stranger(field);
        let magical = stranger.map_or(CardSet::EMPTY, |card| own.with(card).with(Card::MAGICIAN));
        let court = |value: u8| Card::minor(field, value).map_or(CardSet::EMPTY, Card::alone);
        let ace = court(1).and(self.cards);
        let lovers = Card::LOVERS.alone();
        let rovers = [Card::EMPRESS.alone(), Card::EMPEROR.alone()];
        let sets = [
            own,
            magical,
            court(KNAVE).union(ace),
            court(KNIGHT).union(ace),
            court(QUEEN).union(court(KING)),
            court(KNAVE).union(lovers),
            court(KNIGHT).union(lovers),
            court(QUEEN).union(lovers),
            court(KING).union(lovers),
            rovers[0].union(lovers),
            rovers[1].union(lovers),
            rovers[0].union(rovers[1]),
            Card::WORLD.alone(),
        ];
        let fields = FieldSet::only(field);
        sets.into_iter().filter_map(move |cards| self.plan(fields, cards))
    }

    fn plans_on_both(&self, one: Field, two: Field) -> impl Iterator<Item = Plan> + '_ {
        let rovers = [Card::LOVERS, Card::EMPRESS, Card::EMPEROR];
        let sets = [[0, 1], [0, 2], [1, 2]].map(|[i, j]| rovers[i].alone().with(rovers[j]));
        let fields = FieldSet::from_iter([one, two]);
        sets.into_iter().filter_map(move |cards| self.plan(fields, cards))
    }

    /// The plan to engage these cards there, if it can be done.
    fn plan(&self, fields: FieldSet, cards: CardSet) -> Option<Plan> {
        let virgin = fields.iter().all(|field| !self.public().ever_engaged.contains(field));
        if !cards.is_within(self.cards) || !is_engagement(fields, cards, virgin) {
            return None;
        }
        let scarce = cards.majors().minus(Card::WORLD.alone()).len();
        let gain: f32 = fields.iter().map(|field| self.gain(field, cards)).sum();
        Some(Plan { fields, cards, gain: gain - SCARCE * f32::from(scarce) })
    }

    /// What the Magician would bring: the highest numeric of a suit that is of no use on its own
    /// battlefield.
    fn best_stranger(&self, field: Field) -> Option<Card> {
        let open = self.hopes();
        let strangers = self.cards.and(CardSet::NUMERICS).minus(CardSet::of(field));
        let useless = |card: &Card| card.suit().is_some_and(|suit| !open.contains(suit));
        let has_magician = self.cards.contains(Card::MAGICIAN);
        let by_use = strangers.iter().max_by_key(|card| (useless(card), card.value()));
        by_use.filter(|_| has_magician)
    }

    /// Continues the engagement that was begun.
    pub(super) fn next_pick(&self) -> Action {
        let answer = &self.view.answer;
        let plans: Vec<Plan> = match answer.fields.first() {
            Some(field) if answer.fields.len() == 1 => self.plans_on(field).collect(),
            Some(field) => {
                let other = answer.fields.other(field).unwrap_or(field);
                self.plans_on_both(field, other).collect()
            }
            None => Vec::new(),
        };
        let fits = |plan: &&Plan| answer.cards.is_within(plan.cards);
        let plan = plans.iter().filter(fits).max_by(|one, other| one.gain.total_cmp(&other.gain));
        let next = plan.and_then(|plan| plan.cards.minus(answer.cards).first());
        next.map_or(Action::Done, Action::Pick)
    }

    /// A major that is worth the turn, or gives another.
    fn best_play(&self, legal: &[Action]) -> Option<Action> {
        let plays = legal.iter().copied().filter(|action| matches!(action, Action::Play(_)));
        let worth = |action: Action| action.card().map_or(0.0, |card| self.play_worth(card));
        let play = plays.max_by(|one, other| worth(*one).total_cmp(&worth(*other)))?;
        (worth(play) > 0.0).then_some(play)
    }

    fn play_worth(&self, card: Card) -> f32 {
        let hopes = !self.hopes().is_empty();
        let open = !self.public().stock_ended;
        match card {
            Card::DEVIL => 1.0,
            Card::STRENGTH if hopes => 0.9,
            Card::JUSTICE if hopes && self.public().devil.is_none() => 0.8,
            Card::HERMIT if hopes && open => 0.7,
            Card::PRIESTESS | Card::HIEROPHANT => 0.6,
            Card::WHEEL if hopes => 0.5,
            Card::SUN | Card::MOON | Card::STAR if hopes => 0.4,
            Card::TOWER => self.best_tower(),
            Card::JUDGEMENT => self.best_judgement(),
            Card::TEMPERANCE => self.best_block(),
            _ => 0.0,
        }
    }

    /// The Wheel: the cards of least worth go.
    pub(super) fn wheel(&self, legal: &[Action]) -> Action {
        let public = self.public();
        let hand = if self.player.is_devil() { public.devil_hand } else { self.view.own.hand };
        let excess = public.hand_size(self.player).saturating_sub(public.hand_limit(self.player));
        let mut order: Vec<Card> = hand.iter().collect();
        order.sort_by(|one, other| {
            self.worth(*one).total_cmp(&self.worth(*other)).then(one.cmp(other))
        });
        let thrown: CardSet = order.into_iter().take(excess.into()).collect();
        let next = thrown.minus(self.view.answer.cards).first();
        next.map_or(legal[0], Action::Pick)
    }

    pub(super) fn vote(&self) -> Action {
        if self.hopes().len() >= 2 && self.public().renewals == 0 {
            Action::Yes
        } else {
            Action::No
        }
    }
}
