//! What a seat of Arcanoid sees, as numbers.

use super::write::{flags, numbers, one_hot, set, sets};
use super::{Dim, Field, Lens, Tensors, table};
use hierophant_rules::arcanoid::agenda::{Draw, Step};
use hierophant_rules::arcanoid::cards::{CARDS, FIELDS};
use hierophant_rules::arcanoid::public::{Engagement, Justice};
use hierophant_rules::arcanoid::{
    Arcanoid, Card, DevilWins, Field as Battlefield, Player, Refill, View,
};
use hierophant_rules::{Actor, Seat};

const DECK: usize = CARDS as usize;
/// Steps of the agenda that are shown.
const STEPS: usize = 4;
const STEP_KINDS: usize = 21;

impl Lens<'_, Arcanoid> {
    /// The indices of all players: the seats from the viewer on, clockwise, then the Devil.
    fn players(&self) -> impl Iterator<Item = usize> {
        self.around().chain([Player::DEVIL.index()])
    }

    /// A player's position among [`Lens::players`].
    fn position(&self, player: Player) -> usize {
        player.seat().map_or(usize::from(self.seats), |seat| self.steps_to(seat))
    }

    /// Shows the engagements of all players, each with its place: player by player, battlefield by
    /// battlefield.
    #[inline(always)]
    fn engagements(&self, mut show: impl FnMut(usize, &Engagement)) {
        let all = self.view.public.engagements.as_flattened();
        let mut left = self.notes.engaged;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let position = self.steps.get(bit / FIELDS).copied().unwrap_or(self.seats);
            if let Some(Some(one)) = all.get(bit) {
                show(usize::from(position) * FIELDS + bit % FIELDS, one);
            }
        }
    }

    /// The battles of the rounds so far, each round with its number.
    fn rounds(&self) -> impl Iterator<Item = (u8, &[Option<Seat>; FIELDS])> {
        let public = &self.view.public;
        (1..=public.round).zip(&public.results)
    }
}

table! {
    Arcanoid, View;
    version: "arcanoid-obs-1",
    kinds: &[
        "none",
        "act",
        "engage",
        "add_to_reserve",
        "lay_reserve",
        "steal",
        "vote",
        "extra_turn",
        "wheel",
        "look",
        "reveal",
        "extend",
        "hang",
        "block",
        "destroy",
        "call",
        "judge",
    ],
    notes: Notes = Notes::of,
    Field {
        name: "hand",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "the own hidden hand, by card",
        write: |lens, out| set(lens.view.own.hand.bits(), out),
    },
    Field {
        name: "picked",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "cards picked so far for the present decision",
        write: |lens, out| set(lens.view.answer.cards.bits(), out),
    },
    Field {
        name: "discards",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "the discard pile",
        write: |lens, out| set(lens.view.public.discards.bits(), out),
    },
    Field {
        name: "playing",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "the major whose effect runs",
        write: |lens, out| one_hot(lens.view.public.playing.map(Card::index), out),
    },
    Field {
        name: "declared",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "the cards of the engagement that has been declared and does not stand yet",
        write: |lens, out| {
            if let Some(declared) = &lens.view.public.declared {
                set(declared.cards.bits(), out);
            }
        },
    },
    Field {
        name: "pool",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "the Justice pool",
        write: |lens, out| set(lens.view.public.pool.bits(), out),
    },
    Field {
        name: "open_extra",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "the face-up cards of the seat whose hand Strength extends by two",
        write: |lens, out| set(lens.view.public.open_extra.bits(), out),
    },
    Field {
        name: "devil_hand",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "the Devil's hand",
        write: |lens, out| set(lens.view.public.devil_hand.bits(), out),
    },
    Field {
        name: "reserve",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "the Chariot's reserve",
        write: |lens, out| {
            if let Some(chariot) = &lens.view.public.chariot {
                set(chariot.reserve.bits(), out);
            }
        },
    },
    Field {
        name: "may_be_in_stock",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "cards that may lie in the stock, as far as the seat knows",
        write: |lens, out| set(lens.view.knowledge.stock.bits(), out),
    },
    Field {
        name: "may_be_buried",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "cards that Death may have removed, as far as the seat knows",
        write: |lens, out| set(lens.view.knowledge.buried.bits(), out),
    },
    Field {
        name: "may_be_in_hand",
        shape: &[Dim::Others, Dim::Of(DECK)],
        scale: 1,
        meaning: "cards that may be in each other hand, as far as the seat knows",
        write: |lens, out| {
            sets(lens.others().map(|seat| lens.view.knowledge.hands[seat].bits()), out, DECK);
        },
    },
    Field {
        name: "engagements",
        shape: &[Dim::Players, Dim::Of(FIELDS), Dim::Of(DECK)],
        scale: 1,
        meaning: "the cards that each player has engaged on each battlefield",
        write: |lens, out| {
            let (places, _) = out.as_chunks_mut::<DECK>();
            lens.engagements(|place, one| set(one.cards.bits(), &mut places[place]));
        },
    },
    Field {
        name: "engaged",
        shape: &[Dim::Players, Dim::Of(FIELDS)],
        scale: 1,
        meaning: "where each player has engaged or abdicated",
        write: |lens, out| lens.engagements(|place, _| out[place] = 1),
    },
    Field {
        name: "paired",
        shape: &[Dim::Players, Dim::Of(FIELDS)],
        scale: 1,
        meaning: "which of these engagements stand on two battlefields",
        write: |lens, out| {
            lens.engagements(|place, one| out[place] = u8::from(one.pair.is_some()));
        },
    },
    Field {
        name: "order",
        shape: &[Dim::Players, Dim::Of(FIELDS)],
        scale: 44,
        meaning: "how many engagements of the round came before each of these",
        write: |lens, out| lens.engagements(|place, one| out[place] = one.order),
    },
    Field {
        name: "ever_engaged",
        shape: &[Dim::Of(FIELDS)],
        scale: 1,
        meaning: "battlefields on which any player has engaged or abdicated in this round",
        write: |lens, out| set(lens.view.public.ever_engaged.bits(), out),
    },
    Field {
        name: "engaged_count",
        shape: &[],
        scale: 44,
        meaning: "engagements of this round so far, abdications included",
        write: |lens, out| numbers([lens.view.public.engaged_count], out),
    },
    Field {
        name: "retired",
        shape: &[Dim::Players],
        scale: 1,
        meaning: "who has engaged on all battlefields",
        write: |lens, out| {
            let retired = lens.view.public.retired.bits();
            flags(lens.players().map(|player| retired >> player & 1 == 1), out);
        },
    },
    Field {
        name: "declared_by",
        shape: &[Dim::Players],
        scale: 1,
        meaning: "who has declared the engagement that does not stand yet",
        write: |lens, out| {
            let declared = &lens.view.public.declared;
            one_hot(declared.as_ref().map(|declared| lens.position(declared.engager)), out);
        },
    },
    Field {
        name: "declared_for",
        shape: &[Dim::Players],
        scale: 1,
        meaning: "whose engagement it will be",
        write: |lens, out| {
            let declared = &lens.view.public.declared;
            one_hot(declared.as_ref().map(|declared| lens.position(declared.owner)), out);
        },
    },
    Field {
        name: "declared_on",
        shape: &[Dim::Of(FIELDS)],
        scale: 1,
        meaning: "the battlefields of that engagement",
        write: |lens, out| {
            if let Some(declared) = &lens.view.public.declared {
                set(declared.fields.bits(), out);
            }
        },
    },
    Field {
        name: "hand_sizes",
        shape: &[Dim::Seats],
        scale: 8,
        meaning: "hidden cards in each hand",
        write: |lens, out| {
            numbers(lens.around().map(|seat| lens.view.public.hand_sizes[seat]), out)
        },
    },
    Field {
        name: "stock",
        shape: &[Dim::Of(3)],
        scale: 78,
        meaning: "cards in the stock, cards that Death removed, renewals of the stock left",
        write: |lens, out| {
            let public = &lens.view.public;
            let renewals = lens.view.setup.max_renewals.saturating_sub(public.renewals);
            numbers([public.stock_size, public.buried, renewals], out);
        },
    },
    Field {
        name: "round",
        shape: &[Dim::Of(2)],
        scale: 10,
        meaning: "the number of the round, from 1, and the number of rounds",
        write: |lens, out| numbers([lens.view.public.round, lens.view.setup.round_count()], out),
    },
    Field {
        name: "starter",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seat that started the round",
        write: |lens, out| one_hot(lens.steps_to(lens.view.public.starter), out),
    },
    Field {
        name: "turn",
        shape: &[Dim::Players],
        scale: 1,
        meaning: "whose turn it is",
        write: |lens, out| one_hot(lens.position(lens.view.public.turn), out),
    },
    Field {
        name: "last_normal",
        shape: &[Dim::Players],
        scale: 1,
        meaning: "whose normal turn it is or was last",
        write: |lens, out| one_hot(lens.position(lens.view.public.last_normal), out),
    },
    Field {
        name: "asked",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seats that the present decision was put to, whether they have answered or not",
        write: |lens, out| {
            flags(lens.members(lens.view.public.asked), out);
        },
    },
    Field {
        name: "chariot",
        shape: &[Dim::Players],
        scale: 1,
        meaning: "who has the Chariot",
        write: |lens, out| {
            one_hot(lens.view.public.chariot.map(|chariot| lens.position(chariot.owner)), out);
        },
    },
    Field {
        name: "justice",
        shape: &[Dim::Of(2)],
        scale: 1,
        meaning: "Justice: there is a pool; the Devil's hand is shared",
        write: |lens, out| {
            let justice = lens.view.public.justice;
            flags([Justice::Pool, Justice::Shared].map(|one| justice == Some(one)), out);
        },
    },
    Field {
        name: "hermit",
        shape: &[Dim::Players],
        scale: 1,
        meaning: "who has the Hermit",
        write: |lens, out| {
            one_hot(lens.view.public.hermit.map(|hermit| lens.position(hermit.owner)), out);
        },
    },
    Field {
        name: "hermit_turns",
        shape: &[Dim::Of(2)],
        scale: 3,
        meaning: "the Hermit's extra turns left; 3 if its owner has declined until its next turn",
        write: |lens, out| {
            if let Some(hermit) = lens.view.public.hermit {
                numbers([hermit.turns, if hermit.waits { 3 } else { 0 }], out);
            }
        },
    },
    Field {
        name: "strength",
        shape: &[Dim::Players],
        scale: 2,
        meaning: "by how many cards Strength extends each player's hand",
        write: |lens, out| {
            if let Some(strength) = lens.view.public.strength
                && let Some(on) = strength.on
            {
                out[lens.position(on)] = strength.extra;
            }
        },
    },
    Field {
        name: "strength_on_pool",
        shape: &[],
        scale: 2,
        meaning: "by how many cards Strength extends the pool",
        write: |lens, out| {
            let strength = lens.view.public.strength.filter(|strength| strength.on.is_none());
            numbers(strength.map(|strength| strength.extra), out);
        },
    },
    Field {
        name: "temperance",
        shape: &[Dim::Players],
        scale: 1,
        meaning: "who has played Temperance",
        write: |lens, out| {
            let temperance = lens.view.public.temperance;
            one_hot(temperance.map(|temperance| lens.position(temperance.owner)), out);
        },
    },
    Field {
        name: "blocked",
        shape: &[Dim::Of(FIELDS)],
        scale: 1,
        meaning: "the battlefield that Temperance blocks",
        write: |lens, out| {
            let temperance = lens.view.public.temperance;
            one_hot(temperance.map(|temperance| temperance.field.index()), out);
        },
    },
    Field {
        name: "devil",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seat that controls the Devil",
        write: |lens, out| one_hot(lens.view.public.devil.map(|seat| lens.steps_to(seat)), out),
    },
    Field {
        name: "won",
        shape: &[Dim::Seats, Dim::Of(FIELDS)],
        scale: 10,
        meaning: "battles that each seat has won on each battlefield in ended rounds",
        write: |lens, out| {
            for (_, results) in lens.rounds() {
                for (field, winner) in results.iter().enumerate() {
                    if let Some(winner) = winner {
                        out[lens.steps_to(*winner) * FIELDS + field] += 1;
                    }
                }
            }
        },
    },
    Field {
        name: "last_won",
        shape: &[Dim::Seats, Dim::Of(FIELDS)],
        scale: 10,
        meaning: "the last round in which each seat won on each battlefield",
        write: |lens, out| {
            for (round, results) in lens.rounds() {
                for (field, winner) in results.iter().enumerate() {
                    if let Some(winner) = winner {
                        out[lens.steps_to(*winner) * FIELDS + field] = round;
                    }
                }
            }
        },
    },
    Field {
        name: "flags",
        shape: &[Dim::Of(4)],
        scale: 1,
        meaning: "the turn is one of the Hermit's; the stock has ended; the own answer is \
                  complete; the game is over",
        write: |lens, out| {
            let public = &lens.view.public;
            let complete = lens.view.answer.complete;
            flags([public.extra, public.stock_ended, complete, public.ended], out);
        },
    },
    Field {
        name: "answer_on",
        shape: &[Dim::Of(FIELDS)],
        scale: 1,
        meaning: "the battlefields of the engagement that the seat has begun",
        write: |lens, out| set(lens.view.answer.fields.bits(), out),
    },
    Field {
        name: "answer_flags",
        shape: &[Dim::Of(4)],
        scale: 1,
        meaning: "the own answer: cards for the reserve are picked; the reserve is taken in; the \
                  engagement is stolen; it is stolen for the Devil",
        write: |lens, out| {
            let answer = &lens.view.answer;
            let devils = answer.thief.is_some_and(Player::is_devil);
            flags([answer.adding, answer.reserve, answer.thief.is_some(), devils], out);
        },
    },
    Field {
        name: "decision",
        shape: &[Dim::Of(<Arcanoid as Tensors>::KINDS.len())],
        scale: 1,
        meaning: "the kind of the own open decision; the first entry if there is none",
        write: |lens, out| {
            let kind = lens.decision.map_or(0, |decision| decision.kind as usize);
            one_hot(kind, out);
        },
    },
    Field {
        name: "for_the_devil",
        shape: &[],
        scale: 1,
        meaning: "the seat decides for the Devil",
        write: |lens, out| {
            flags([lens.decision.is_some_and(|decision| decision.actor == Actor::Virtual)], out);
        },
    },
    Field {
        name: "agenda",
        shape: &[Dim::Of(STEPS), Dim::Of(STEP_KINDS)],
        scale: 1,
        meaning: "the kinds of the next four steps of the agenda",
        write: |lens, out| {
            let (entries, _) = out.as_chunks_mut::<STEP_KINDS>();
            for (step, out) in lens.notes.agenda.steps().zip(entries) {
                one_hot(usize::from(step.kind), out);
            }
        },
    },
    Field {
        name: "agenda_player",
        shape: &[Dim::Of(STEPS), Dim::Players],
        scale: 1,
        meaning: "the player that each of these steps names",
        write: |lens, out| {
            let players = usize::from(lens.seats) + 1;
            for (step, out) in lens.notes.agenda.steps().zip(out.chunks_exact_mut(players)) {
                one_hot(step.player.map(|player| lens.position(player)), out);
            }
        },
    },
    Field {
        name: "agenda_numbers",
        shape: &[Dim::Of(STEPS), Dim::Of(2)],
        scale: 10,
        meaning: "the numbers of each of these steps: cards left to draw, attempts left, seats that \
                  have voted; 1 if the pool draws, 2 if a hand draws beyond its limit, 1 if Majors \
                  can be called",
        write: |lens, out| {
            let (entries, _) = out.as_chunks_mut::<2>();
            for (step, out) in lens.notes.agenda.steps().zip(entries) {
                *out = step.numbers;
            }
        },
    },
    Field {
        name: "variants",
        shape: &[Dim::Of(3)],
        scale: 1,
        meaning: "the Devil's wins count for its controller; a round continues until the Devil has \
                  engaged everywhere; cards lost outside of the own turn are replaced at once",
        write: |lens, out| {
            let setup = &lens.view.setup;
            let controller = setup.devil_wins == DevilWins::Controller;
            let at_once = setup.out_of_turn_refill == Refill::Immediate;
            flags([controller, setup.devil_must_finish, at_once], out);
        },
    },
}

const _: () = assert!(Battlefield::ALL.len() == FIELDS);

/// What several fields read of a view.
#[derive(Clone, Copy, Debug)]
pub struct Notes {
    agenda: Agenda,
    /// One bit for each engagement: player by player, by index, and battlefield by battlefield.
    engaged: u64,
}

impl Notes {
    fn of(view: &View) -> Notes {
        let mut engaged = 0;
        for player in (0..usize::from(view.public.seats)).chain([Player::DEVIL.index()]) {
            for (field, one) in view.public.engagements[player].iter().enumerate() {
                engaged |= u64::from(one.is_some()) << (player * FIELDS + field);
            }
        }
        Notes { agenda: Agenda::of(view), engaged }
    }
}

/// The steps that are shown, the next one first.
#[derive(Clone, Copy, Debug)]
struct Agenda([Option<Noted>; STEPS]);

/// What is shown of a step.
#[derive(Clone, Copy, Debug)]
struct Noted {
    kind: u8,
    /// The player that it names.
    player: Option<Player>,
    numbers: [u8; 2],
}

impl Agenda {
    fn of(view: &View) -> Agenda {
        let mut next = view.public.agenda.steps().iter().rev();
        Agenda([(); STEPS].map(|()| next.next().map(|&step| Noted::of(step))))
    }

    fn steps(&self) -> impl Iterator<Item = &Noted> {
        self.0.iter().flatten()
    }
}

impl Noted {
    fn of(step: Step) -> Noted {
        let plain = |kind| Noted { kind, player: None, numbers: [0; 2] };
        let drawn = |kind, to, left| {
            let (player, place) = match to {
                Draw::Fill(player) => (Some(player), 0),
                Draw::Pool => (None, 1),
                Draw::Hand(player) => (Some(player), 2),
            };
            Noted { kind, player, numbers: [left, place] }
        };
        match step {
            Step::Act => plain(0),
            Step::Steal => plain(1),
            Step::Place => plain(2),
            Step::Look => plain(3),
            Step::Reveal => plain(4),
            Step::LayReserve => plain(5),
            Step::Extend { on } => Noted { player: on, ..plain(6) },
            Step::Hang => plain(7),
            Step::Block => plain(8),
            Step::Destroy => plain(9),
            Step::Call { left, majors } => Noted { numbers: [left, u8::from(majors)], ..plain(10) },
            Step::Judge => plain(11),
            Step::Wheel => plain(12),
            Step::Fill { to } => drawn(13, to, 0),
            Step::Draw { to, left } => drawn(14, to, left),
            Step::Vote { answered } => Noted { numbers: [answered, 0], ..plain(15) },
            Step::CardDone => plain(16),
            Step::Refill => plain(17),
            Step::TurnOver => plain(18),
            Step::ExtraTurn => plain(19),
            Step::NextTurn => plain(20),
        }
    }
}
