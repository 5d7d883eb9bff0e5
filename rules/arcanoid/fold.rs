//! How events change the part of a position that all viewers see.

use super::Arcanoid;
use super::agenda::Agenda;
use super::cards::{Card, CardSet, FieldSet};
use super::event::Event;
use super::pending_answer::PendingAnswer;
use super::player::Player;
use super::public::{Chariot, Declared, Engagement, Hermit, Justice, Public, Strength, Temperance};
use super::setup::Setup;
use crate::{Outcome, Seat, SeatSet, kit};

impl kit::Public<Arcanoid> for Public {
    kit::asked_fields!(Agenda);

    fn final_outcome(&self, _setup: &Setup) -> Option<Outcome> {
        self.ended.then(|| self.outcome())
    }

    fn open_cards(&self) -> CardSet {
        Public::open_cards(self)
    }

    fn fold(&mut self, event: &Event) {
        Public::fold(self, event);
    }

    fn fold_answer(&self, event: &Event, viewer: Seat, answer: &mut PendingAnswer) {
        match event {
            Event::Picked { seat, action, complete } if *seat == viewer => {
                answer.pick(viewer, *action, *complete)
            }
            Event::Asked { .. } | Event::Ended => *answer = PendingAnswer::default(),
            _ => {}
        }
    }
}

impl Public {
    /// Applies what an event, as any viewer sees it, changes in the public part.
    pub(super) fn fold(&mut self, event: &Event) {
        match event {
            Event::RoundBegan { round, starter } => self.begin_round(*round, *starter),
            Event::TurnBegan { player, extra } => self.begin_turn(*player, *extra),
            Event::Drew { seat, faces } => {
                less(&mut self.stock_size, faces.count());
                more(&mut self.hand_sizes[seat.index()], faces.count());
            }
            Event::DrewOpen { player, cards } => {
                less(&mut self.stock_size, cards.len());
                let zone =
                    if player.is_devil() { &mut self.devil_hand } else { &mut self.open_extra };
                *zone = zone.union(*cards);
            }
            Event::PoolFilled { cards } => {
                less(&mut self.stock_size, cards.len());
                self.pool = self.pool.union(*cards);
            }
            Event::StockRenewed => {
                more(&mut self.stock_size, self.discards.len());
                more(&mut self.renewals, 1);
                self.discards = CardSet::EMPTY;
            }
            Event::StockEnded { buried } => {
                less(&mut self.stock_size, *buried);
                more(&mut self.buried, *buried);
                self.stock_ended = true;
            }
            Event::Discarded { player, cards } => {
                self.take(*player, *cards);
                self.discards = self.discards.union(*cards);
            }
            Event::Played { player, card } => {
                self.take(*player, card.alone());
                self.playing = Some(*card);
            }
            Event::CardDone { card } => {
                self.playing = None;
                self.discards.insert(*card);
            }
            Event::Called { player, card, giver: Some(giver) } => {
                self.hand_over(*giver, *player, *card)
            }
            Event::RoundEnded { scored, .. } => {
                if let Some(result) =
                    self.results.get_mut(usize::from(self.round.saturating_sub(1)))
                {
                    *result = *scored;
                }
            }
            Event::Asked { seats, agenda } => {
                self.asked = *seats;
                self.agenda = *agenda;
            }
            Event::Ended => {
                self.asked = SeatSet::EMPTY;
                self.agenda = Agenda::EMPTY;
                self.ended = true;
            }
            Event::Declared { .. }
            | Event::Stolen { .. }
            | Event::Engaged { .. }
            | Event::Abdicated { .. }
            | Event::Retired { .. }
            | Event::Destroyed { .. } => self.fold_engagement(event),
            _ => self.fold_table(event),
        }
    }

    fn begin_round(&mut self, round: u8, starter: Seat) {
        let (results, agenda, asked) = (self.results, self.agenda, self.asked);
        *self =
            Public { round, results, agenda, asked, ..Public::before_deal(self.seats, starter) };
    }

    fn begin_turn(&mut self, player: Player, extra: bool) {
        self.turn = player;
        self.extra = extra;
        if extra {
            return;
        }
        self.last_normal = player;
        if let Some(hermit) = self.hermit.as_mut().filter(|hermit| hermit.owner == player) {
            hermit.waits = false;
        }
    }

    /// What happens to engagements.
    fn fold_engagement(&mut self, event: &Event) {
        match event {
            Event::Declared { player, fields, cards, reserve } => {
                let held = self
                    .chariot
                    .filter(|_| *reserve)
                    .map_or(CardSet::EMPTY, |chariot| chariot.reserve);
                self.take(*player, cards.minus(held));
                if *reserve {
                    self.chariot = None;
                    self.discards.insert(Card::CHARIOT);
                }
                self.declared = Some(Declared {
                    engager: *player,
                    owner: *player,
                    fields: *fields,
                    cards: *cards,
                });
            }
            Event::Stolen { thief } => {
                self.take(*thief, CardSet::FOOL);
                self.discards.insert(Card::FOOL);
                if let Some(declared) = &mut self.declared {
                    declared.owner = *thief;
                }
            }
            Event::Engaged { player, fields } => {
                let cards = self.declared.take().map_or(CardSet::EMPTY, |declared| declared.cards);
                self.engage(*player, *fields, cards);
            }
            Event::Abdicated { player, field } => {
                self.engage(*player, FieldSet::only(*field), CardSet::EMPTY)
            }
            Event::Retired { player, hand } => self.retire(*player, *hand),
            Event::Destroyed { player, field } => {
                let own = &mut self.engagements[player.index()];
                let Some(fallen) = own[field.index()].take() else { return };
                match fallen.pair.and_then(|other| own[other.index()].as_mut()) {
                    Some(standing) => standing.pair = None,
                    None => self.discards = self.discards.union(fallen.cards),
                }
            }
            _ => {}
        }
    }

    fn engage(&mut self, player: Player, fields: FieldSet, cards: CardSet) {
        for field in fields.iter() {
            let engagement =
                Engagement { cards, order: self.engaged_count, pair: fields.other(field) };
            self.engagements[player.index()][field.index()] = Some(engagement);
            self.ever_engaged.insert(field);
        }
        more(&mut self.engaged_count, 1);
    }

    fn retire(&mut self, player: Player, hand: CardSet) {
        self.retired.insert(player);
        self.discard_all(player, hand);
        if self.hermit.is_some_and(|hermit| hermit.owner == player) {
            self.hermit = None;
            self.discards.insert(Card::HERMIT);
        }
        if self.strength.is_some_and(|strength| strength.on == Some(player)) {
            self.strength = None;
            self.discards.insert(Card::STRENGTH);
        }
        if player.is_devil() && self.justice == Some(Justice::Shared) {
            self.justice = None;
            self.discards.insert(Card::JUSTICE);
        }
    }

    /// All cards that are a player's own go to the discard pile, its Chariot too; `hand` are its
    /// hidden ones.
    fn discard_all(&mut self, player: Player, hand: CardSet) {
        self.discards = self.discards.union(hand);
        match player.seat() {
            Some(seat) => self.hand_sizes[seat.index()] = 0,
            None => self.discards = self.discards.union(core::mem::take(&mut self.devil_hand)),
        }
        if self.strength.is_some_and(|strength| strength.on == Some(player)) {
            self.discards = self.discards.union(core::mem::take(&mut self.open_extra));
        }
        self.discard_reserve(player);
    }

    fn discard_reserve(&mut self, player: Player) {
        if let Some(reserve) = self.reserve(player) {
            self.chariot = None;
            self.discards = self.discards.union(reserve).with(Card::CHARIOT);
        }
    }

    /// What happens to majors on the table.
    fn fold_table(&mut self, event: &Event) {
        match event {
            Event::ReserveLaid { player, cards } => {
                self.take(*player, *cards);
                self.playing = None;
                self.chariot = Some(Chariot { owner: *player, reserve: *cards });
            }
            Event::ReserveGrew { player, cards } => {
                self.take(*player, *cards);
                if let Some(chariot) = &mut self.chariot {
                    chariot.reserve = chariot.reserve.union(*cards);
                }
            }
            Event::ReserveDiscarded { player } => self.discard_reserve(*player),
            Event::JusticeDone { shared } => {
                self.playing = None;
                self.justice = Some(if *shared { Justice::Shared } else { Justice::Pool });
            }
            Event::HermitLaid { player } => {
                self.playing = None;
                self.hermit = Some(Hermit { owner: *player, turns: HERMIT_TURNS, waits: false });
            }
            Event::ExtraTurnTaken { left, .. } => {
                if *left == 0 {
                    self.hermit = None;
                    self.discards.insert(Card::HERMIT);
                } else if let Some(hermit) = &mut self.hermit {
                    hermit.turns = *left;
                }
            }
            Event::ExtraTurnDeclined { until_own_turn, .. } => {
                if let Some(hermit) = &mut self.hermit {
                    hermit.waits = *until_own_turn;
                }
            }
            Event::StrengthLaid { on, extra } => {
                self.playing = None;
                self.strength = Some(Strength { on: *on, extra: *extra });
            }
            Event::Hanged { target: Some(player), hand } => self.discard_all(*player, *hand),
            Event::Hanged { target: None, .. } => {
                self.discards = self.discards.union(core::mem::take(&mut self.pool));
            }
            Event::TemperanceLaid { player, field } => {
                self.playing = None;
                self.temperance = Some(Temperance { owner: *player, field: *field });
            }
            Event::TemperanceLifted => {
                self.temperance = None;
                self.discards.insert(Card::TEMPERANCE);
            }
            Event::DevilCame { controller } => self.devil_came(*controller),
            // The rest changes nothing that lies on the table.
            _ => {}
        }
    }

    fn devil_came(&mut self, controller: Seat) {
        self.playing = None;
        self.devil = Some(controller);
        if self.justice.take().is_some() {
            self.discards.insert(Card::JUSTICE);
            self.devil_hand = core::mem::take(&mut self.pool);
            if let Some(strength) = self.strength.as_mut().filter(|strength| strength.on.is_none())
            {
                strength.on = Some(Player::DEVIL);
            }
        }
    }

    /// Takes cards that a player uses from wherever they lie: the open ones from their place, the
    /// others from its hand.
    fn take(&mut self, player: Player, cards: CardSet) {
        let open = self.pool.union(self.open_extra).union(self.devil_hand);
        if cards.meets(open) {
            self.pool = self.pool.minus(cards);
            self.open_extra = self.open_extra.minus(cards);
            self.devil_hand = self.devil_hand.minus(cards);
        }
        if let Some(seat) = player.seat() {
            less(&mut self.hand_sizes[seat.index()], cards.minus(open).len());
        }
    }

    /// A called card goes from one player's hand or reserve to another's hand.
    fn hand_over(&mut self, giver: Player, receiver: Player, card: Card) {
        match &mut self.chariot {
            Some(chariot) if chariot.reserve.contains(card) => chariot.reserve.remove(card),
            _ => self.take(giver, card.alone()),
        }
        match receiver.seat() {
            Some(seat) => more(&mut self.hand_sizes[seat.index()], 1),
            None => self.devil_hand.insert(card),
        }
    }
}

/// Extra turns that the Hermit gives.
const HERMIT_TURNS: u8 = 3;

/// Takes away from a size. Events that come from a broken or hostile service may say anything: then
/// it stops at 0.
fn less(size: &mut u8, by: u8) {
    *size = size.saturating_sub(by);
}

/// Adds to a size, likewise.
fn more(size: &mut u8, by: u8) {
    *size = size.saturating_add(by);
}
