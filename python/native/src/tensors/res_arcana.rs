//! What a seat of Res Arcana sees, as numbers.

use super::write::{flags, numbers, one_hot, set, sets};
use super::{Dim, Field, Lens, Tensors, table};
use hierophant_rules::Seat;
use hierophant_rules::res_arcana::agenda::{PILES, Pile, Step};
use hierophant_rules::res_arcana::cards::{FACES, Face, FaceSet};
use hierophant_rules::res_arcana::sequence::{LOOK, Sequence};
use hierophant_rules::res_arcana::{Deal, ResArcana, Types, View};

/// All faces.
const ALL: usize = FACES as usize;
/// Artefacts, the first faces.
const ARTEFACTS: usize = FaceSet::ARTEFACTS.len() as usize;
/// Mages, which come next.
const MAGES: usize = FaceSet::MAGES.len() as usize;
/// Magic items, which come next.
const ITEMS: usize = FaceSet::ITEMS.len() as usize;
/// Monuments, which come next.
const MONUMENTS: usize = FaceSet::MONUMENTS.len() as usize;
/// Places of power, the last.
const PLACES: usize = FaceSet::PLACES.len() as usize;
const ESSENCES: usize = 5;
const TOP: usize = LOOK as usize;
/// Where the deck of the monuments stands in arrays by deck.
const MONUMENT_PILE: usize = PILES - 1;
/// Steps of the agenda that are shown.
const STEPS: usize = 4;
const STEP_KINDS: usize = 27;

/// The faces of a set from this one on.
fn from(faces: FaceSet, first: usize) -> u128 {
    faces.bits() >> first
}

const FIRST_MAGE: usize = ARTEFACTS;
const FIRST_ITEM: usize = FIRST_MAGE + MAGES;
const FIRST_MONUMENT: usize = FIRST_ITEM + ITEMS;
const FIRST_PLACE: usize = FIRST_MONUMENT + MONUMENTS;
const _: () = assert!(FIRST_PLACE + PLACES == ALL);

/// Faces in order: one row of a table for each, whose first entry stands for this face.
fn in_order(order: Sequence, first: usize, entries: usize, out: &mut [u8]) {
    for (face, out) in order.iter().zip(out.chunks_exact_mut(entries)) {
        one_hot(face.index().checked_sub(first), out);
    }
}

table! {
    ResArcana, View;
    version: "res_arcana-obs-1",
    kinds: &[
        "none",
        "first_player",
        "draft",
        "open_draft",
        "mage",
        "item",
        "take_or_leave",
        "gain",
        "forge",
        "move",
        "income",
        "payment",
        "x_type",
        "x_amount",
        "x_into",
        "turn_other",
        "destroy",
        "discard_card",
        "rival",
        "straighten",
        "put_on",
        "place_by_power",
        "deck",
        "order",
        "life_loss",
        "lose",
        "statue",
    ],
    notes: () = |_| (),
    Field {
        name: "hand",
        shape: &[Dim::Of(ARTEFACTS)],
        scale: 1,
        meaning: "the artefacts held; in a draft, the packet",
        write: |lens, out| set(lens.view.own.hand.bits(), out),
    },
    Field {
        name: "mages",
        shape: &[Dim::Of(MAGES)],
        scale: 1,
        meaning: "the mages to choose from",
        write: |lens, out| set(from(lens.view.own.mages, FIRST_MAGE), out),
    },
    Field {
        name: "picked",
        shape: &[Dim::Of(ALL)],
        scale: 1,
        meaning: "cards picked so far for the present decision",
        write: |lens, out| set(lens.view.answer.cards.bits(), out),
    },
    Field {
        name: "picked_essences",
        shape: &[Dim::Of(ESSENCES)],
        scale: 10,
        meaning: "essences picked so far for the present decision",
        write: |lens, out| out.copy_from_slice(&lens.view.answer.amount.0),
    },
    Field {
        name: "picked_types",
        shape: &[],
        scale: 5,
        meaning: "how many types of essence have been picked for the present decision",
        write: |lens, out| out[0] = lens.view.answer.decided,
    },
    Field {
        name: "pools",
        shape: &[Dim::Seats, Dim::Of(ESSENCES)],
        scale: 10,
        meaning: "each seat's essences: Elan, Life, Calm, Death, Gold",
        write: |lens, out| {
            let (pools, _) = out.as_chunks_mut::<ESSENCES>();
            for (out, seat) in pools.iter_mut().zip(lens.around()) {
                *out = lens.view.public.pools[seat].0;
            }
        },
    },
    Field {
        name: "play",
        shape: &[Dim::Seats, Dim::Of(ALL)],
        scale: 1,
        meaning: "each seat's components",
        write: |lens, out| {
            sets(lens.around().map(|seat| lens.view.public.play[seat].bits()), out, ALL);
        },
    },
    Field {
        name: "turned",
        shape: &[Dim::Of(ALL)],
        scale: 1,
        meaning: "components that are turned",
        write: |lens, out| set(lens.view.public.turned.bits(), out),
    },
    Field {
        name: "stores",
        shape: &[Dim::Of(ALL), Dim::Of(ESSENCES)],
        scale: 10,
        meaning: "the essences on each component",
        write: |lens, out| {
            let (stores, _) = out.as_chunks_mut::<ESSENCES>();
            for (out, store) in stores.iter_mut().zip(&lens.view.public.stores) {
                *out = store.0;
            }
        },
    },
    Field {
        name: "discards",
        shape: &[Dim::Seats, Dim::Of(ARTEFACTS)],
        scale: 1,
        meaning: "each seat's discards",
        write: |lens, out| {
            sets(lens.around().map(|seat| lens.view.public.discards[seat].bits()), out, ARTEFACTS);
        },
    },
    Field {
        name: "items",
        shape: &[Dim::Of(ITEMS)],
        scale: 1,
        meaning: "magic items that no seat has",
        write: |lens, out| set(from(lens.view.public.items, FIRST_ITEM), out),
    },
    Field {
        name: "display",
        shape: &[Dim::Of(MONUMENTS)],
        scale: 1,
        meaning: "monuments that lie open",
        write: |lens, out| set(from(lens.view.public.display, FIRST_MONUMENT), out),
    },
    Field {
        name: "places",
        shape: &[Dim::Of(PLACES)],
        scale: 1,
        meaning: "places of power that no seat has claimed",
        write: |lens, out| set(from(lens.view.public.places, FIRST_PLACE), out),
    },
    Field {
        name: "open",
        shape: &[Dim::Of(ARTEFACTS)],
        scale: 1,
        meaning: "artefacts of an open draft that no seat has taken",
        write: |lens, out| set(lens.view.public.open.bits(), out),
    },
    Field {
        name: "may_be_in_hand",
        shape: &[Dim::Others, Dim::Of(ARTEFACTS)],
        scale: 1,
        meaning: "artefacts that may be in each other hand, as far as the seat knows",
        write: |lens, out| {
            sets(lens.others().map(|seat| lens.view.knowledge.hands[seat].bits()), out, ARTEFACTS);
        },
    },
    Field {
        name: "may_be_mage",
        shape: &[Dim::Others, Dim::Of(MAGES)],
        scale: 1,
        meaning: "mages that each other seat may have to choose from, as far as the seat knows",
        write: |lens, out| {
            let mages = &lens.view.knowledge.mages;
            sets(lens.others().map(|seat| from(mages[seat], FIRST_MAGE)), out, MAGES);
        },
    },
    Field {
        name: "may_be_on_top",
        shape: &[Dim::Seats, Dim::Of(ARTEFACTS)],
        scale: 1,
        meaning: "cards that may be on top of each seat's deck, where a seat has looked",
        write: |lens, out| {
            sets(lens.around().map(|seat| lens.view.knowledge.tops[seat].bits()), out, ARTEFACTS);
        },
    },
    Field {
        name: "may_be_in_deck",
        shape: &[Dim::Seats, Dim::Of(ARTEFACTS)],
        scale: 1,
        meaning: "cards that may be in the rest of each seat's deck",
        write: |lens, out| {
            sets(lens.around().map(|seat| lens.view.knowledge.rests[seat].bits()), out, ARTEFACTS);
        },
    },
    Field {
        name: "monuments_may_be",
        shape: &[Dim::Of(2), Dim::Of(MONUMENTS)],
        scale: 1,
        meaning: "monuments that may be on top of their deck, and in its rest",
        write: |lens, out| {
            let knowledge = &lens.view.knowledge;
            let both = [knowledge.tops[MONUMENT_PILE], knowledge.rests[MONUMENT_PILE]];
            sets(both.into_iter().map(|faces| from(faces, FIRST_MONUMENT)), out, MONUMENTS);
        },
    },
    Field {
        name: "may_be_in_box",
        shape: &[Dim::Of(ARTEFACTS + MAGES)],
        scale: 1,
        meaning: "artefacts and mages that may be in the box",
        write: |lens, out| set(lens.view.knowledge.boxed.bits(), out),
    },
    Field {
        name: "top_sizes",
        shape: &[Dim::Players],
        scale: 3,
        meaning: "cards of the top of each seat's deck that a seat has looked at; last, of the \
                  monuments",
        write: |lens, out| {
            let sizes = lens.view.knowledge.top_sizes;
            numbers(lens.around().chain([MONUMENT_PILE]).map(|pile| sizes[pile]), out);
        },
    },
    Field {
        name: "top",
        shape: &[Dim::Seats, Dim::Of(TOP), Dim::Of(ARTEFACTS)],
        scale: 1,
        meaning: "the order of the top of each seat's deck, where the seat was the last to look",
        write: |lens, out| {
            let decks = out.chunks_exact_mut(TOP * ARTEFACTS);
            for (seat, out) in lens.around().zip(decks) {
                in_order(lens.view.knowledge.orders[seat], 0, ARTEFACTS, out);
            }
        },
    },
    Field {
        name: "monuments_top",
        shape: &[Dim::Of(TOP), Dim::Of(MONUMENTS)],
        scale: 1,
        meaning: "the order of the top of the monuments' deck, likewise",
        write: |lens, out| {
            let order = lens.view.knowledge.orders[MONUMENT_PILE];
            in_order(order, FIRST_MONUMENT, MONUMENTS, out);
        },
    },
    Field {
        name: "hand_sizes",
        shape: &[Dim::Seats],
        scale: 8,
        meaning: "artefacts that each seat holds",
        write: |lens, out| {
            numbers(lens.around().map(|seat| lens.view.public.hand_sizes[seat]), out);
        },
    },
    Field {
        name: "deck_sizes",
        shape: &[Dim::Seats],
        scale: 8,
        meaning: "cards in each seat's deck; in a draft, cards kept",
        write: |lens, out| {
            numbers(lens.around().map(|seat| lens.view.public.deck_sizes[seat]), out);
        },
    },
    Field {
        name: "shuffles",
        shape: &[Dim::Seats],
        scale: 10,
        meaning: "how often each seat's discards have been shuffled",
        write: |lens, out| {
            numbers(lens.around().map(|seat| lens.view.public.shuffles[seat]), out);
        },
    },
    Field {
        name: "mages_dealt",
        shape: &[Dim::Seats],
        scale: 2,
        meaning: "mages that each seat has to choose from",
        write: |lens, out| {
            numbers(lens.around().map(|seat| lens.view.public.mages_dealt[seat]), out);
        },
    },
    Field {
        name: "left",
        shape: &[Dim::Of(2)],
        scale: 50,
        meaning: "monuments in their deck; artefacts and mages in the box",
        write: |lens, out| {
            *out.as_mut_array().expect("two entries") =
                [lens.view.public.monuments, lens.view.public.boxed];
        },
    },
    Field {
        name: "points",
        shape: &[Dim::Seats],
        scale: 10,
        meaning: "each seat's points at the last check",
        write: |lens, out| numbers(lens.around().map(|seat| lens.view.public.points[seat]), out),
    },
    Field {
        name: "round",
        shape: &[],
        scale: 30,
        meaning: "the number of the round, from 1",
        write: |lens, out| out[0] = lens.view.public.round,
    },
    Field {
        name: "tile",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seat with the First Player tile",
        write: |lens, out| one_hot(lens.view.public.tile.map(|seat| lens.steps_to(seat)), out),
    },
    Field {
        name: "passed",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seats that have passed in this round",
        write: |lens, out| flags(lens.members(lens.view.public.passed), out),
    },
    Field {
        name: "moves",
        shape: &[Dim::Seats],
        scale: 100,
        meaning: "moves that each seat has made in this round",
        write: |lens, out| numbers(lens.around().map(|seat| lens.view.public.moves[seat]), out),
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
        shape: &[Dim::Of(<ResArcana as Tensors>::KINDS.len())],
        scale: 1,
        meaning: "the kind of the own open decision; the first entry if there is none",
        write: |lens, out| {
            let kind = lens.decision.map_or(0, |decision| decision.kind as usize);
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
                out[step_kind(step)] = 1;
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
        name: "agenda_face",
        shape: &[Dim::Of(STEPS), Dim::Of(ALL)],
        scale: 1,
        meaning: "the component or card that each of these steps names",
        write: |lens, out| {
            for (step, out) in next_steps(lens).zip(out.chunks_exact_mut(ALL)) {
                one_hot(details(step).face.map(Face::index), out);
            }
        },
    },
    Field {
        name: "agenda_types",
        shape: &[Dim::Of(STEPS), Dim::Of(ESSENCES)],
        scale: 1,
        meaning: "the types of essence of each of these steps: those that are gained, the one paid",
        write: |lens, out| {
            let types = next_steps(lens).map(|step| details(step).types.bits());
            sets(types, out, ESSENCES);
        },
    },
    Field {
        name: "agenda_numbers",
        shape: &[Dim::Of(STEPS), Dim::Of(3)],
        scale: 10,
        meaning: "the numbers of each of these steps. Of a power: which one, how many costs and \
                  effects are done, X. Of others: essences or the first component to look at, units \
                  less; 1 at the end of a round; 1 if the Statue counts",
        write: |lens, out| {
            let (entries, _) = out.as_chunks_mut::<3>();
            for (step, out) in next_steps(lens).zip(entries) {
                *out = details(step).numbers;
            }
        },
    },
    Field {
        name: "power_card",
        shape: &[Dim::Of(ALL)],
        scale: 1,
        meaning: "the card that was destroyed or discarded for the power that is being used",
        write: |lens, out| {
            if let Some(Step::Power(used)) = lens.view.public.agenda.next() {
                one_hot(used.card.map(Face::index), out);
            }
        },
    },
    Field {
        name: "power_deck",
        shape: &[Dim::Players],
        scale: 1,
        meaning: "the deck that is being looked at: each seat's; last, that of the monuments",
        write: |lens, out| {
            if let Some(Step::Power(used)) = lens.view.public.agenda.next() {
                let position = |pile| match pile {
                    Pile::Deck(seat) => lens.steps_to(seat),
                    Pile::Monuments => usize::from(lens.seats),
                };
                one_hot(used.pile.map(position), out);
            }
        },
    },
    Field {
        name: "deal",
        shape: &[Dim::Of(5)],
        scale: 1,
        meaning: "how cards are dealt: normally, a discovery game, a draft, an open draft, as given",
        write: |lens, out| {
            let deal = match lens.view.setup.deal {
                Deal::Normal => 0,
                Deal::Discovery => 1,
                Deal::Draft => 2,
                Deal::OpenDraft { .. } => 3,
                Deal::Given { .. } => 4,
            };
            one_hot(deal, out);
        },
    },
}

/// The steps that are shown, the next one first.
fn next_steps(lens: &Lens<'_, ResArcana>) -> impl Iterator<Item = Step> {
    lens.view.public.agenda.steps().iter().rev().take(STEPS).copied()
}

fn step_kind(step: Step) -> usize {
    match step {
        Step::FirstPlayer { .. } => 0,
        Step::Deal => 1,
        Step::Draft => 2,
        Step::OpenDraft => 3,
        Step::OpeningHands => 4,
        Step::Mage => 5,
        Step::Item { .. } => 6,
        Step::Round => 7,
        Step::Collect { .. } => 8,
        Step::Stores { .. } => 9,
        Step::TakeOrLeave { .. } => 10,
        Step::Mixes { .. } => 11,
        Step::Forge { .. } => 12,
        Step::Move { .. } => 13,
        Step::NextMove { .. } => 14,
        Step::PassDraw { .. } => 15,
        Step::Income { .. } => 16,
        Step::PayCard { .. } => 17,
        Step::Gain { .. } => 18,
        Step::Power(_) => 19,
        Step::LifeLoss { .. } => 20,
        Step::Lose { .. } => 21,
        Step::VictimDiscards { .. } => 22,
        Step::VictimDestroys { .. } => 23,
        Step::Check { .. } => 24,
        Step::Statue { .. } => 25,
        Step::Compare { .. } => 26,
    }
}

/// What a step says beyond its kind.
#[derive(Default)]
struct Details {
    seat: Option<Seat>,
    face: Option<Face>,
    types: Types,
    numbers: [u8; 3],
}

fn details(step: Step) -> Details {
    let none = Details::default();
    let of = |seat| Details { seat: Some(seat), ..Details::default() };
    match step {
        Step::FirstPlayer { by } => of(by),
        Step::Item { seat }
        | Step::Collect { seat }
        | Step::Move { seat }
        | Step::NextMove { after: seat }
        | Step::PassDraw { seat }
        | Step::Income { seat }
        | Step::VictimDiscards { seat }
        | Step::VictimDestroys { seat }
        | Step::Statue { seat } => of(seat),
        Step::Stores { seat, from } | Step::Mixes { seat, from } => {
            Details { numbers: [from, 0, 0], ..of(seat) }
        }
        Step::TakeOrLeave { seat, face } | Step::Forge { seat, face } => {
            Details { face: Some(face), ..of(seat) }
        }
        Step::PayCard { seat, card, less } => {
            Details { face: Some(card), numbers: [less, 0, 0], ..of(seat) }
        }
        Step::Gain { seat, count, types } => Details { types, numbers: [count, 0, 0], ..of(seat) },
        Step::Power(used) => Details {
            face: Some(used.face),
            types: used.essence.map_or(none.types, Types::only),
            numbers: [used.power, used.done, used.x],
            ..of(used.seat)
        },
        Step::LifeLoss { by: _, face, victim } => Details { face: Some(face), ..of(victim) },
        Step::Lose { seat, count } => Details { numbers: [count, 0, 0], ..of(seat) },
        Step::Check { ends_round } => Details { numbers: [0, u8::from(ends_round), 0], ..none },
        Step::Compare { ends_round, statue } => {
            Details { numbers: [0, u8::from(ends_round), u8::from(statue)], ..none }
        }
        Step::Deal
        | Step::Draft
        | Step::OpenDraft
        | Step::OpeningHands
        | Step::Mage
        | Step::Round => none,
    }
}
