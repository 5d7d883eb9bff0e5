//! Moves of figures: the prestige that they bring and the effect of the location that they go to.

use super::situation::Situation;
use hierophant_rules::arcanum::agenda::Step;
use hierophant_rules::arcanum::{Action, Card, CardSet, Figure, House, Location, LocationSet};

impl Situation<'_> {
    /// What the effect of `location` is worth to us now if `card` has left the hand.
    #[inline]
    pub(in crate::arcanum) fn effect(&self, location: Location, card: Option<Card>) -> f32 {
        let usual = self.effects[location.index()].get_or_init(|| self.usual_effect(location));
        match location {
            Location::CATHEDRAL | Location::BALLROOM if card.is_some() => {
                self.effect_without(location, card, usual)
            }
            _ => usual,
        }
    }

    #[cold]
    fn usual_effect(&self, location: Location) -> f32 {
        let hides = matches!(location, Location::CATHEDRAL | Location::BALLROOM);
        self.effect_of(location, if hides { self.hides()[0].1 } else { 0.0 })
    }

    /// The same for the Cathedral and the Ballroom, whose effect is `usual` unless `card` is what
    /// we would hide there.
    fn effect_without(&self, location: Location, card: Option<Card>, usual: f32) -> f32 {
        let [best, next] = *self.hides();
        if best.0 == card { self.effect_of(location, next.1) } else { usual }
    }

    /// What a location brings, where a hide brings so much.
    fn effect_of(&self, location: Location, hide: f32) -> f32 {
        let factor = f32::from(self.factor());
        match location {
            Location::MAGE_TOWER => factor + self.major_worth(),
            Location::ARTISAN_DISTRICT => self.major_worth().max(2.0 * self.minor_worth()),
            // Those who draw with us gain as well.
            Location::HARBOUR => {
                self.minor_worth()
                    * (1.0 + self.style.harbour * f32::from(self.view.setup.players - 1))
                    - 0.25
            }
            Location::THRONE_ROOM => 2.0 * self.minor_worth(),
            Location::MARKET => 2.0 * factor + self.style.market * self.minor_worth(),
            Location::FIELDS => {
                self.view.setup.constants().fields_victory_points as f32 * factor
                    + self.fields_worth()
            }
            Location::TREASURE_VAULT => self.hide_gain_unknown(),
            Location::CATHEDRAL => hide.max(2.0 * self.minor_worth()),
            Location::BALLROOM => hide,
            _ => self.style.others_discard,
        }
    }

    /// The best two hides of the hand.
    fn hides(&self) -> &[(Option<Card>, f32); 2] {
        self.hides.get_or_init(|| {
            let mut hides = [(None, 0.0); 2];
            for card in self.hand.minors().iter() {
                let gain = self.hide_gain(card);
                if gain > hides[0].1 {
                    hides = [(Some(card), gain), hides[0]];
                } else if gain > hides[1].1 {
                    hides[1] = (Some(card), gain);
                }
            }
            hides
        })
    }

    /// Each House up, down or unchanged, as we like it best.
    fn fields_worth(&self) -> f32 {
        let factor = self.factor();
        let best = |house| {
            self.after(Some((house, factor))).max(self.after(Some((house, -factor)))).max(0.0)
        };
        House::ALL.into_iter().map(best).sum()
    }

    /// What moving `figure` to `location` is worth, its House having gained `before` already.
    #[inline]
    fn move_worth(&self, figure: Figure, to: Location, before: i8, card: Option<Card>) -> f32 {
        let gain = self.view.setup.board.gain(figure, to).min(18) as i8 * self.factor();
        self.after(Some((figure.house(), before + gain))) + self.effect(to, card)
    }

    /// What moving `figure` to the best of these locations is worth, likewise; minus infinity if
    /// there is none.
    #[inline]
    fn best_move(
        &self,
        figure: Figure,
        locations: LocationSet,
        before: i8,
        card: Option<Card>,
    ) -> f32 {
        let mut best = f32::NEG_INFINITY;
        for to in locations.iter() {
            let worth = self.move_worth(figure, to, before, card);
            if worth > best {
                best = worth;
            }
        }
        best
    }

    /// What playing this Minor is worth, with the best move that it has.
    pub(super) fn minor_play_worth(&self, card: Card) -> f32 {
        let Some(house) = card.house() else { return f32::NEG_INFINITY };
        let before = self.factor();
        let public = &self.view.public;
        let mut best = f32::NEG_INFINITY;
        for figure in public.movable_by(card).iter() {
            let worth = match card.location() {
                Some(to) => self.move_worth(figure, to, before, Some(card)),
                None => self.best_move(figure, public.destinations(figure), before, Some(card)),
            };
            best = worth.max(best);
        }
        let worth =
            if best == f32::NEG_INFINITY { self.after(Some((house, before))) } else { best };
        worth - self.style.card_cost * self.hide_gain(card)
    }

    /// What a joker move is worth at its best; 0 if it is better declined.
    pub(in crate::arcanum) fn joker_worth(&self) -> f32 {
        self.view
            .public
            .movable()
            .iter()
            .map(|figure| self.figure_worth(figure))
            .fold(0.0, f32::max)
    }

    /// What moving this figure anywhere is worth at best.
    fn figure_worth(&self, figure: Figure) -> f32 {
        self.best_move(figure, self.view.public.destinations(figure), 0, None)
    }

    /// Which figure moves, or where it goes.
    pub(super) fn choose_move(&self, legal: &[Action]) -> Action {
        let public = &self.view.public;
        let named = match public.agenda.next() {
            Some(Step::MoveByMinor) => public.playing.and_then(Card::location),
            _ => None,
        };
        let chosen = self.view.answer.figures.first().or(public.playing.and_then(Card::figure));
        super::best(legal, |action| match (action, named, chosen) {
            (Action::Figure(figure), Some(to), _) => self.move_worth(figure, to, 0, None),
            (Action::Figure(figure), None, _) => self.figure_worth(figure),
            (Action::Location(to), _, Some(figure)) => self.move_worth(figure, to, 0, None),
            _ => 0.0,
        })
    }

    /// The Minor with the best play among these, and what that is worth.
    pub(in crate::arcanum) fn best_minor(&self, minors: CardSet) -> Option<(Card, f32)> {
        let mut best: Option<(Card, f32)> = None;
        for card in minors.iter() {
            let worth = self.minor_play_worth(card);
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((card, worth));
            }
        }
        best
    }
}
