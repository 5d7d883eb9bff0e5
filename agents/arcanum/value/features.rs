//! What the network looks at: numbers of about one, from one seat's view and nothing else.

use crate::arcanum::greedy::situation::Situation;
use crate::arcanum::greedy::style::Style;
use hierophant_rules::Seat;
use hierophant_rules::arcanum::{Card, CardSet, Figure, FigureSet, House, View};

/// Numbers for each House.
pub const OF_HOUSE: usize = 28;
/// Numbers for the table as a whole.
pub const OF_TABLE: usize = 64;
/// Rivals at the largest table.
const RIVALS_MAX: usize = 4;

/// A view as numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// By House; the network treats all Houses alike.
    pub houses: [[f32; OF_HOUSE]; 4],
    /// Of the table.
    pub table: [f32; OF_TABLE],
}

/// Writes numbers one after the other.
struct Writer<'a> {
    into: &'a mut [f32],
    written: usize,
}

impl Writer<'_> {
    fn put(&mut self, number: f32) {
        self.into[self.written] = number;
        self.written += 1;
    }

    fn flag(&mut self, set: bool) {
        self.put(f32::from(u8::from(set)));
    }
}

/// What the rivals have, together and at most.
#[derive(Clone, Copy, Default)]
struct Field {
    count: f32,
    hands: [f32; 2],
    rows: [f32; 2],
    points: [f32; 2],
}

impl Field {
    fn of(view: &View, me: Seat) -> Field {
        let public = &view.public;
        let mut field = Field { points: [0.0, f32::NEG_INFINITY], ..Field::default() };
        for seat in Seat::all(view.setup.players).filter(|&seat| seat != me) {
            let i = seat.index();
            let numbers = [
                f32::from(public.hand_sizes[i]),
                f32::from(public.row_sizes[i] + public.open[i].len()),
                public.victory_points[i] as f32,
            ];
            field.count += 1.0;
            for (pair, number) in
                [&mut field.hands, &mut field.rows, &mut field.points].into_iter().zip(numbers)
            {
                pair[0] += number;
                pair[1] = pair[1].max(number);
            }
        }
        for pair in [&mut field.hands, &mut field.rows, &mut field.points] {
            pair[0] /= field.count.max(1.0);
        }
        field
    }
}

impl Features {
    /// Of the viewer's position; `None` for a spectator.
    pub fn of(view: &View) -> Option<Features> {
        let at = Situation::new(view, view.viewer.seat()?, Style::plain());
        let field = Field::of(view, at.me);
        let mut features = Features { houses: [[0.0; OF_HOUSE]; 4], table: [0.0; OF_TABLE] };
        let sight = Sight::of(&at);
        for (house, into) in House::ALL.into_iter().zip(&mut features.houses) {
            of_house(&at, &field, &sight, house, &mut Writer { into, written: 0 });
        }
        of_table(&at, &field, &mut Writer { into: &mut features.table, written: 0 });
        Some(features)
    }
}

/// The features of all Houses together.
struct Sight {
    /// By House: the mean share of the rivals as our row is.
    rivals: [f32; 4],
    /// By House: the most open cards in one row.
    open: [u8; 4],
    /// By House: Minors that we don't see.
    unseen: [u8; 4],
    movable: FigureSet,
}

impl Sight {
    fn of(at: &Situation<'_>) -> Sight {
        let mut most = [0; 4];
        for open in at.view.public.open.iter().filter(|open| !open.is_empty()) {
            let counts = open.by_house();
            most = core::array::from_fn(|house| counts[house].max(most[house]));
        }
        Sight {
            rivals: at.rivals().mean_shares(at.shares()),
            open: most,
            unseen: CardSet::MINORS.minus(at.view.seen_cards()).by_house(),
            movable: at.view.public.movable(),
        }
    }
}

fn of_house(at: &Situation<'_>, field: &Field, sight: &Sight, house: House, to: &mut Writer<'_>) {
    let (i, public) = (house.index(), &at.view.public);
    let held = at.hand.and(CardSet::of(house));
    let value = |cards: CardSet| cards.iter().map(|card| f32::from(card.value())).sum::<f32>();
    to.put(f32::from(at.tally().counts[i]) / 3.0);
    to.put(f32::from(at.tally().values[i]) / 30.0);
    to.put(f32::from(held.len()) / 3.0);
    to.put(held.last().map_or(0.0, |card| f32::from(card.value()) / 14.0));
    to.put(value(held) / 30.0);
    let level = f32::from(public.prestige[i]);
    to.put(level / 10.0);
    let mut others: [u8; 3] = core::array::from_fn(|other| public.prestige[(i + 1 + other) & 3]);
    others.sort_unstable();
    for other in others {
        to.put(((level - f32::from(other)) / 8.0).clamp(-1.5, 1.5));
    }
    let (pays, edge) = (at.payouts[i] / 12.0, at.edge(house));
    let share = at.shares()[i];
    let more = held.last().map_or(0.0, |card| at.hide_gain_of(house, card.value()));
    to.put(pays);
    to.put(share);
    to.put(edge);
    to.put(sight.rivals[i]);
    to.put(pays * share);
    to.put(pays * edge);
    to.put(more / 6.0);
    let (most, sum) = at.rivals().expected(house);
    to.put(most / 3.0);
    to.put(sum / 6.0);
    to.put(f32::from(sight.open[i]) / 3.0);
    to.put(f32::from(sight.unseen[i]) / 14.0);
    let figures = sight.movable.and(FigureSet::of(house));
    to.put(reach(at, figures.iter()) / 5.0);
    to.put(f32::from(at.horizon.activations) / 12.0);
    to.put(f32::from(at.horizon.hides) / 3.0);
    to.flag(at.horizon.turns_left == at.horizon.turns_to_scoring);
    to.put(f32::from(at.row.len()) / 6.0);
    to.put(field.rows[0] / 6.0);
    to.put(field.rows[1] / 6.0);
    to.put(f32::from(own_activations(at)) / 3.0);
}

/// The most prestige that one of these figures can bring by a move.
fn reach(at: &Situation<'_>, figures: impl Iterator<Item = Figure>) -> f32 {
    let public = &at.view.public;
    let gain = |figure| {
        public.destinations(figure).iter().map(move |to| at.view.setup.board.gain(figure, to))
    };
    f32::from(figures.flat_map(gain).fold(0, u8::max))
}

/// Own activations that begin before the next scoring.
fn own_activations(at: &Situation<'_>) -> u8 {
    let later = at.horizon.turns_left - at.horizon.turns_to_scoring;
    at.horizon.own_activations.saturating_sub(later)
}

fn of_table(at: &Situation<'_>, field: &Field, to: &mut Writer<'_>) {
    let public = &at.view.public;
    for number in 0..22 {
        to.flag(Card::major(number).is_some_and(|card| at.hand.contains(card)));
    }
    to.put(f32::from(at.hand.minors().len()) / 4.0);
    to.put(f32::from(at.hand.majors().len()) / 3.0);
    to.put(field.hands[0] / 5.0);
    to.put(field.hands[1] / 5.0);
    let points = public.victory_points[at.me.index()] as f32;
    to.put((points - field.points[0]) / 20.0);
    to.put((points - field.points[1]) / 20.0);
    to.put(f32::from(at.horizon.turns_left) / 5.0);
    to.put(f32::from(at.horizon.turns_to_scoring) / 2.0);
    to.put(f32::from(at.horizon.activations) / 12.0);
    to.put(f32::from(at.horizon.own_activations) / 6.0);
    to.put(f32::from(own_activations(at)) / 3.0);
    to.put(f32::from(at.horizon.hides) / 3.0);
    to.flag(public.active.is_none());
    to.flag(at.is_active());
    to.flag(public.tower.is_some_and(|tower| tower.owner == at.me));
    to.flag(public.tower.is_some_and(|tower| tower.owner != at.me));
    to.flag(at.row.contains(Card::FOOL));
    to.put(f32::from(at.row.len()) / 6.0);
    to.put(field.rows[0] / 6.0);
    to.put(field.rows[1] / 6.0);
    to.put(at.standing() / 6.0);
    to.put(at.best_hide() / 6.0);
    to.put(f32::from(CardSet::MAJORS.minus(at.view.seen_cards()).len()) / 22.0);
    to.put(f32::from(public.pile_sizes[0]) / 40.0);
    to.flag(at.horizon.turns_left == at.horizon.turns_to_scoring);
    to.put(field.count / RIVALS_MAX as f32);
    let mut by_value = [0.0; 14];
    for card in at.hand.minors().iter() {
        by_value[usize::from(card.value() - 1)] += 0.5;
    }
    by_value.into_iter().for_each(|count| to.put(count));
    to.put(at.best_minor(at.hand.minors()).map_or(0.0, |(_, worth)| worth / 6.0));
    to.put(at.joker_worth() / 6.0);
}
