//! A scoring of the Houses of Arcanum as a table: the hidden cards and the points for them.

use super::super::table::ruled;
use hierophant_rules::{
    Seat,
    arcanum::{Card, CardSet, Event, House, View, text::short_card},
};

/// Seats of the largest table.
const SEATS: usize = 5;

/// A scoring in progress.
#[derive(Clone, Debug)]
pub(super) struct Scoring {
    reduced: bool,
    shown: [CardSet; SEATS],
    fool: Option<(Seat, House)>,
    paid: Vec<(House, u8, [i32; SEATS])>,
}

impl Scoring {
    /// A new one, if the event begins one.
    pub(super) fn begun(event: &Event) -> Option<Scoring> {
        match event {
            Event::ScoringBegan { reduced, .. } => Some(Scoring {
                reduced: *reduced,
                shown: [CardSet::EMPTY; SEATS],
                fool: None,
                paid: Vec::new(),
            }),
            _ => None,
        }
    }

    /// Adds an event. Returns whether it is part of the scoring.
    pub(super) fn add(&mut self, event: &Event) -> bool {
        match event {
            Event::Shown { seat, cards, .. } => {
                let shown = &mut self.shown[seat.index()];
                *shown = shown.union(*cards);
            }
            Event::FoolDeclared { seat, house } => self.fool = Some((*seat, *house)),
            Event::HouseScored { house, place, awards } => {
                self.paid.push((*house, *place, *awards))
            }
            Event::Declined { .. } => {}
            _ => return false,
        }
        true
    }

    /// Whether every House has paid.
    pub(super) fn is_complete(&self) -> bool {
        self.paid.len() == House::ALL.len()
    }

    /// The heading of the table.
    pub(super) fn heading(&self, view: &View) -> String {
        match self.reduced {
            true => "The World scores the Houses at reduced values: hidden cards are shown and hidden again".into(),
            false => format!("House scoring after turn {}", view.public.turn),
        }
    }

    /// The table. `view` is a view after the last House has paid.
    pub(super) fn table(&self, view: &View, names: &[String]) -> Vec<String> {
        let mut rows = vec![["House", "place", "prestige"].map(str::to_owned).to_vec()];
        rows[0].extend(names.iter().cloned());
        for (house, place, awards) in &self.paid {
            let prestige = view.public.prestige[house.index()];
            let mut row = vec![house.to_string(), ordinal(*place).into(), prestige.to_string()];
            row.extend(
                Seat::all(view.setup.players)
                    .map(|seat| self.cell(view, *house, seat, awards[seat.index()])),
            );
            rows.push(row);
        }
        let sums = Seat::all(view.setup.players).map(|seat| seat.index()).map(|seat| {
            let sum: i32 = self.paid.iter().map(|(.., awards)| awards[seat]).sum();
            format!("+{sum} = {} VP", view.public.victory_points[seat])
        });
        let mut total = vec!["together".to_owned(), String::new(), String::new()];
        total.extend(sums);
        rows.push(total);
        ruled(&rows, true)
    }

    /// The points of a seat for a House, and its hidden cards: `16  3W KnW`.
    fn cell(&self, view: &View, house: House, seat: Seat, award: i32) -> String {
        let all = self.shown[seat.index()].union(view.public.open[seat.index()]);
        let mut cards: Vec<String> = all.and(CardSet::of(house)).iter().map(short_card).collect();
        if self.fool == Some((seat, house)) {
            cards.push(short_card(Card::FOOL));
        }
        match cards.is_empty() {
            true => "-".into(),
            false => format!("{award:>2}  {}", cards.join(" ")),
        }
    }
}

const fn ordinal(place: u8) -> &'static str {
    match place {
        1 => "1st",
        2 => "2nd",
        3 => "3rd",
        _ => "4th",
    }
}
