//! The report page, its terminal form and the exports, on made-up tournaments.

mod exports;
mod page;
mod sample;
mod terminal;

/// The made-up tournament of this name.
fn the(name: &str) -> &'static sample::Sample {
    let (_, sample) =
        sample::all().iter().find(|(other, _)| *other == name).expect("there is one of this name");
    sample
}
