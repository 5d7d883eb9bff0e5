//! The part of a position that all viewers see.
//!
//! State and views share this type. It is the allow-list: whatever stands here is shown to all, and
//! nothing else is. It changes by folding events alone (see `fold`; the agenda apart, which the
//! referee works off between two events).

use super::agenda::Agenda;
use super::cards::{Card, CardSet, FIELDS, Field, FieldSet};
use super::player::{PLAYERS, Player, PlayerSet};
use super::setup::{HAND_LIMIT, N, ROUNDS_MAX};
use crate::{Seat, SeatSet};

/// What a player has engaged on a battlefield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engagement {
    /// The cards; none for an abdication.
    pub cards: CardSet,
    /// How many engagements of the round came before.
    pub order: u8,
    /// The other battlefield on which these same cards stand, if they stand on two.
    pub pair: Option<Field>,
}

/// An engagement that has been declared and doesn't stand yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Who declared it.
    pub engager: Player,
    /// Whose it will be: the engager's, or its thief's.
    pub owner: Player,
    /// Where.
    pub fields: FieldSet,
    /// Which cards.
    pub cards: CardSet,
}

/// The Chariot on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chariot {
    /// Before whom it lies.
    pub owner: Player,
    /// Its cards, face up.
    pub reserve: CardSet,
}

/// Justice on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Justice {
    /// There is a pool that all players use.
    Pool,
    /// All players use the Devil's hand.
    Shared,
}

/// The Hermit on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hermit {
    /// Before whom it lies.
    pub owner: Player,
    /// Extra turns left, 1..=3.
    pub turns: u8,
    /// The owner has declined until its next normal turn.
    pub waits: bool,
}

/// Strength on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Whose hand it extends; the pool if `None`.
    pub on: Option<Player>,
    /// By how many cards: one (hidden in a seat's hand) or two (face up).
    pub extra: u8,
}

/// Temperance on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temperance {
    /// Who played it.
    pub owner: Player,
    /// The battlefield that it blocks.
    pub field: Field,
}

/// Everything that all viewers see. Arrays by seat have ten entries, those by player eleven with
/// the Devil last; entries beyond the table stay empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    /// Seats at the table.
    pub seats: u8,
    /// 1-based.
    pub round: u8,
    /// Who started the round.
    pub starter: Seat,
    /// Whose turn it is.
    pub turn: Player,
    /// The turn is one of the Hermit's extra turns.
    pub extra: bool,
    /// Whose normal turn it is or was last.
    pub last_normal: Player,
    /// By seat: hidden cards in hand.
    pub hand_sizes: [u8; N],
    /// Cards in the stock.
    pub stock_size: u8,
    /// The stock has ended for this round: no more cards are drawn.
    pub stock_ended: bool,
    /// Renewals of the stock in this round.
    pub renewals: u8,
    /// Cards that Death removed unseen.
    pub buried: u8,
    /// The discard pile.
    pub discards: CardSet,
    /// The major whose effect runs.
    pub playing: Option<Card>,
    /// The engagement that has been declared and doesn't stand yet.
    pub declared: Option<Declared>,
    /// By player and battlefield.
    pub engagements: [[Option<Engagement>; FIELDS]; PLAYERS],
    /// Battlefields on which any player has ever engaged or abdicated in this round.
    pub ever_engaged: FieldSet,
    /// Engagements of this round so far, abdications included.
    pub engaged_count: u8,
    /// Who has engaged on all battlefields.
    pub retired: PlayerSet,
    /// The Chariot, while it is on the table; so the other permanent majors.
    pub chariot: Option<Chariot>,
    /// Justice.
    pub justice: Option<Justice>,
    /// Cards of the Justice pool.
    pub pool: CardSet,
    /// The Hermit.
    pub hermit: Option<Hermit>,
    /// Strength.
    pub strength: Option<Strength>,
    /// The face-up cards of the seat whose hand Strength extends by two.
    pub open_extra: CardSet,
    /// Temperance.
    pub temperance: Option<Temperance>,
    /// Who controls the Devil, once it has come; it may have retired since.
    pub devil: Option<Seat>,
    /// The Devil's hand.
    pub devil_hand: CardSet,
    /// By ended round and battlefield: the seat for which the victory counts.
    pub results: [[Option<Seat>; FIELDS]; ROUNDS_MAX as usize],
    /// What is asked now and what is still to happen, the next step last.
    pub agenda: Agenda,
    /// The seats that the present decision was put to; doesn't shrink as they answer.
    pub asked: SeatSet,
    /// The game is over.
    pub ended: bool,
}

impl Public {
    /// Before the first deal: all cards in the stock.
    pub(super) fn before_deal(seats: u8, starter: Seat) -> Public {
        Public {
            seats,
            round: 0,
            starter,
            turn: Player::at(starter),
            extra: false,
            last_normal: Player::at(starter),
            hand_sizes: [0; N],
            stock_size: CardSet::ALL.len(),
            stock_ended: false,
            renewals: 0,
            buried: 0,
            discards: CardSet::EMPTY,
            playing: None,
            declared: None,
            engagements: [[None; FIELDS]; PLAYERS],
            ever_engaged: FieldSet::EMPTY,
            engaged_count: 0,
            retired: PlayerSet::EMPTY,
            chariot: None,
            justice: None,
            pool: CardSet::EMPTY,
            hermit: None,
            strength: None,
            open_extra: CardSet::EMPTY,
            temperance: None,
            devil: None,
            devil_hand: CardSet::EMPTY,
            results: [[None; FIELDS]; ROUNDS_MAX as usize],
            agenda: Agenda::EMPTY,
            asked: SeatSet::EMPTY,
            ended: false,
        }
    }

    /// Whether the Devil is in play and hasn't retired.
    pub fn devil_is_active(&self) -> bool {
        self.devil.is_some() && !self.retired.contains(Player::DEVIL)
    }

    /// Whether `player` is in play and hasn't retired.
    pub fn is_active(&self, player: Player) -> bool {
        match player.seat() {
            Some(seat) => seat.number() < self.seats && !self.retired.contains(player),
            None => self.devil_is_active(),
        }
    }

    /// The seat that decides for `player`.
    pub fn decider(&self, player: Player) -> Seat {
        player.seat().or(self.devil).unwrap_or(Seat::FIRST)
    }

    /// All players in play, retired or not: the seats, then the Devil.
    pub fn players(&self) -> impl Iterator<Item = Player> + Clone + use<> {
        Seat::all(self.seats).map(Player::at).chain(self.devil.map(|_| Player::DEVIL))
    }

    /// Who comes after `player` in the order of turns: clockwise, the Devil directly after its
    /// controller.
    pub fn player_after(&self, player: Player) -> Player {
        match player.seat() {
            Some(seat) if self.devil == Some(seat) => Player::DEVIL,
            _ => Player::at(self.decider(player).clockwise(1, self.seats)),
        }
    }

    /// All players in play but `player`, in the order of turns after it.
    pub fn others_in_order(&self, player: Player) -> impl Iterator<Item = Player> + use<'_> {
        core::iter::successors(Some(self.player_after(player)), |&last| {
            Some(self.player_after(last))
        })
        .take_while(move |&next| next != player)
        .take(PLAYERS)
    }

    /// The battlefields on which `player` has engaged or abdicated.
    pub fn engaged(&self, player: Player) -> FieldSet {
        let own = &self.engagements[player.index()];
        Field::ALL.into_iter().filter(|field| own[field.index()].is_some()).collect()
    }

    /// The battlefields on which `player` may engage: free, and not blocked for it by Temperance.
    pub fn open_fields(&self, player: Player) -> FieldSet {
        let mut fields = FieldSet::ALL.minus(self.engaged(player));
        if let Some(temperance) = self.temperance.filter(|temperance| temperance.owner != player) {
            fields.remove(temperance.field);
        }
        fields
    }

    /// The cards that lie face up and that `player` may use as if they were in its hand.
    pub fn usable(&self, player: Player) -> CardSet {
        let mut cards = self.pool;
        if self.strength.is_some_and(|strength| strength.on == Some(player)) {
            cards = cards.union(self.open_extra);
        }
        if player.is_devil() || self.justice == Some(Justice::Shared) {
            cards = cards.union(self.devil_hand);
        }
        cards
    }

    /// The reserve of `player`'s Chariot, if it has one.
    pub fn reserve(&self, player: Player) -> Option<CardSet> {
        self.chariot.filter(|chariot| chariot.owner == player).map(|chariot| chariot.reserve)
    }

    /// Cards that Strength adds for `on`: a player, or the pool.
    fn extra(&self, on: Option<Player>) -> u8 {
        self.strength.filter(|strength| strength.on == on).map_or(0, |strength| strength.extra)
    }

    /// Cards that a player's hand is filled up to; the Devil's open hand included, a seat's open
    /// extra cards not.
    pub fn hand_limit(&self, player: Player) -> u8 {
        let extra = self.extra(Some(player));
        HAND_LIMIT + if player.is_devil() || extra == 1 { extra } else { 0 }
    }

    /// Open extra cards of a seat, by Strength.
    pub fn open_extra_limit(&self, player: Player) -> u8 {
        let extra = self.extra(Some(player));
        if player.is_devil() || extra == 1 { 0 } else { extra }
    }

    /// Cards that the Justice pool is filled up to; 0 if there is none.
    pub fn pool_limit(&self) -> u8 {
        if self.justice == Some(Justice::Pool) { HAND_LIMIT + self.extra(None) } else { 0 }
    }

    /// Cards in a player's hand: hidden ones of a seat, open ones of the Devil.
    pub fn hand_size(&self, player: Player) -> u8 {
        player.seat().map_or(self.devil_hand.len(), |seat| self.hand_sizes[seat.index()])
    }

    /// Cards that `player` holds in all: in hand, as open extra cards, and in its Chariot's
    /// reserve.
    pub fn holding(&self, player: Player) -> u8 {
        let open_extra = if self.strength.is_some_and(|strength| strength.on == Some(player)) {
            self.open_extra.len()
        } else {
            0
        };
        self.hand_size(player) + open_extra + self.reserve(player).map_or(0, CardSet::len)
    }

    /// Every card that stands in an engagement.
    pub fn engaged_cards(&self) -> CardSet {
        let (seated, devils) = (&self.engagements[..self.seats.into()], Player::DEVIL.index());
        let all = seated.as_flattened().iter().chain(&self.engagements[devils]);
        all.fold(CardSet::EMPTY, |cards, engagement| {
            cards.union(engagement.map_or(CardSet::EMPTY, |engagement| engagement.cards))
        })
    }

    /// The majors that lie on the table for their effect.
    pub fn permanents(&self) -> CardSet {
        let on_the_table = [
            (self.chariot.is_some(), Card::CHARIOT),
            (self.justice.is_some(), Card::JUSTICE),
            (self.hermit.is_some(), Card::HERMIT),
            (self.strength.is_some(), Card::STRENGTH),
            (self.temperance.is_some(), Card::TEMPERANCE),
            (self.devil.is_some(), Card::DEVIL),
        ];
        on_the_table.iter().filter(|(lies, _)| *lies).map(|(_, card)| *card).collect()
    }

    /// The cards that lie open to all.
    pub fn open_cards(&self) -> CardSet {
        let mut cards = self.discards.union(self.engaged_cards()).union(self.permanents());
        cards = cards.union(self.pool).union(self.open_extra).union(self.devil_hand);
        if let Some(chariot) = self.chariot {
            cards = cards.union(chariot.reserve);
        }
        if let Some(declared) = self.declared {
            cards = cards.union(declared.cards);
        }
        self.playing.map_or(cards, |card| cards.with(card))
    }

    /// Who may steal the declared engagement as far as all viewers can see.
    pub fn possible_thieves(&self) -> PlayerSet {
        self.players().filter(|&player| self.may_steal(player)).collect()
    }

    /// Whether `player` may steal the declared engagement as far as public facts say: every player
    /// that may use the Fool where it lies open, and otherwise every seat that hides a card. Never
    /// who has an engagement on the battlefield, nor the engager.
    pub fn may_steal(&self, player: Player) -> bool {
        let Some(declared) = self.declared else { return false };
        let is_free = |field: Field| self.engagements[player.index()][field.index()].is_none();
        player != declared.engager
            && self.is_active(player)
            && declared.fields.iter().all(is_free)
            && self.may_have_fool(player)
    }

    fn may_have_fool(&self, player: Player) -> bool {
        let is_reserved = self.chariot.is_some_and(|chariot| chariot.reserve.meets(CardSet::FOOL));
        if self.discards.meets(CardSet::FOOL) || is_reserved {
            return false;
        }
        if self.pool.union(self.open_extra).union(self.devil_hand).meets(CardSet::FOOL) {
            return self.usable(player).meets(CardSet::FOOL);
        }
        player.seat().is_some_and(|seat| self.hand_sizes[seat.index()] > 0)
    }
}
