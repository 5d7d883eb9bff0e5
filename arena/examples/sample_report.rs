//! Writes the pages, lines and exports of made-up tournaments, to be looked at:
//! `cargo run -p hierophant-arena --example sample_report -- FOLDER`.

#[path = "../tests/report/sample.rs"]
mod sample;

use hierophant_arena::{export, report};
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    for (name, sample) in sample::all() {
        let file = |ending: &str| folder.join(format!("{name}{ending}"));
        std::fs::write(file(".html"), report::page(&sample.report()))?;
        std::fs::write(file(".csv"), export::csv(&sample.results, &sample.names))?;
        std::fs::write(file("-standings.csv"), export::standings(&sample.summary, &sample.names))?;
        std::fs::write(
            file(".json"),
            export::json(&sample.summary, &sample.results, &sample.names, None),
        )?;
        std::fs::write(file("-matrix.csv"), export::payoff_matrix(&sample.summary, &sample.names))?;
        std::fs::write(file("-payoffs.csv"), export::payoff_table(&sample.results, &sample.names))?;
        report::standings_lines(&sample.summary, &sample.names, 110)
            .iter()
            .take(14)
            .chain(&report::standings_notes(&sample.summary))
            .for_each(|line| println!("{line}"));
    }
    Ok(())
}
