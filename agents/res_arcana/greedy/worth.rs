//! What components, powers and moves are worth, in essences.

use super::Situation;
use hierophant_rules::res_arcana::cards::{
    Collect, Cost, Destroyed, Discount, Effect, Per, Power, Price, When,
};
use hierophant_rules::res_arcana::setup::POINTS_TO_WIN;
use hierophant_rules::res_arcana::{Action, Amount, Essence, Face, FaceSet};

/// A point.
pub(super) const POINT: f32 = 6.0;
/// A gold; other essences count 1.
const GOLD: f32 = 1.8;
/// An essence of any type.
const WILD: f32 = 0.9;
/// An essence of the own choice.
const CHOSEN: f32 = 1.15;
/// Rounds in which a component that is placed now still gives something.
const ROUNDS: f32 = 3.0;
/// A card drawn.
const CARD: f32 = 1.2;
/// What passing first is worth.
const TILE: f32 = 0.6;
/// A use of a power is worth as much more than passing.
const MARGIN: f32 = 0.05;

fn amount(amount: Amount) -> f32 {
    f32::from(amount.sum()) + (GOLD - 1.0) * f32::from(amount.get(Essence::Gold))
}

fn price(price: Price) -> f32 {
    amount(price.fixed) + WILD * f32::from(price.wild)
}

/// What a component brings at the beginning of each round.
pub fn income(face: Face) -> f32 {
    match face.data().collect {
        Collect::Nothing => 0.0,
        Collect::Gain(gained) => amount(gained),
        Collect::Mix(count, _) => CHOSEN * f32::from(count),
        Collect::IfLeft { count, .. } => CHOSEN * f32::from(count),
        Collect::Grow(by) => GOLD * f32::from(by),
        Collect::PayOrTurn(paid) => -amount(paid),
    }
}

impl Situation<'_> {
    /// What a move is worth; passing is worth about nothing.
    pub(super) fn move_worth(&self, action: Action) -> f32 {
        match action {
            Action::Pass => {
                let is_first = self.public.passed.is_empty();
                if is_first { TILE } else { 0.0 }
            }
            Action::ClaimPlace(face) => 2.0 * POINT + self.component_worth(face),
            Action::ClaimMonument(face) => POINT + self.component_worth(face),
            Action::ClaimTop => 2.2 * POINT,
            Action::Place(face) => self.component_worth(face) - self.reduced_price(face),
            Action::Discard(face) => self.discard_worth(face),
            Action::Use(face, power) => {
                self.use_worth(face, &face.data().powers[usize::from(power) - 1]) - MARGIN
            }
            _ => 0.0,
        }
    }

    /// A card that can't be paid for soon is better turned into essences, most of all when gold for
    /// a monument is short.
    fn discard_worth(&self, face: Face) -> f32 {
        let gold = self.held(Essence::Gold);
        let for_monument = if (2.0..4.0).contains(&gold) { 1.0 } else { 0.0 };
        let hand = f32::from(self.public.hand_sizes[self.seat.index()]);
        GOLD + for_monument + 0.2 * hand
            - 0.6 * (self.component_worth(face) - 0.5 * self.price_worth(face)).max(0.0)
            - 1.0
    }

    pub(super) fn price_worth(&self, face: Face) -> f32 {
        price(face.data().price)
    }

    fn reduced_price(&self, face: Face) -> f32 {
        (self.price_worth(face) - f32::from(self.public.discount(self.seat, face))).max(0.0)
    }

    /// What a component in play is worth to the seat, but for its price.
    pub(super) fn component_worth(&self, face: Face) -> f32 {
        let data = face.data();
        let own = self.public.play[self.seat.index()];
        let points = match data.points.per {
            Per::Nothing | Per::Stored(_) => f32::from(data.points.printed),
            Per::Beasts { creature, dragon } => {
                let creatures = own.and(FaceSet::CREATURES).len() * creature;
                f32::from(creatures + own.and(FaceSet::DRAGONS).len() * dragon)
            }
        };
        let discount = match data.discount {
            Discount::Nothing => 0.0,
            Discount::Artefacts(less) => 4.0 * f32::from(less),
            Discount::Dragons(less) => 0.7 * f32::from(less),
        };
        let claimed = data.claimed.map_or(0.0, |(count, _)| CHOSEN * f32::from(count));
        let own_first = ROUNDS * income(face);
        POINT * points + own_first + (ROUNDS - 1.0) * self.best_power(face) + discount + claimed
    }

    /// What the best power of a component brings, if it can be paid for.
    pub(super) fn best_power(&self, face: Face) -> f32 {
        let worth = |power: &Power| match power.when {
            When::Straight | When::Turned => self.use_worth(face, power),
            When::OnLoss | When::OnDragon | When::OnCheck => 0.4,
        };
        face.data().powers.iter().map(worth).fold(0.0, f32::max)
    }

    /// What one use of a power brings, less what it costs.
    fn use_worth(&self, face: Face, power: &Power) -> f32 {
        let costs: f32 = power.costs.iter().map(|cost| self.cost_worth(face, *cost)).sum();
        let effects: f32 =
            power.effects.iter().map(|effect| self.effect_worth(face, power, *effect)).sum();
        effects - costs
    }

    fn cost_worth(&self, face: Face, cost: Cost) -> f32 {
        match cost {
            Cost::Turn => 0.0,
            Cost::Pay(paid) => price(paid),
            Cost::PayOneOf(_) => 1.0,
            // What becomes of X is counted with the effect.
            Cost::PayX(_) => 0.0,
            Cost::Take(taken) => amount(taken),
            Cost::TurnOther(_) => 0.5,
            Cost::Destroy(Destroyed::Itself) => {
                POINT * f32::from(face.data().points.printed) + income(face) * ROUNDS + 1.0
            }
            Cost::Destroy(_) => self.cheapest().map_or(0.0, |(_, worth)| worth),
            Cost::Discard => CARD,
        }
    }

    /// The own artefact that is worth least, and what it is worth.
    fn cheapest(&self) -> Option<(Face, f32)> {
        let own = self.public.artefacts(self.seat).iter();
        let worth = |face: Face| {
            POINT * f32::from(face.data().points.printed) + income(face) * ROUNDS + 0.5
        };
        own.map(|face| (face, worth(face))).min_by(|one, other| one.1.total_cmp(&other.1))
    }

    fn effect_worth(&self, face: Face, power: &Power, effect: Effect) -> f32 {
        let rivals = f32::from(self.public.seats - 1);
        match effect {
            Effect::Gain(gained) => amount(gained),
            Effect::GainMix(count, _) => CHOSEN * f32::from(count),
            Effect::GainX(types) => self.conversion_worth(power, types.contains(Essence::Gold)),
            Effect::GainPer { counted, .. } => {
                let counts = self
                    .public
                    .rivals(self.seat)
                    .map(|rival| self.public.pools[rival.index()].get(counted));
                f32::from(counts.max().unwrap_or(0))
            }
            Effect::GainCost { more, .. } => {
                let units = self.cheapest().map_or(0, |(cheap, _)| cheap.data().price.units());
                f32::from(units + more)
            }
            Effect::RivalsGain(gained) => -0.3 * rivals * amount(gained),
            Effect::Put(put) => self.stored_worth(face, put),
            Effect::PutMix(count, _) => f32::from(count),
            Effect::PutPaid => 1.1,
            Effect::PutPaidAnywhere => 1.2,
            Effect::StraightenItself => 0.2,
            Effect::Straighten(_) => 1.2,
            Effect::Draw(count) => CARD * f32::from(count),
            Effect::DiscardDrawn => -2.6,
            Effect::Look => 0.2,
            Effect::Place { dragon: true, .. } => self.dragon_worth(),
            Effect::Place { .. } => 1.0,
            Effect::Loss { life, .. } => 0.5 * f32::from(life) * rivals,
            Effect::Check => {
                let points = self.public.points_of(self.seat);
                if points >= POINTS_TO_WIN && self.leads_with(points) { 1000.0 } else { -10.0 }
            }
            Effect::Ignore | Effect::Points(_) => 0.4,
        }
    }

    /// Essences on a component: points, or the pool of a later round.
    fn stored_worth(&self, face: Face, put: Amount) -> f32 {
        match face.data().points.per {
            Per::Stored(essence) => POINT * f32::from(put.get(essence)),
            _ => 0.85 * amount(put),
        }
    }

    fn conversion_worth(&self, power: &Power, into_gold: bool) -> f32 {
        if !into_gold || !power.costs.iter().any(|cost| matches!(cost, Cost::PayX(_))) {
            return 0.0;
        }
        let not_gold = Essence::ALL.into_iter().filter(|&essence| essence != Essence::Gold);
        (GOLD - 1.0) * not_gold.map(|essence| self.held(essence)).fold(0.0, f32::max)
    }

    /// A dragon of the hand that is placed cheaply.
    fn dragon_worth(&self) -> f32 {
        if self.view.own.hand.meets(FaceSet::DRAGONS) { POINT + 2.0 } else { 0.0 }
    }
}
