//! What a seat of Arcanum sees, as numbers.

use super::write::{flags, numbers, one_hot, set, sets};
use super::{Dim, Field, Lens, Tensors, table};
use hierophant_rules::Seat;
use hierophant_rules::arcanum::agenda::Step;
use hierophant_rules::arcanum::cards::{CARDS, FIGURES, LOCATIONS, MINORS};
use hierophant_rules::arcanum::{Arcanum, Card, House, Location, Majors, View};

const DECK: usize = CARDS as usize;
/// The Minors and the Fool, which alone lie in rows.
const ROW: usize = MINORS as usize + 1;
const BOARD: usize = LOCATIONS as usize;
const COURT: usize = FIGURES as usize;
/// Steps of the agenda that are shown.
const STEPS: usize = 4;
const STEP_KINDS: usize = 34;

table! {
    Arcanum, View;
    version: "arcanum-obs-1",
    kinds: &[
        "none",
        "draw",
        "discard_to_limit",
        "hide_one",
        "play",
        "choose_figure",
        "choose_location",
        "artisan",
        "harbour",
        "market",
        "fields",
        "cathedral",
        "may_hide",
        "discard_one",
        "raise_house",
        "lower_house",
        "hide_some",
        "give_two",
        "death",
        "exchange",
        "lay_tower",
        "remove_figures",
        "return_figure",
        "turn_up",
        "fool_house",
    ],
    notes: Agenda = Agenda::of,
    Field {
        name: "hand",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "the own hand, by card",
        write: |lens, out| set(lens.view.own.hand.bits(), out),
    },
    Field {
        name: "row",
        shape: &[Dim::Of(ROW)],
        scale: 1,
        meaning: "the own face-down hidden cards: the Minors, then the Fool",
        write: |lens, out| set(lens.view.own.row.bits(), out),
    },
    Field {
        name: "picked",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "cards picked so far for the present decision",
        write: |lens, out| set(lens.view.answer.cards.bits(), out),
    },
    Field {
        name: "put",
        shape: &[Dim::Of(ROW)],
        scale: 1,
        meaning: "cards picked to put into the row (Temperance)",
        write: |lens, out| set(lens.view.answer.put.bits(), out),
    },
    Field {
        name: "discards",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "both discard piles",
        write: |lens, out| set(lens.view.public.discards.bits(), out),
    },
    Field {
        name: "playing",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "the card whose effects run",
        write: |lens, out| one_hot(lens.view.public.playing.map(Card::index), out),
    },
    Field {
        name: "open",
        shape: &[Dim::Seats, Dim::Of(ROW)],
        scale: 1,
        meaning: "the open cards of each hidden row (Sun)",
        write: |lens, out| {
            sets(lens.around().map(|seat| lens.view.public.open[seat].bits()), out, ROW);
        },
    },
    Field {
        name: "may_be_in_piles",
        shape: &[Dim::Of(DECK)],
        scale: 1,
        meaning: "cards that may lie in the draw piles, as far as the seat knows",
        write: |lens, out| set(lens.view.knowledge.piles.bits(), out),
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
        name: "may_be_in_row",
        shape: &[Dim::Others, Dim::Of(ROW)],
        scale: 1,
        meaning: "cards that may lie face down in each other row, as far as the seat knows",
        write: |lens, out| {
            sets(lens.others().map(|seat| lens.view.knowledge.rows[seat].bits()), out, ROW);
        },
    },
    Field {
        name: "minors",
        shape: &[Dim::Others, Dim::Of(2)],
        scale: 7,
        meaning: "the least and the most Minors that each other hand may hold",
        write: |lens, out| {
            let spans = lens.others().map(|seat| lens.view.knowledge.minors[seat]);
            numbers(spans.flat_map(|span| [span.least, span.most]), out);
        },
    },
    Field {
        name: "figures",
        shape: &[Dim::Of(COURT), Dim::Of(BOARD + 1)],
        scale: 1,
        meaning: "the location of each figure; the last entry for one that is off the board",
        write: |lens, out| {
            let (figures, _) = out.as_chunks_mut::<{ BOARD + 1 }>();
            for (entries, at) in figures.iter_mut().zip(&lens.view.public.figures) {
                entries[at.map_or(BOARD, Location::index)] = 1;
            }
        },
    },
    Field {
        name: "removed",
        shape: &[Dim::Seats, Dim::Of(COURT)],
        scale: 1,
        meaning: "the figures that each seat's Judgement took off the board",
        write: |lens, out| {
            sets(lens.around().map(|seat| lens.view.public.removed[seat].bits()), out, COURT);
        },
    },
    Field {
        name: "picked_figures",
        shape: &[Dim::Of(COURT)],
        scale: 1,
        meaning: "figures picked so far for the present decision",
        write: |lens, out| set(lens.view.answer.figures.bits(), out),
    },
    Field {
        name: "tower",
        shape: &[Dim::Of(BOARD)],
        scale: 1,
        meaning: "the locations that the Tower covers",
        write: |lens, out| set(lens.view.public.covered().bits(), out),
    },
    Field {
        name: "tower_owner",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seat that played the Tower, while it is on the board",
        write: |lens, out| {
            one_hot(lens.view.public.tower.map(|tower| lens.steps_to(tower.owner)), out);
        },
    },
    Field {
        name: "board",
        shape: &[Dim::Of(BOARD), Dim::Of(8)],
        scale: 9,
        meaning: "the symbols of each location: Knave, Knight, Queen, King, then the four suits",
        write: |lens, out| {
            let (locations, _) = out.as_chunks_mut::<8>();
            for (entries, symbols) in locations.iter_mut().zip(&lens.view.setup.board.locations) {
                entries[..4].copy_from_slice(&symbols.courts);
                entries[4..].copy_from_slice(&symbols.houses);
            }
        },
    },
    Field {
        name: "prestige",
        shape: &[Dim::Of(4)],
        scale: 21,
        meaning: "the prestige of each House",
        write: |lens, out| out.copy_from_slice(&lens.view.public.prestige),
    },
    Field {
        name: "victory_points",
        shape: &[Dim::Seats],
        scale: 50,
        meaning: "each seat's victory points; 255 stands for 255 or more",
        write: |lens, out| {
            numbers(lens.around().map(|seat| lens.view.public.victory_points[seat]), out);
        },
    },
    Field {
        name: "hand_sizes",
        shape: &[Dim::Seats],
        scale: 7,
        meaning: "cards in each hand",
        write: |lens, out| {
            numbers(lens.around().map(|seat| lens.view.public.hand_sizes[seat]), out)
        },
    },
    Field {
        name: "row_sizes",
        shape: &[Dim::Seats],
        scale: 10,
        meaning: "face-down cards in each hidden row",
        write: |lens, out| numbers(lens.around().map(|seat| lens.view.public.row_sizes[seat]), out),
    },
    Field {
        name: "pile_sizes",
        shape: &[Dim::Of(2)],
        scale: 56,
        meaning: "cards in the draw piles of Minors and of Majors",
        write: |lens, out| out.copy_from_slice(&lens.view.public.pile_sizes),
    },
    Field {
        name: "turn",
        shape: &[Dim::Of(2)],
        scale: 9,
        meaning: "the number of the turn, from 1, and the number of turns",
        write: |lens, out| numbers([lens.view.public.turn, lens.view.setup.turns()], out),
    },
    Field {
        name: "first",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seat with the first-player pawn",
        write: |lens, out| one_hot(lens.steps_to(lens.view.public.first), out),
    },
    Field {
        name: "active",
        shape: &[Dim::Seats],
        scale: 1,
        meaning: "the seat whose activation it is",
        write: |lens, out| {
            one_hot(lens.view.public.active.map(|seat| lens.steps_to(seat)), out);
        },
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
        name: "flags",
        shape: &[Dim::Of(6)],
        scale: 1,
        meaning: "the active seat has played its Minor, its Major; the Devil doubles; the own \
                  answer is complete; no more cards are taken (Temperance); the game is over",
        write: |lens, out| {
            let (public, answer) = (&lens.view.public, &lens.view.answer);
            let said = [public.minor_played, public.major_played, public.devil];
            flags(said.into_iter().chain([answer.complete, answer.taken, public.ended]), out);
        },
    },
    Field {
        name: "decision",
        shape: &[Dim::Of(<Arcanum as Tensors>::KINDS.len())],
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
            let (entries, _) = out.as_chunks_mut::<STEP_KINDS>();
            for (step, out) in lens.notes.steps().zip(entries) {
                one_hot(usize::from(step.kind), out);
            }
        },
    },
    Field {
        name: "agenda_seat",
        shape: &[Dim::Of(STEPS), Dim::Seats],
        scale: 1,
        meaning: "the seat that each of these steps names",
        write: |lens, out| {
            let seats = usize::from(lens.seats);
            for (step, out) in lens.notes.steps().zip(out.chunks_exact_mut(seats)) {
                one_hot(step.seat.map(|seat| lens.steps_to(seat)), out);
            }
        },
    },
    Field {
        name: "agenda_house",
        shape: &[Dim::Of(STEPS), Dim::Of(4)],
        scale: 1,
        meaning: "the House that each of these steps names",
        write: |lens, out| {
            let (entries, _) = out.as_chunks_mut::<4>();
            for (step, out) in lens.notes.steps().zip(entries) {
                one_hot(step.house.map(House::index), out);
            }
        },
    },
    Field {
        name: "agenda_numbers",
        shape: &[Dim::Of(STEPS), Dim::Of(2)],
        scale: 4,
        meaning: "the numbers of each of these steps: seats left, cards to draw, points",
        write: |lens, out| {
            let (entries, _) = out.as_chunks_mut::<2>();
            for (step, out) in lens.notes.steps().zip(entries) {
                *out = step.numbers;
            }
        },
    },
    Field {
        name: "taken",
        shape: &[Dim::Of(BOARD)],
        scale: 1,
        meaning: "locations that figures have come back to in the step that is asked",
        write: |lens, out| {
            if let Some(Step::ReturnFigures { taken }) = lens.view.public.agenda.next() {
                set(taken, out);
            }
        },
    },
    Field {
        name: "edition",
        shape: &[Dim::Of(7)],
        scale: 2,
        meaning: "the edition: points for the Stars, Minors for the Moon, points for the Fields; \
                  Justice counts Minors, Temperance moves the Fool, the Fool's House is chosen \
                  House by House, the Lovers want strictly fewest points",
        write: |lens, out| {
            let edition = lens.view.setup.constants();
            let points = [edition.stars_victory_points, edition.fields_victory_points];
            numbers([points[0], i32::from(edition.moon_minors), points[1]], out);
            let rules = [
                edition.justice_counts_minors,
                edition.temperance_moves_fool,
                edition.fool_house_by_house,
                edition.lovers_strictly_fewest,
            ];
            flags(rules, &mut out[3..]);
        },
    },
    Field {
        name: "majors",
        shape: &[Dim::Of(3)],
        scale: 1,
        meaning: "the Majors are in the game from the deal on, from turn 3 on, not at all",
        write: |lens, out| {
            let mode = match lens.view.setup.majors {
                Majors::Full => 0,
                Majors::FromTurn3 => 1,
                Majors::None => 2,
            };
            one_hot(mode, out);
        },
    },
}

/// The steps that are shown, the next one first.
#[derive(Clone, Copy, Debug)]
pub struct Agenda([Option<Noted>; STEPS]);

/// What is shown of a step.
#[derive(Clone, Copy, Debug)]
struct Noted {
    kind: u8,
    /// The seat that it names.
    seat: Option<Seat>,
    /// The House that it names.
    house: Option<House>,
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
        let plain = |kind| Noted { kind, seat: None, house: None, numbers: [0; 2] };
        let count = |kind, number| Noted { numbers: [number, 0], ..plain(kind) };
        let numbers = |kind, numbers| Noted { numbers, ..plain(kind) };
        match step {
            Step::DrawPhase { left } => count(0, left),
            Step::ChooseDraw { seat } => Noted { seat: Some(seat), ..plain(1) },
            Step::HandLimit { seat } => Noted { seat: Some(seat), ..plain(2) },
            Step::HidePhase => plain(3),
            Step::PlayPhase { left } => count(4, left),
            Step::ReturnFigures { .. } => plain(5),
            Step::EnsureMinor => plain(6),
            Step::Play => plain(7),
            Step::MoveByMinor => plain(8),
            Step::Joker => plain(9),
            Step::CardDone => plain(10),
            Step::Draw { seat, minors, majors } => {
                Noted { seat: Some(seat), ..numbers(11, [minors, majors]) }
            }
            Step::Gain { points } => count(12, points),
            Step::Artisan => plain(13),
            Step::Harbour { answered, drawn } => numbers(14, [answered, drawn]),
            Step::Market => plain(15),
            Step::Fields { house } => Noted { house: Some(house), ..plain(16) },
            Step::Cathedral => plain(17),
            Step::MayHide => plain(18),
            Step::RaiseHouse { by } => count(19, by),
            Step::RaiseThenLower => plain(20),
            Step::LowerHouse { not } => Noted { house: Some(not), ..plain(21) },
            Step::OthersDiscard => plain(22),
            Step::HideSome => plain(23),
            Step::GiveTwo => plain(24),
            Step::Death => plain(25),
            Step::Exchange => plain(26),
            Step::LayTower => plain(27),
            Step::RemoveFigures => plain(28),
            Step::MoonDraw { left } => count(29, left),
            Step::TurnUp => plain(30),
            Step::Scoring { reduced, next, fool } => {
                Noted { house: fool, ..numbers(31, [next, u8::from(reduced)]) }
            }
            Step::FoolHouse { reduced, next } => numbers(32, [next, u8::from(reduced)]),
            Step::TurnOver => plain(33),
        }
    }
}
