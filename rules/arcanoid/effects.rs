//! What the major arcana do when they are played.

use super::agenda::{Draw, Step};
use super::apply::Referee;
use super::cards::{Card, CardSet, Category};
use super::event::Event;
use super::player::Player;
use super::public::Public;
use super::setup::Refill;
use crate::Seat;
use crate::kit::Sink;

/// Cards that the Wheel draws.
const WHEEL_CARDS: u8 = 5;

impl<S: Sink<Event>> Referee<'_, S> {
    /// A major leaves its place for its effect. The hand is filled again afterwards; some give
    /// another action then.
    pub(super) fn play(&mut self, player: Player, card: Card) {
        let on = holder_of(self.public(), player, card);
        self.emit(&Event::Played { player, card });
        let done = [Step::CardDone, Step::Refill];
        let after = |first: Step| [first, Step::CardDone, Step::Refill];
        match card {
            Card::PRIESTESS => self.then(&[Step::Look, Step::CardDone, Step::Refill, Step::Act]),
            Card::HIEROPHANT => self.then(&[Step::Reveal, Step::CardDone, Step::Refill, Step::Act]),
            Card::CHARIOT => self.then(&[Step::LayReserve, Step::Refill]),
            Card::JUSTICE => self.justice(),
            Card::HERMIT => {
                self.emit(&Event::HermitLaid { player });
                self.then(&[Step::Refill]);
            }
            Card::WHEEL => {
                let draw = Step::Draw { to: Draw::Hand(player), left: WHEEL_CARDS };
                self.then(&[draw, Step::Wheel, Step::CardDone, Step::Refill]);
            }
            Card::STRENGTH => self.then(&[Step::Extend { on }, Step::Refill]),
            Card::HANGED_MAN => self.then(&after(Step::Hang)),
            Card::DEATH => {
                self.bury_stock();
                self.then(&done);
            }
            Card::TEMPERANCE => self.then(&[Step::Block, Step::Refill]),
            Card::DEVIL => self.devil(player),
            Card::TOWER => self.then(&after(Step::Destroy)),
            Card::STAR => self.then(&after(Step::Call { left: 1, majors: false })),
            Card::MOON => self.then(&after(Step::Call { left: 2, majors: false })),
            Card::SUN => self.then(&after(Step::Call { left: 3, majors: true })),
            Card::JUDGEMENT => self.then(&after(Step::Judge)),
            _ => self.then(&done),
        }
    }

    fn justice(&mut self) {
        let shared = self.public().devil_is_active();
        self.emit(&Event::JusticeDone { shared });
        if shared {
            self.then(&[Step::Refill]);
        } else {
            self.then(&[Step::Fill { to: Draw::Pool }, Step::Refill, Step::Act]);
        }
    }

    /// The Devil comes, and abdicates where the World lies.
    fn devil(&mut self, player: Player) {
        let controller = self.public().decider(player);
        self.emit(&Event::DevilCame { controller });
        let world = |cards: CardSet| cards.contains(Card::WORLD);
        let mut lies = self
            .public()
            .engagements
            .iter()
            .flat_map(|own| own.iter().zip(super::cards::Field::ALL));
        let field =
            lies.find(|(own, _)| own.is_some_and(|own| world(own.cards))).map(|(_, field)| field);
        if let Some(field) = field {
            self.emit(&Event::Abdicated { player: Player::DEVIL, field });
        }
        self.then(&[Step::Fill { to: Draw::Fill(Player::DEVIL) }, Step::Refill]);
    }

    /// All players show their hidden cards of a category, from `first` on clockwise.
    pub(super) fn reveal(&mut self, first: Seat, category: Category) {
        let seats = self.state.seats();
        for seat in (0..seats).map(|steps| first.clockwise(steps, seats)) {
            if self.public().is_active(Player::at(seat)) {
                let cards = self.state.secrets.hands[seat.index()].and(category.cards());
                self.emit(&Event::Shown { seat, category, cards });
            }
        }
    }

    /// The target, or the pool, discards everything and draws anew.
    pub(super) fn hang(&mut self, target: Option<Player>) {
        let hand = target
            .and_then(Player::seat)
            .map_or(CardSet::EMPTY, |seat| self.state.secrets.hands[seat.index()]);
        self.emit(&Event::Hanged { target, hand });
        self.then(&[Step::Fill { to: target.map_or(Draw::Pool, Draw::Fill) }]);
    }

    /// A card is called: if another player has it, that player gives it away; otherwise there may
    /// be another attempt.
    pub(super) fn call(&mut self, player: Player, card: Card, left: u8) {
        let giver =
            self.public().players().find(|&other| other != player && self.has_to_give(other, card));
        let is_reserved =
            self.public().chariot.is_some_and(|chariot| chariot.reserve.contains(card));
        self.emit(&Event::Called { player, card, giver });
        match giver {
            Some(giver)
                if self.state.setup.out_of_turn_refill == Refill::Immediate && !is_reserved =>
            {
                self.then(&[Step::Fill { to: Draw::Fill(giver) }]);
            }
            None if left > 1 && card.is_minor() => {
                self.then(&[Step::Call { left: left - 1, majors: false }])
            }
            _ => {}
        }
    }

    /// Whether this player holds the card, in hand, as an open extra card or in its Chariot's
    /// reserve.
    fn has_to_give(&self, player: Player, card: Card) -> bool {
        let public = self.public();
        let hand =
            player.seat().map_or(public.devil_hand, |seat| self.state.secrets.hands[seat.index()]);
        let open_extra = public.strength.is_some_and(|strength| strength.on == Some(player))
            && public.open_extra.contains(card);
        hand.contains(card)
            || open_extra
            || public.reserve(player).is_some_and(|reserve| reserve.contains(card))
    }
}

/// Whose hand Strength extends: the owner's of the card; the pool if there is none.
fn holder_of(public: &Public, player: Player, card: Card) -> Option<Player> {
    if public.pool.contains(card) {
        None
    } else if public.devil_hand.contains(card) {
        Some(Player::DEVIL)
    } else {
        Some(player)
    }
}
