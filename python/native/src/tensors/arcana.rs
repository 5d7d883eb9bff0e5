//! What a seat of Arcana sees, as numbers.
//!
//! Zones stand in the order of their numbers, as action codes name them.

use super::write::{flags, numbers, one_hot};
use super::{Dim, Field, Lens, Tensors, table};
use hierophant_rules::Seat;
use hierophant_rules::arcana::agenda::Step;
use hierophant_rules::arcana::cards::{LOCATIONS_FROM, MILITIA_FROM, OPERATIVES, PLAYER_CARDS};
use hierophant_rules::arcana::rows::{COVERS_MAX, Shown};
use hierophant_rules::arcana::zone::ZONES;
use hierophant_rules::arcana::{
    Action, Arcana, Card, CardSet, Fief, Guild, Guilds, Objective, View, Zone,
};

/// Player cards: operatives, relics, locations.
const ALL: usize = PLAYER_CARDS as usize;
/// Operatives, the first cards.
const PLACED: usize = OPERATIVES as usize;
/// Operatives and relics, which can be picked.
const PICKED: usize = LOCATIONS_FROM as usize;
const LOCATIONS: usize = ALL - PICKED;
const MILITIA: usize = CardSet::MILITIA.len() as usize;
/// What can lie at stakes: operatives, then the militia.
const AT_STAKES: usize = PLACED + MILITIA;
const GUILDS: usize = Guild::ALL.len();
const FIEFS: usize = Fief::ALL.len();
/// Steps of the agenda that are shown.
const STEPS: usize = 4;
const STEP_KINDS: usize = 13;

/// 1 for each card of a set, counted from `first` on.
fn cards(set: CardSet, first: u8, out: &mut [u8]) {
    for card in set.iter() {
        one_hot(card.index().checked_sub(usize::from(first)), out);
    }
}

/// A set of player cards after the other.
fn by_seat(sets: impl Iterator<Item = CardSet>, out: &mut [u8]) {
    for (set, out) in sets.zip(out.chunks_exact_mut(ALL)) {
        cards(set, 0, out);
    }
}

/// Where a card stands among those that can lie at stakes.
fn at_stakes(card: Card) -> usize {
    let index = card.index();
    if card.is_militia() { index - usize::from(MILITIA_FROM) + PLACED } else { index }
}

/// How many objectives of each face there are.
fn objectives(held: impl IntoIterator<Item = Objective>, out: &mut [u8]) {
    for objective in held {
        out[usize::from(objective.number())] += 1;
    }
}

table! {
    Arcana, View;
    version: "arcana-obs-1",
    kinds: &[
        "none",
        "guild",
        "objectives",
        "act",
        "place",
        "bribe",
        "muster",
        "swap",
        "move_own",
        "move_rival",
        "recall",
        "expel",
        "peek",
        "cycle",
        "retrieve",
        "lock",
        "raid",
        "keep",
    ],
    notes: () = |_| (),
    Field {
        name: "hand",
        shape: &[Dim::Of(ALL)],
        scale: 1,
        meaning: "the cards held",
        write: |lens, out| cards(lens.view.own.hand, 0, out),
    },
    Field {
        name: "draw_pile",
        shape: &[Dim::Of(ALL)],
        scale: 1,
        meaning: "the cards of the own draw pile, whose order no seat knows",
        write: |lens, out| cards(lens.view.own.draw_pile, 0, out),
    },
    Field {
        name: "covered",
        shape: &[Dim::Of(COVERS_MAX), Dim::Of(AT_STAKES)],
        scale: 1,
        meaning: "the card of each own face-down slot, by the slot's number: operatives, then militia",
        write: |lens, out| {
            for (card, out) in lens.view.own.covers.iter().zip(out.chunks_exact_mut(AT_STAKES)) {
                one_hot(card.map(at_stakes), out);
            }
        },
    },
    Field {
        name: "mustered",
        shape: &[Dim::Of(MILITIA)],
        scale: 1,
        meaning: "the militia card that the seat has drawn and not placed yet",
        write: |lens, out| {
            cards(lens.view.own.mustered.into_iter().collect(), MILITIA_FROM, out);
        },
    },
    Field {
        name: "objectives_dealt",
        shape: &[Dim::Of(FIEFS)],
        scale: 2,
        meaning: "the objectives that the seat was dealt",
        write: |lens, out| objectives(lens.view.own.dealt.into_iter().flatten(), out),
    },
    Field {
        name: "objectives_kept",
        shape: &[Dim::Of(FIEFS)],
        scale: 2,
        meaning: "the objectives that the seat keeps",
        write: |lens, out| objectives(lens.view.own.kept.into_iter().flatten(), out),
    },
    Field {
        name: "begun",
        shape: &[Dim::Of(3), Dim::Of(ALL)],
        scale: 1,
        meaning: "the choice that the seat has begun: the card that it places, bribes with, enacts",
        write: |lens, out| {
            let (what, card) = match lens.view.answer.begun {
                Some(Action::Place(card)) => (0, card),
                Some(Action::Bribe(card)) => (1, card),
                Some(Action::Enact(card)) => (2, card),
                _ => return,
            };
            one_hot(what * ALL + card.index(), out);
        },
    },
    Field {
        name: "picked",
        shape: &[Dim::Of(PICKED)],
        scale: 1,
        meaning: "operatives and relics picked so far for the present choice",
        write: |lens, out| cards(lens.view.answer.picks, 0, out),
    },
    Field {
        name: "picked_zones",
        shape: &[Dim::Of(2), Dim::Of(ZONES)],
        scale: 1,
        meaning: "the zones named so far for the present choice, in order",
        write: |lens, out| {
            for (zone, out) in lens.view.answer.zones.iter().zip(out.chunks_exact_mut(ZONES)) {
                one_hot(zone.map(Zone::index), out);
            }
        },
    },
    Field {
        name: "picked_objectives",
        shape: &[Dim::Of(FIEFS)],
        scale: 2,
        meaning: "the objectives picked so far",
        write: |lens, out| objectives(lens.view.answer.objectives.into_iter().flatten(), out),
    },
    Field {
        name: "stakes",
        shape: &[Dim::Of(ZONES), Dim::Of(ALL)],
        scale: 1,
        meaning: "the stake of each zone",
        write: |lens, out| {
            for (pile, out) in lens.view.public.piles.iter().zip(out.chunks_exact_mut(ALL)) {
                one_hot(pile.stake.map(Card::index), out);
            }
        },
    },
    Field {
        name: "pile_sizes",
        shape: &[Dim::Of(ZONES)],
        scale: 13,
        meaning: "cards in the pile of each zone, Game End among them",
        write: |lens, out| numbers(lens.view.public.piles.iter().map(|pile| pile.size), out),
    },
    Field {
        name: "cycled",
        shape: &[Dim::Of(ZONES), Dim::Of(ALL)],
        scale: 13,
        meaning: "stakes that were put under the pile of each zone: 1 for the one that comes up \
                  first, and so on",
        write: |lens, out| {
            for (pile, out) in lens.view.public.piles.iter().zip(out.chunks_exact_mut(ALL)) {
                for (order, card) in (1..).zip(pile.cycled()) {
                    out[card.index()] = order;
                }
            }
        },
    },
    Field {
        name: "own_zones",
        shape: &[Dim::Seats, Dim::Of(ZONES)],
        scale: 1,
        meaning: "the zones where each seat lays its cards face down",
        write: |lens, out| {
            for (zone, seats) in lens.view.public.zones().map(|zone| (zone, zone.owners(lens.seats))) {
                for (owns, out) in lens.members(seats).zip(out.chunks_exact_mut(ZONES)) {
                    out[zone.index()] = u8::from(owns);
                }
            }
        },
    },
    Field {
        name: "locked",
        shape: &[Dim::Of(ZONES)],
        scale: 1,
        meaning: "the zones that are locked in this round",
        write: |lens, out| {
            let locked = lens.view.public.locked;
            flags(lens.view.public.zones().map(|zone| locked.contains(zone)), out);
        },
    },
    Field {
        name: "face_up",
        shape: &[Dim::Seats, Dim::Of(ZONES), Dim::Of(AT_STAKES)],
        scale: 1,
        meaning: "each seat's face-up cards at the stake of each zone: operatives, then militia",
        write: |lens, out| {
            for slot in lens.view.public.rows.all() {
                if let Shown::Card(card) = slot.shown {
                    let row = lens.steps_to(slot.owner) * ZONES + slot.zone.index();
                    one_hot(row * AT_STAKES + at_stakes(card), out);
                }
            }
        },
    },
    Field {
        name: "face_down",
        shape: &[Dim::Seats, Dim::Of(COVERS_MAX), Dim::Of(ZONES)],
        scale: 1,
        meaning: "the zone of each face-down slot of each seat, by the slot's number",
        write: |lens, out| {
            for slot in lens.view.public.rows.all() {
                if let Some(number) = slot.shown.cover() {
                    let row = lens.steps_to(slot.owner) * COVERS_MAX + usize::from(number);
                    one_hot(row * ZONES + slot.zone.index(), out);
                }
            }
        },
    },
    Field {
        name: "face_down_militia",
        shape: &[Dim::Seats, Dim::Of(COVERS_MAX)],
        scale: 1,
        meaning: "the face-down slots whose back is that of the militia",
        write: |lens, out| {
            for slot in lens.view.public.rows.all() {
                if let Shown::Militia(number) = slot.shown {
                    one_hot(lens.steps_to(slot.owner) * COVERS_MAX + usize::from(number), out);
                }
            }
        },
    },
    Field {
        name: "may_be_in_hand",
        shape: &[Dim::Of(ALL)],
        scale: 1,
        meaning: "cards of other seats that may be in their hands, as far as the seat knows; \
                  `hidden` says whose they are",
        write: |lens, out| cards(lens.view.knowledge.hands, 0, out),
    },
    Field {
        name: "may_be_in_draw_pile",
        shape: &[Dim::Of(ALL)],
        scale: 1,
        meaning: "cards of other seats that may be in their draw piles, likewise",
        write: |lens, out| cards(lens.view.knowledge.draw_piles, 0, out),
    },
    Field {
        name: "may_be_face_down",
        shape: &[Dim::Of(COVERS_MAX), Dim::Of(PLACED)],
        scale: 1,
        meaning: "operatives of other seats that may lie in their face-down slot of each number, \
                  likewise",
        write: |lens, out| {
            for (set, out) in lens.view.knowledge.covers.iter().zip(out.chunks_exact_mut(PLACED)) {
                cards(*set, 0, out);
            }
        },
    },
    Field {
        name: "known_militia",
        shape: &[Dim::Of(MILITIA), Dim::Others, Dim::Of(COVERS_MAX)],
        scale: 1,
        meaning: "the face-down slot of another seat in which the seat has seen each militia card",
        write: |lens, out| {
            let entries = (usize::from(lens.seats) - 1) * COVERS_MAX;
            let known = lens.view.knowledge.militia.iter();
            for (at, out) in known.zip(out.chunks_exact_mut(entries)) {
                if let Some(at) = at {
                    let other = lens.steps_to(at.owner).checked_sub(1);
                    let slot = other.map(|other| other * COVERS_MAX + usize::from(at.number));
                    one_hot(slot, out);
                }
            }
        },
    },
    Field {
        name: "hidden",
        shape: &[Dim::Seats, Dim::Of(ALL)],
        scale: 1,
        meaning: "each seat's cards in its hand, its draw pile and its face-down slots, together",
        write: |lens, out| {
            by_seat(lens.around().map(|seat| lens.view.public.players[seat].hidden), out);
        },
    },
    Field {
        name: "resources",
        shape: &[Dim::Seats, Dim::Of(ALL)],
        scale: 1,
        meaning: "each seat's resource pile",
        write: |lens, out| {
            by_seat(lens.around().map(|seat| lens.view.public.players[seat].resources), out);
        },
    },
    Field {
        name: "base",
        shape: &[Dim::Seats, Dim::Of(ALL)],
        scale: 1,
        meaning: "the cards under each seat's base",
        write: |lens, out| {
            by_seat(lens.around().map(|seat| lens.view.public.players[seat].base), out);
        },
    },
    Field {
        name: "hand_sizes",
        shape: &[Dim::Seats],
        scale: 6,
        meaning: "cards that each seat holds",
        write: |lens, out| {
            numbers(lens.around().map(|seat| lens.view.public.players[seat].hand), out);
        },
    },
    Field {
        name: "draw_pile_sizes",
        shape: &[Dim::Seats],
        scale: 20,
        meaning: "cards in each seat's draw pile",
        write: |lens, out| {
            numbers(lens.around().map(|seat| lens.view.public.players[seat].draw_pile), out);
        },
    },
    Field {
        name: "guilds",
        shape: &[Dim::Seats, Dim::Of(GUILDS)],
        scale: 1,
        meaning: "the guild that each seat plays",
        write: |lens, out| {
            for (seat, out) in lens.around().zip(out.chunks_exact_mut(GUILDS)) {
                one_hot(lens.view.public.players[seat].guild.map(Guild::index), out);
            }
        },
    },
    Field {
        name: "objectives_held",
        shape: &[Dim::Seats],
        scale: 4,
        meaning: "objectives that each seat holds",
        write: |lens, out| {
            numbers(lens.around().map(|seat| lens.view.public.players[seat].objectives), out);
        },
    },
    Field {
        name: "objectives_shown",
        shape: &[Dim::Seats, Dim::Of(FIEFS)],
        scale: 2,
        meaning: "the objectives that each seat kept, once the game is over",
        write: |lens, out| {
            for (seat, out) in lens.around().zip(out.chunks_exact_mut(FIEFS)) {
                objectives(lens.view.public.players[seat].kept.into_iter().flatten(), out);
            }
        },
    },
    Field {
        name: "rounds",
        shape: &[Dim::Of(2)],
        scale: 80,
        meaning: "the number of the round, from 1; the last round, 0 while Game End has not come",
        write: |lens, out| {
            let public = &lens.view.public;
            numbers([public.round, public.last_round.unwrap_or(0)], out);
        },
    },
    Field {
        name: "start",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seat that begins the round",
        write: |lens, out| one_hot(lens.steps_to(lens.view.public.start), out),
    },
    Field {
        name: "covers_next",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seats whose next operative lies face down",
        write: |lens, out| flags(lens.members(lens.view.public.covers), out),
    },
    Field {
        name: "in_use",
        shape: &[Dim::Of(LOCATIONS)],
        scale: 1,
        meaning: "the location whose effect is not over yet",
        write: |lens, out| {
            cards(lens.view.public.in_use.into_iter().collect(), LOCATIONS_FROM, out);
        },
    },
    Field {
        name: "militia_deck",
        shape: &[],
        scale: 6,
        meaning: "cards in the militia's deck",
        write: |lens, out| out[0] = lens.view.public.militia.unwrap_or(0),
    },
    Field {
        name: "militia_aside",
        shape: &[Dim::Of(MILITIA)],
        scale: 1,
        meaning: "militia cards that are set aside until the end of the round",
        write: |lens, out| cards(lens.view.public.set_aside, MILITIA_FROM, out),
    },
    Field {
        name: "asked",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seats that the present decision was put to, whether they have answered or not",
        write: |lens, out| flags(lens.members(lens.view.public.asked), out),
    },
    Field {
        name: "flags",
        shape: &[Dim::Of(2)],
        scale: 1,
        meaning: "the own answer is complete; the game is over",
        write: |lens, out| flags([lens.view.answer.complete, lens.view.public.ended], out),
    },
    Field {
        name: "decision",
        shape: &[Dim::Of(<Arcana as Tensors>::KINDS.len())],
        scale: 1,
        meaning: "the kind of the own open decision; the first entry if there is none",
        write: |lens, out| {
            let kind = lens.view.decision().map_or(0, |decision| decision.kind as usize);
            one_hot(kind, out);
        },
    },
    Field {
        name: "agenda",
        shape: &[Dim::Of(STEPS), Dim::Of(STEP_KINDS)],
        scale: 1,
        meaning: "the kinds of the next four steps of the agenda",
        write: |lens, out| {
            for (step, out) in next_steps(lens).zip(out.chunks_exact_mut(STEP_KINDS)) {
                one_hot(details(step).kind, out);
            }
        },
    },
    Field {
        name: "agenda_seat",
        shape: &[Dim::Of(STEPS), Dim::Seats],
        scale: 1,
        meaning: "the seat that each of these steps names",
        write: |lens, out| {
            for (step, out) in next_steps(lens).zip(out.chunks_exact_mut(usize::from(lens.seats))) {
                one_hot(details(step).seat.map(|seat| lens.steps_to(seat)), out);
            }
        },
    },
    Field {
        name: "agenda_zone",
        shape: &[Dim::Of(STEPS), Dim::Of(ZONES)],
        scale: 1,
        meaning: "the zone that each of these steps names: of a second look, the one looked at first",
        write: |lens, out| {
            for (step, out) in next_steps(lens).zip(out.chunks_exact_mut(ZONES)) {
                one_hot(details(step).zone.map(Zone::index), out);
            }
        },
    },
    Field {
        name: "agenda_struggle",
        shape: &[Dim::Of(STEPS)],
        scale: 5,
        meaning: "of a struggle among these steps, its index in the order of the round",
        write: |lens, out| numbers(next_steps(lens).map(|step| details(step).struggle), out),
    },
    Field {
        name: "guilds_by",
        shape: &[Dim::Of(3)],
        scale: 1,
        meaning: "how seats come to their guilds: by the seed, by choice, as given",
        write: |lens, out| {
            let by = match lens.view.setup.guilds {
                Guilds::Drawn => 0,
                Guilds::Chosen => 1,
                Guilds::Given(_) => 2,
            };
            one_hot(by, out);
        },
    },
    Field {
        name: "modules",
        shape: &[Dim::Of(3)],
        scale: 1,
        meaning: "the modules played: objectives, militia, tactical removal",
        write: |lens, out| {
            let setup = &lens.view.setup;
            flags([setup.objectives, setup.militia, setup.tactical_removal], out);
        },
    },
}

/// The steps that are shown, the next one first.
fn next_steps(lens: &Lens<'_, Arcana>) -> impl Iterator<Item = Step> {
    lens.view.public.agenda.steps().iter().rev().take(STEPS).copied()
}

/// What a step says.
#[derive(Clone, Copy)]
struct Details {
    kind: usize,
    seat: Option<Seat>,
    zone: Option<Zone>,
    struggle: u8,
}

fn details(step: Step) -> Details {
    let none = |kind| Details { kind, seat: None, zone: None, struggle: 0 };
    let of = |kind, seat| Details { seat: Some(seat), ..none(kind) };
    match step {
        Step::Guild { seat } => of(0, seat),
        Step::Deal => none(1),
        Step::Objectives => none(2),
        Step::Round { .. } => none(3),
        Step::Turn { seat } => of(4, seat),
        Step::Act { seat } => of(5, seat),
        Step::Muster { seat } => of(6, seat),
        Step::PeekAgain { seat, first } => Details { zone: Some(first), ..of(7, seat) },
        Step::EffectOver { seat } => of(8, seat),
        Step::Keep { seat, zone } => Details { zone: Some(zone), ..of(9, seat) },
        Step::TurnUp { zone } => Details { zone: Some(zone), ..none(10) },
        Step::Struggle { index } => Details { struggle: index, ..none(11) },
        Step::RoundOver => none(12),
    }
}
