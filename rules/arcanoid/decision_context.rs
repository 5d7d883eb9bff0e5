//! What a seat sees of its decision, and so which answers are legal.
//!
//! Lists and checks are both made from a `Menu`. Nothing here can reach the truth: what a seat may
//! do follows from what it sees.

use super::Arcanoid;
use super::action::{ABDICATE, AT, Action, CATEGORIES, ENGAGE, FIELDS_AT, PLAYERS_AT};
use super::agenda::Step;
use super::cards::{Card, CardSet, Category, Field, FieldSet};
use super::engagement::{can_engage, is_engagement, next_picks};
use super::menu::Menu;
use super::player::{Player, PlayerSet};
use crate::kit;

/// Cards that the reserve can be given in one turn.
const ADDED_MAX: u8 = 2;

/// What `seat` sees that bears on its decision.
pub type DecisionContext<'a> = kit::DecisionContext<'a, Arcanoid>;

impl DecisionContext<'_> {
    /// For whom the seat decides.
    pub(super) fn actor(&self, step: Step) -> Player {
        let own = Player::at(self.seat);
        match step {
            Step::Vote { .. } => own,
            Step::Steal if self.public.may_steal(own) => own,
            Step::Steal => Player::DEVIL,
            Step::ExtraTurn => self.public.hermit.map_or(own, |hermit| hermit.owner),
            _ => self.public.turn,
        }
    }

    /// The cards that whose turn it is may use as if they were in its hand, and those that are.
    pub fn accessible(&self) -> CardSet {
        let player = self.public.turn;
        let own = if player.is_devil() { CardSet::EMPTY } else { self.own.hand };
        own.union(self.public.usable(player))
    }

    /// The legal answers to `step`.
    pub(super) fn menu(&self, step: Step) -> Menu {
        let mut menu = Menu::default();
        let player = self.public.turn;
        match step {
            Step::Act if self.answer.adding => self.menu_of_adding(&mut menu),
            Step::Act if !self.answer.fields.is_empty() => self.menu_of_engagement(&mut menu),
            Step::Act => self.menu_of_act(&mut menu),
            Step::Steal => self.menu_of_theft(&mut menu),
            Step::Vote { .. } => {
                [Action::Yes, Action::No].into_iter().for_each(|vote| menu.offer(vote))
            }
            Step::ExtraTurn => {
                [Action::Pass, Action::PassOn, Action::TakeTurn]
                    .into_iter()
                    .for_each(|answer| menu.offer(answer));
            }
            Step::Look => menu.offer_bits(PLAYERS_AT, self.looked_at(player).bits().into()),
            Step::Reveal => menu.offer_bits(CATEGORIES, (1 << Category::ALL.len()) - 1),
            Step::LayReserve => {
                menu.offer(Action::Done);
                menu.offer_cards(Action::Pick, self.rest(self.accessible()));
            }
            Step::Extend { .. } => {
                [Action::ExtendByOne, Action::ExtendByTwo]
                    .into_iter()
                    .for_each(|extent| menu.offer(extent));
            }
            Step::Hang => {
                let hanged: PlayerSet =
                    self.active().filter(|&target| self.public.holding(target) > 0).collect();
                menu.offer_bits(PLAYERS_AT, hanged.bits().into());
                menu.offer_if(!self.public.pool.is_empty(), Action::Pool);
            }
            Step::Block => menu.offer_bits(FIELDS_AT, self.blockable(player).bits().into()),
            Step::Destroy => menu.offer_bits(AT, self.destructible()),
            Step::Judge => menu.offer_bits(AT, self.judgeable(player)),
            Step::Call { majors, .. } => menu.offer_cards(Action::Call, callable(majors)),
            Step::Wheel => menu.offer_cards(Action::Pick, self.wheel_picks()),
            Step::Place
            | Step::Fill { .. }
            | Step::Draw { .. }
            | Step::CardDone
            | Step::Refill
            | Step::TurnOver
            | Step::NextTurn => {}
        }
        menu
    }

    fn menu_of_act(&self, menu: &mut Menu) {
        let (public, player) = (self.public, self.public.turn);
        let cards = self.accessible();
        menu.offer_cards(Action::Discard, cards);
        menu.offer_cards(Action::Play, self.playable(cards));
        menu.offer_bits(ABDICATE, FieldSet::ALL.minus(public.engaged(player)).bits().into());
        menu.offer_bits(ENGAGE, self.engageable(cards));
        if public.reserve(player).is_some() {
            menu.offer(Action::DiscardReserve);
            menu.offer_if(!cards.is_empty(), Action::AddToReserve);
        }
    }

    /// One bit for each set of battlefields that something can be engaged on, at its own bits.
    fn engageable(&self, cards: CardSet) -> u64 {
        let open = self.public.open_fields(self.public.turn);
        let reserve = self.public.reserve(self.public.turn).filter(|reserve| !reserve.is_empty());
        let with_reserve = |fields, reserve, world| {
            is_engagement(fields, reserve, world)
                || !next_picks(fields, reserve, cards, world).is_empty()
        };
        let mut bits = 0;
        for field in open.iter() {
            let fields = FieldSet::only(field);
            let world = self.is_virgin(fields);
            if can_engage(fields, cards, world)
                || reserve.is_some_and(|reserve| with_reserve(fields, reserve, world))
            {
                bits |= 1 << fields.bits();
            }
        }
        // Couples stand on any two battlefields alike.
        let couples = can_engage(FieldSet::ALL, cards, false)
            || reserve.is_some_and(|reserve| with_reserve(FieldSet::ALL, reserve, false));
        if couples {
            let pairs = (1..0b1111).filter_map(FieldSet::from_bits);
            let open_pairs = pairs.filter(|fields| fields.len() == 2 && fields.is_within(open));
            bits = open_pairs.fold(bits, |bits, fields| bits | 1 << fields.bits());
        }
        bits
    }

    /// Whether no player has ever engaged on these battlefields, so that the World may be engaged.
    pub(super) fn is_virgin(&self, fields: FieldSet) -> bool {
        fields.is_within(FieldSet::ALL.minus(self.public.ever_engaged))
    }

    /// What the engagement begun holds so far.
    pub(super) fn taken(&self) -> CardSet {
        let reserve = self.public.reserve(self.public.turn).filter(|_| self.answer.reserve);
        self.answer.cards.union(reserve.unwrap_or_default())
    }

    fn menu_of_engagement(&self, menu: &mut Menu) {
        let (fields, taken) = (self.answer.fields, self.taken());
        let (world, rest) = (self.is_virgin(fields), self.rest(self.accessible()));
        menu.offer_if(is_engagement(fields, taken, world), Action::Done);
        menu.offer_if(self.can_use_reserve(), Action::UseReserve);
        menu.offer_cards(Action::Pick, next_picks(fields, taken, rest, world));
    }

    /// Whether the reserve can be taken in: before anything else is.
    pub(super) fn can_use_reserve(&self) -> bool {
        let (fields, cards) = (self.answer.fields, self.accessible());
        let world = self.is_virgin(fields);
        let fits = |reserve: CardSet| {
            !reserve.is_empty()
                && (is_engagement(fields, reserve, world)
                    || !next_picks(fields, reserve, cards, world).is_empty())
        };
        !self.answer.reserve
            && self.answer.cards.is_empty()
            && self.public.reserve(self.public.turn).is_some_and(fits)
    }

    fn menu_of_adding(&self, menu: &mut Menu) {
        menu.offer_if(!self.answer.cards.is_empty(), Action::Done);
        menu.offer_cards(Action::Pick, self.rest(self.accessible()));
    }

    fn menu_of_theft(&self, menu: &mut Menu) {
        let (public, own) = (self.public, Player::at(self.seat));
        let has_fool = self.own.hand.union(public.usable(own)).contains(Card::FOOL);
        menu.offer(Action::Pass);
        menu.offer_if(has_fool && public.may_steal(own), Action::Steal);
        let decides = public.devil == Some(self.seat);
        menu.offer_if(decides && public.may_steal(Player::DEVIL), Action::StealForDevil);
    }

    /// Of `cards` those after what has been picked.
    fn rest(&self, cards: CardSet) -> CardSet {
        self.answer.cards.last().map_or(cards, |last| cards.after(last))
    }

    /// The cards among which the Wheel's player chooses what to discard.
    pub(super) fn wheel_hand(&self) -> CardSet {
        if self.public.turn.is_devil() { self.public.devil_hand } else { self.own.hand }
    }

    /// How many cards the Wheel's player discards.
    pub(super) fn wheel_excess(&self) -> u8 {
        let player = self.public.turn;
        self.public.hand_size(player).saturating_sub(self.public.hand_limit(player))
    }

    fn wheel_picks(&self) -> CardSet {
        let rest = self.rest(self.wheel_hand());
        let still = self.wheel_excess().saturating_sub(self.answer.cards.len());
        rest.iter().filter(|&card| rest.after(card).len() + 1 >= still).collect()
    }

    /// All players in play that haven't retired.
    pub(super) fn active(&self) -> impl Iterator<Item = Player> + use<'_> {
        self.public.players().filter(|&player| self.public.is_active(player))
    }

    /// Whom the High Priestess can look at.
    pub(super) fn looked_at(&self, looker: Player) -> PlayerSet {
        let hides = |player: &Player| player.seat().is_some() && self.public.hand_size(*player) > 0;
        self.active().filter(|&player| player != looker).filter(hides).collect()
    }

    /// Where Temperance can be laid.
    pub(super) fn blockable(&self, player: Player) -> FieldSet {
        let own = &self.public.engagements[player.index()];
        let is_free =
            |field: &Field| own[field.index()].is_none_or(|engagement| engagement.cards.is_empty());
        Field::ALL.into_iter().filter(is_free).collect()
    }

    /// What the Tower can destroy, as bits `4 * player + field`.
    pub(super) fn destructible(&self) -> u64 {
        let mut bits = 0;
        for player in self.active() {
            for (field, engagement) in self.public.engagements[player.index()].iter().enumerate() {
                let falls = |cards: CardSet| !cards.is_empty() && !cards.contains(Card::WORLD);
                if engagement.is_some_and(|engagement| falls(engagement.cards)) {
                    bits |= 1 << (4 * player.index() + field);
                }
            }
        }
        bits
    }

    /// Who can be made to abdicate, as bits `4 * player + field`.
    pub(super) fn judgeable(&self, judge: Player) -> u64 {
        let others = self.active().filter(|&player| player != judge);
        others.fold(0, |bits, player| {
            let free = FieldSet::ALL.minus(self.public.engaged(player));
            bits | u64::from(free.bits()) << (4 * player.index())
        })
    }

    /// Whether this (legal) action completes the seat's answer.
    pub(super) fn completes(&self, step: Step, action: Action) -> bool {
        match (step, action) {
            (_, Action::Engage(_) | Action::AddToReserve | Action::UseReserve) => false,
            (Step::Act, Action::Pick(_)) => {
                self.answer.adding && self.answer.cards.len() + 1 == ADDED_MAX
            }
            (Step::LayReserve, Action::Pick(_)) => false,
            (Step::Wheel, _) => self.answer.cards.len() + 1 >= self.wheel_excess(),
            _ => true,
        }
    }
}

/// What can be called: the minors, and with the Sun's first attempt the majors but Judgement and
/// World.
pub(super) fn callable(majors: bool) -> CardSet {
    let called = CardSet::MAJORS.before(Card::JUDGEMENT);
    if majors { CardSet::MINORS.union(called) } else { CardSet::MINORS }
}
