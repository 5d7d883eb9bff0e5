//! The drawing of a view by the rules, arranged for a narration: names for seats, Houses next to
//! the table of seats.

use super::listed;
use hierophant_rules::{
    Seat,
    arcanum::{CardSet, View},
};

/// Columns of the left part.
const LEFT: usize = 48;
/// Columns of a line of the table of seats: marks, then the name.
const MARKS: usize = 3;
const NAME: usize = 13;

/// The drawing without what a narration says elsewhere; the first time with a key to the
/// abbreviations. A drawing of another form is returned unchanged.
pub(super) fn arranged(drawn: &str, names: &[String], first_time: bool) -> Vec<String> {
    let sections: Vec<Vec<&str>> =
        drawn.split("\n\n").map(|section| section.lines().collect()).collect();
    let [heading, grid, houses, seats, ..] = sections.as_slice() else {
        return drawn.lines().map(str::to_owned).collect();
    };
    let mut page: Vec<String> = grid.iter().map(|line| (*line).to_owned()).collect();
    if !first_time {
        page.pop();
    }
    page.push(String::new());
    let (table, notes) = seats.split_at((names.len() + 1).min(seats.len()));
    let mut right: Vec<String> = table.iter().take(1).map(|line| (*line).to_owned()).collect();
    right.extend(table.iter().skip(1).zip(names).map(|(line, name)| with_name(line, name)));
    let left = std::iter::once("prestige of the Houses").chain(houses.iter().copied());
    let rows = right.len().max(houses.len() + 1);
    let mut left = left.map(str::to_owned);
    let mut right = right.into_iter();
    page.extend((0..rows).map(|_| {
        format!("{:<LEFT$}{}", left.next().unwrap_or_default(), right.next().unwrap_or_default())
            .trim_end()
            .to_owned()
    }));
    let key = |line: &&&str| first_time || !line.starts_with(" > ");
    page.extend(
        notes
            .iter()
            .filter(key)
            .map(|line| line.trim_start().to_owned())
            .map(|line| named(&line, names)),
    );
    page.extend(heading.iter().skip(1).map(|line| (*line).to_owned()));
    page
}

/// A line of the table of seats with the seat's name in it.
fn with_name(line: &str, name: &str) -> String {
    let marks: String = line.chars().take(MARKS).collect();
    let name: String = name.chars().take(NAME - 1).collect();
    let rest: String = line.chars().skip(MARKS + NAME).collect();
    format!("{marks}{name:<NAME$}{rest}")
}

/// Text with names for seats.
fn named(line: &str, names: &[String]) -> String {
    let seats = names.iter().enumerate().rev();
    seats.fold(line.to_owned(), |line, (seat, name)| line.replace(&format!("seat {seat}"), name))
}

/// A seat's own cards: where they are, and their names.
pub(super) fn own_cards(view: &View, seat: Seat) -> Vec<(&'static str, String)> {
    let some = |cards: CardSet| if cards.is_empty() { "none".to_owned() } else { listed(cards) };
    let mut zones = vec![("holds", some(view.own.hand)), ("has hidden", some(view.own.row))];
    let open = view.public.open[seat.index()];
    if !open.is_empty() {
        zones.push(("has open", some(open)));
    }
    zones
}

#[cfg(test)]
mod tests {
    use super::*;
    use hierophant_rules::{
        Seed, Viewer,
        arcanum::Setup,
        catalog::{self, State},
    };

    #[test]
    fn a_drawn_view_is_arranged_with_names() {
        let setup = catalog::Setup::Arcanum(Setup::default());
        let state = State::start(&setup, &Seed::new([1; 32]), &mut Vec::new()).unwrap();
        let names = ["Alba", "Bruno", "Chiara", "A very long name indeed"].map(str::to_owned);
        let drawn = state.view(Viewer::Seat(Seat::FIRST)).render();
        let page = arranged(&drawn, &names, true);
        assert!(page.iter().any(|line| line.contains("Kv Knave")), "{page:#?}");
        assert!(
            page.iter().any(|line| line.contains("prestige of the Houses") && line.contains("VP")),
            "{page:#?}"
        );
        assert!(
            page.iter().any(|line| line.contains("S Swords") && line.contains("Alba")),
            "{page:#?}"
        );
        assert!(
            page.iter().all(|line| line.chars().count() <= 110 && !line.contains("seat 0")),
            "{page:#?}"
        );
        assert!(page.len() > arranged(&drawn, &names, false).len());
    }

    #[test]
    fn a_drawing_of_another_form_stays_as_it_is() {
        assert_eq!(arranged("one\ntwo", &[], false), ["one", "two"]);
    }
}
