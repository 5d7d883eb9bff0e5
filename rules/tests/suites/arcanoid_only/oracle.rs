//! An oracle for legal lists: a second statement of which answers the rules allow, from the fields
//! of a view, action by action.

use super::oracle_engagements::{can_become, is_engagement};
use crate::play::{Table, all_actions, chance, seed};
use hierophant_rules::arcanoid::public::{Justice, Public};
use hierophant_rules::arcanoid::{
    Action, Arcanoid, Card, CardSet, Field, FieldSet, Kind, Player, View,
};
use hierophant_rules::testing::{Inspect, Testable};
use hierophant_rules::{Actor, Ruleset, Seat, Viewer};

/// One of this number of decisions that are laborious to judge is judged.
const STRIDE: usize = 11;

#[test]
fn legal_lists_are_what_an_oracle_says() {
    let actions = all_actions::<Arcanoid>();
    let (mut judged, mut legal) = (vec![0; Kind::ALL.len()], Vec::new());
    for (case, setup) in (0..).zip(Arcanoid::setups().into_iter().cycle().take(360)) {
        let mut rng = chance(20, case);
        let mut table = Table::<Arcanoid>::deal(&setup, &seed(case));
        while let Some(answer) = table.choose(&mut rng) {
            let view = Arcanoid::view(&table.state, Viewer::Seat(answer.0));
            let kind = Arcanoid::decision(&table.state, answer.0).expect("it is asked").kind;
            let is_laborious = matches!(kind, Kind::Act | Kind::Engage);
            if !is_laborious || table.answers.len().is_multiple_of(STRIDE) {
                let oracle = Oracle::new(&view, answer.0);
                let expected: Vec<Action> =
                    actions.iter().copied().filter(|&action| oracle.allows(kind, action)).collect();
                Arcanoid::legal(&table.state, answer.0, &mut legal);
                assert_eq!(legal, expected, "{kind:?} of {view:#?}");
                judged[Arcanoid::kind_number(kind)] += 1;
            }
            table.answer(answer);
        }
    }
    println!("judged by kind {judged:?}");
    assert!(judged.iter().all(|&count| count > 20), "{judged:?}");
}

struct Oracle<'a> {
    view: &'a View,
    public: &'a Public,
    seat: Seat,
    /// For whom the seat decides.
    player: Player,
    /// What that player may use.
    cards: Vec<Card>,
}

fn list(cards: CardSet) -> Vec<Card> {
    cards.iter().collect()
}

impl<'a> Oracle<'a> {
    fn new(view: &'a View, seat: Seat) -> Oracle<'a> {
        let player = match view.decision().expect("it is asked").actor {
            Actor::Seat(seat) => Player::at(seat),
            Actor::Virtual => Player::DEVIL,
        };
        let mut oracle = Oracle { view, public: &view.public, seat, player, cards: Vec::new() };
        oracle.cards = oracle.used_by(player, view.own.hand);
        oracle
    }

    fn used_by(&self, player: Player, hand: CardSet) -> Vec<Card> {
        let public = self.public;
        let mut cards = if player.is_devil() { Vec::new() } else { list(hand) };
        if public.strength.is_some_and(|strength| strength.on == Some(player)) {
            cards.extend(list(public.open_extra));
        }
        match public.justice {
            Some(Justice::Pool) => cards.extend(list(public.pool)),
            Some(Justice::Shared) => cards.extend(list(public.devil_hand)),
            None if player.is_devil() => cards.extend(list(public.devil_hand)),
            None => {}
        }
        cards.sort_unstable();
        cards
    }

    fn all_players(&self) -> Vec<Player> {
        let devil = self.public.devil.map(|_| Player::DEVIL);
        Seat::all(self.view.setup.players).map(Player::at).chain(devil).collect()
    }

    fn plays_on(&self, player: Player) -> bool {
        self.all_players().contains(&player) && !self.public.retired.contains(player)
    }

    fn cards_on(&self, player: Player, field: Field) -> Option<CardSet> {
        self.public.engagements[player.index()][field.index()].map(|engagement| engagement.cards)
    }

    fn hand_size(&self, player: Player) -> usize {
        match player.seat() {
            Some(seat) => self.public.hand_sizes[seat.index()].into(),
            None => self.public.devil_hand.len().into(),
        }
    }

    /// Cards held in hand, open before its owner, and in reserve.
    fn held(&self, player: Player) -> usize {
        let open_extra = self.public.strength.is_some_and(|strength| strength.on == Some(player));
        let reserve = self.public.chariot.filter(|chariot| chariot.owner == player);
        self.hand_size(player)
            + if open_extra { usize::from(self.public.open_extra.len()) } else { 0 }
            + reserve.map_or(0, |chariot| usize::from(chariot.reserve.len()))
    }

    fn reserve(&self) -> Option<Vec<Card>> {
        self.public
            .chariot
            .filter(|chariot| chariot.owner == self.player)
            .map(|chariot| list(chariot.reserve))
    }

    fn allows(&self, kind: Kind, action: Action) -> bool {
        let answer = &self.view.answer;
        let is_next = |card: Card| answer.cards.iter().all(|picked| picked < card);
        match (kind, action) {
            (Kind::Act, action) => self.allows_act(action),
            (Kind::Engage, action) => self.allows_pick(action),
            (Kind::AddToReserve, Action::Done) => !answer.cards.is_empty(),
            (Kind::LayReserve, Action::Done) => true,
            (Kind::AddToReserve | Kind::LayReserve, Action::Pick(card)) => {
                self.cards.contains(&card) && is_next(card)
            }
            (Kind::Steal, action) => self.allows_theft(action),
            (Kind::Vote, action) => matches!(action, Action::Yes | Action::No),
            (Kind::ExtraTurn, action) => {
                matches!(action, Action::Pass | Action::PassOn | Action::TakeTurn)
            }
            (Kind::Wheel, Action::Pick(card)) => {
                let hand = if self.player.is_devil() {
                    self.public.devil_hand
                } else {
                    self.view.own.hand
                };
                let later = hand.iter().filter(|other| *other > card).count();
                hand.contains(card)
                    && is_next(card)
                    && later + usize::from(answer.cards.len()) + 1 >= self.excess()
            }
            (Kind::Look, Action::Player(target)) => self.can_look_at(target),
            (Kind::Reveal, action) => matches!(action, Action::Category(_)),
            (Kind::Extend, action) => matches!(action, Action::ExtendByOne | Action::ExtendByTwo),
            (Kind::Hang, Action::Player(target)) => self.plays_on(target) && self.held(target) > 0,
            (Kind::Hang, Action::Pool) => !self.public.pool.is_empty(),
            (Kind::Block, Action::Field(field)) => self.can_block(field),
            (Kind::Destroy, Action::At(target, field)) => self.can_destroy(target, field),
            (Kind::Judge, Action::At(target, field)) => self.can_judge(target, field),
            (Kind::Call, Action::Call(card)) => {
                let by_sun = self.public.playing.and_then(Card::major_number) == Some(19);
                let is_first = format!("{:?}", self.public.agenda).contains("majors: true");
                card.is_minor()
                    || by_sun && is_first && (1..20).contains(&card.major_number().unwrap_or(0))
            }
            _ => false,
        }
    }

    fn excess(&self) -> usize {
        let strength = self.public.strength.filter(|strength| strength.on == Some(self.player));
        let more = strength.map_or(0, |strength| match (self.player.is_devil(), strength.extra) {
            (true, extra) => extra,
            (false, 1) => 1,
            (false, _) => 0,
        });
        self.hand_size(self.player).saturating_sub(6 + usize::from(more))
    }

    fn can_look_at(&self, target: Player) -> bool {
        target != self.player
            && !target.is_devil()
            && self.plays_on(target)
            && self.hand_size(target) > 0
    }

    fn can_block(&self, field: Field) -> bool {
        self.cards_on(self.player, field).is_none_or(CardSet::is_empty)
    }

    fn can_destroy(&self, target: Player, field: Field) -> bool {
        let falls = |cards: CardSet| {
            !cards.is_empty() && list(cards).iter().all(|card| card.major_number() != Some(21))
        };
        self.plays_on(target) && self.cards_on(target, field).is_some_and(falls)
    }

    fn can_judge(&self, target: Player, field: Field) -> bool {
        target != self.player && self.plays_on(target) && self.cards_on(target, field).is_none()
    }

    fn allows_act(&self, action: Action) -> bool {
        let free = |field: Field| self.cards_on(self.player, field).is_none();
        match action {
            Action::Discard(card) => self.cards.contains(&card),
            Action::Abdicate(field) => free(field),
            Action::Engage(fields) => self.allows_engagement(fields),
            Action::Play(card) => self.cards.contains(&card) && self.has_effect(card),
            Action::AddToReserve => self.reserve().is_some() && !self.cards.is_empty(),
            Action::DiscardReserve => self.reserve().is_some(),
            _ => false,
        }
    }

    fn is_virgin(&self, fields: FieldSet) -> bool {
        fields.iter().all(|field| !self.public.ever_engaged.contains(field))
    }

    fn allows_engagement(&self, fields: FieldSet) -> bool {
        let blocked = |field: Field| {
            self.public.temperance.is_some_and(|temperance| {
                temperance.field == field && temperance.owner != self.player
            })
        };
        let is_open = |field: Field| self.cards_on(self.player, field).is_none() && !blocked(field);
        let (list, virgin) = (fields.iter().collect::<Vec<_>>(), self.is_virgin(fields));
        let reserve = self.reserve().filter(|reserve| !reserve.is_empty());
        list.iter().all(|field| is_open(*field))
            && (can_become(&list, &[], &self.cards, virgin)
                || reserve.is_some_and(|reserve| can_become(&list, &reserve, &self.cards, virgin)))
    }

    fn allows_pick(&self, action: Action) -> bool {
        let answer = &self.view.answer;
        let (fields, virgin) =
            (answer.fields.iter().collect::<Vec<_>>(), self.is_virgin(answer.fields));
        let mut taken = list(answer.cards);
        if answer.reserve {
            taken.extend(self.reserve().unwrap_or_default());
        }
        taken.sort_unstable();
        match action {
            Action::Done => is_engagement(&fields, &taken, virgin),
            Action::UseReserve => {
                let reserve = self.reserve().filter(|reserve| !reserve.is_empty());
                let is_first = taken.is_empty() && !answer.reserve;
                reserve.is_some_and(|reserve| {
                    is_first && can_become(&fields, &reserve, &self.cards, virgin)
                })
            }
            Action::Pick(card) => {
                let later: Vec<Card> =
                    self.cards.iter().copied().filter(|other| *other > card).collect();
                let is_next = answer.cards.iter().all(|picked| picked < card);
                taken.push(card);
                self.cards.contains(&card) && is_next && can_become(&fields, &taken, &later, virgin)
            }
            _ => false,
        }
    }

    fn allows_theft(&self, action: Action) -> bool {
        let Some(declared) = self.public.declared else { return false };
        let holds_fool = |player, hand| self.used_by(player, hand).contains(&Card::FOOL);
        let may = |player: Player| {
            let is_free =
                declared.fields.iter().all(|field| self.cards_on(player, field).is_none());
            player != declared.engager && self.plays_on(player) && is_free
        };
        let own = Player::at(self.seat);
        match action {
            Action::Pass => true,
            Action::Steal => may(own) && holds_fool(own, self.view.own.hand),
            Action::StealForDevil => {
                let controls = self.public.devil == Some(self.seat);
                controls && may(Player::DEVIL) && holds_fool(Player::DEVIL, CardSet::EMPTY)
            }
            _ => false,
        }
    }

    /// Whether the card is played at all, and would change something.
    fn has_effect(&self, card: Card) -> bool {
        let public = self.public;
        let targets = || {
            self.all_players()
                .into_iter()
                .flat_map(|player| Field::ALL.map(|field| (player, field)))
        };
        let drawable = !public.stock_ended;
        let pool_besides = public.pool.iter().filter(|other| *other != card).count();
        // The card played doesn't count as something that its holder holds.
        let held = |player: Player| {
            let in_devils_hand = public.devil_hand.contains(card);
            let is_holder = if in_devils_hand { player.is_devil() } else { player == self.player };
            self.held(player) - usize::from(is_holder && !public.pool.contains(card))
        };
        let a_player_has_cards = |besides: Option<Player>| {
            self.all_players()
                .into_iter()
                .any(|player| Some(player) != besides && self.plays_on(player) && held(player) > 0)
        };
        match card.major_number() {
            Some(2) => self.all_players().into_iter().any(|target| self.can_look_at(target)),
            Some(5 | 7 | 9) => true,
            Some(8) => {
                drawable || public.devil.is_some() && !public.retired.contains(Player::DEVIL)
            }
            Some(10 | 11 | 13) => drawable,
            Some(12) => a_player_has_cards(None) || pool_besides > 0,
            Some(14) => drawable && Field::ALL.into_iter().any(|field| self.can_block(field)),
            Some(15) => drawable || pool_besides > 0,
            Some(16) => targets().any(|(target, field)| self.can_destroy(target, field)),
            Some(17..=19) => a_player_has_cards(Some(self.player)),
            Some(20) => targets().any(|(target, field)| self.can_judge(target, field)),
            _ => false,
        }
    }
}
