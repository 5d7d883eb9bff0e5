//! What is made of a tournament's results: tables, a page, files for other programs, replays.

use super::super::{
    CommandError, color, embedded_service::EmbeddedService, files, narrate::printable,
    output::Output,
};
use super::played::TournamentOutcome;
use super::words::{ProcessorUse, answer, facts, status_words, throughput};
use clap::Args;
use hierophant::client::Client;
use hierophant_arena::{
    Summary, export,
    report::{self, Report},
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fs,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

/// The files that are written.
#[derive(Args)]
pub(super) struct OutputArguments {
    /// Write an HTML page with tables and charts.
    #[arg(long, env = "HIEROPHANT_ARENA_REPORT", value_name = "FILE.html")]
    report: Option<PathBuf>,

    /// Write a CSV file with a line per game and seat, and FILE.standings.csv with a line per
    /// entrant.
    #[arg(long, env = "HIEROPHANT_ARENA_CSV", value_name = "FILE.csv")]
    csv: Option<PathBuf>,

    /// Write results and statistics as JSON.
    #[arg(long, env = "HIEROPHANT_ARENA_JSON", value_name = "FILE.json")]
    json: Option<PathBuf>,

    /// Write payoffs for alpha-rank tools: FILE.csv with a matrix, and FILE.profiles.csv with a row
    /// per table.
    #[arg(long, env = "HIEROPHANT_ARENA_PAYOFFS", value_name = "FILE.csv")]
    payoffs: Option<PathBuf>,

    /// Keep the replay of each game in this folder.
    #[arg(long, env = "HIEROPHANT_ARENA_REPLAYS", value_name = "FOLDER")]
    replays: Option<PathBuf>,
}

impl OutputArguments {
    /// All requested files, each with its option.
    fn files(&self) -> Vec<(&'static str, PathBuf)> {
        let asked = [
            ("--report", self.report.clone()),
            ("--csv", self.csv.clone()),
            ("--csv", self.csv.as_deref().map(standings_of)),
            ("--json", self.json.clone()),
            ("--payoffs", self.payoffs.clone()),
            ("--payoffs", self.payoffs.as_deref().map(profiles_of)),
        ];
        asked.into_iter().filter_map(|(option, path)| Some((option, path?))).collect()
    }

    /// Checks, before the first game, that all requested files can be written, each to its own
    /// path.
    ///
    /// # Errors
    /// Names the option and the file: it cannot be written, another option writes it too, or the
    /// store is kept in it.
    pub(super) fn check(&self, store: Option<&Path>) -> Result<(), CommandError> {
        let kept: Vec<PathBuf> = store.map(EmbeddedService::files_of).unwrap_or_default();
        let kept: Vec<PathBuf> = kept.iter().map(|file| files::resolved(file)).collect();
        let mut taken: Vec<(&str, PathBuf)> = Vec::new();
        for (option, path) in self.files() {
            let (file, shown) = (files::resolved(&path), path.display());
            if kept.contains(&file) {
                return Err(format!(
                    "{option} would write over {shown}, a file of the store. Choose another file"
                )
                .into());
            }
            let other = taken.iter().find(|(_, other)| *other == file);
            if let Some((other, _)) = other.filter(|_| !files::is_special(&path)) {
                return Err(format!(
                    "{other} and {option} would both write {shown}. Choose another file for one"
                )
                .into());
            }
            files::check(&path).map_err(|error| format!("{option}: {error}"))?;
            taken.push((option, file));
        }
        if let Some(folder) = &self.replays {
            made(folder)?;
            files::check(&folder.join("a.replay"))
                .map_err(|error| format!("--replays: {error}"))?;
        }
        Ok(())
    }

    /// Prints the standings, and writes the requested files.
    ///
    /// # Errors
    /// A file cannot be written, or a replay cannot be had.
    pub(super) async fn write(
        &self,
        client: &Client,
        outcome: &TournamentOutcome,
        processor_use: ProcessorUse,
    ) -> Result<(), CommandError> {
        let summary = outcome.summary();
        let names = outcome.names();
        show(outcome, &summary, processor_use)?;
        let write =
            |path: &Option<PathBuf>, text: &dyn Fn() -> String| -> Result<(), CommandError> {
                let Some(path) = path else { return Ok(()) };
                files::write(path, text().as_bytes())?;
                eprintln!("wrote {}", path.display());
                Ok(())
            };
        write(&self.report, &|| page(outcome, &summary, processor_use))?;
        write(&self.csv, &|| export::csv(&outcome.results, &names))?;
        let standings = self.csv.as_deref().map(standings_of);
        write(&standings, &|| export::standings(&summary, &names))?;
        let asked = outcome.look();
        let asked = asked.as_ref().map(|(hypothesis, look)| (hypothesis, look));
        write(&self.json, &|| export::json(&summary, &outcome.results, &names, asked))?;
        write(&self.payoffs, &|| export::payoff_matrix(&summary, &names))?;
        let profiles = self.payoffs.as_deref().map(profiles_of);
        write(&profiles, &|| export::payoff_table(&outcome.results, &names))?;
        match &self.replays {
            Some(folder) => replays(client, outcome, folder).await,
            None => Ok(()),
        }
    }
}

/// The file of the standings that accompanies a file with one line for each seat.
fn standings_of(csv: &Path) -> PathBuf {
    csv.with_extension("standings.csv")
}

/// The file with a row for each table that accompanies a matrix.
fn profiles_of(payoffs: &Path) -> PathBuf {
    payoffs.with_extension("profiles.csv")
}

/// Makes a folder unless it is there.
fn made(folder: &Path) -> Result<(), CommandError> {
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()).into())
}

/// Fetches the replay of each game that there was.
async fn replays(
    client: &Client,
    outcome: &TournamentOutcome,
    folder: &Path,
) -> Result<(), CommandError> {
    made(folder)?;
    let games = || outcome.results.iter().filter(|result| !result.game.is_empty());
    let bar = ProgressBar::new(games().count() as u64);
    bar.set_style(
        ProgressStyle::with_template("replays {bar:30} {pos}/{len} {eta}")
            .expect("the template is sound"),
    );
    for result in games() {
        let replay = client.replay(&format!("games/{}", result.game)).await?;
        let name = format!("{:06}-{}.replay", result.slot, result.game);
        let path = folder.join(name);
        files::write(&path, &replay.save())?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    eprintln!("wrote {} replays to {}", games().count(), folder.display());
    Ok(())
}

/// The standings, for people.
fn show(
    outcome: &TournamentOutcome,
    summary: &Summary,
    processor_use: ProcessorUse,
) -> io::Result<()> {
    let mut output = Output::standard_output();
    let title = outcome.tournament.name.clone();
    output.banner(&format!("{title}: {}", status_words(&outcome.tournament)))?;
    output.gap()?;
    let mut lines =
        report::standings_lines(summary, &outcome.names(), super::super::output::WIDTH).into_iter();
    if let Some(heading) = lines.next() {
        output.styled(color::HEADING, &heading)?;
    }
    for line in lines {
        output.plain(&line)?;
    }
    output.gap()?;
    for note in report::standings_notes(summary) {
        output.plain(&note)?;
    }
    output.gap()?;
    for line in facts(outcome, summary).into_iter().chain(throughput(outcome, processor_use)) {
        output.plain(&format!("{}: {}", line.0, line.1))?;
    }
    Ok(())
}

fn page(outcome: &TournamentOutcome, summary: &Summary, processor_use: ProcessorUse) -> String {
    let config = outcome.config();
    let title = match config.title.as_str() {
        "" => format!("Tournament {}", outcome.tournament.name.trim_start_matches("tournaments/")),
        title => printable(title),
    };
    report::page(&Report {
        title: &title,
        facts: &facts(outcome, summary),
        names: &outcome.names(),
        seats: outcome.seats(),
        summary,
        verdict: answer(outcome).as_deref(),
        throughput: &throughput(outcome, processor_use),
    })
}

/// Whether standard error is a terminal.
pub(super) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Asked {
        #[command(flatten)]
        outputs: OutputArguments,
    }

    /// The result of checking these options, `{}` being a folder.
    fn checked(options: &[&str]) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path().display().to_string();
        let options = options.iter().map(|option| option.replace("{}", &at));
        let asked = Asked::parse_from(std::iter::once("arena".to_owned()).chain(options));
        let store = folder.path().join("arena.db");
        asked.outputs.check(Some(&store)).map_err(|error| error.to_string().replace(&at, "{}"))
    }

    #[test]
    fn f15_outputs_are_checked_before_the_first_game() {
        checked(&[
            "--report",
            "{}/a.html",
            "--csv",
            "{}/a.csv",
            "--json",
            "{}/a.json",
            "--payoffs",
            "{}/p.csv",
        ])
        .expect("fine");
        checked(&["--report", "/dev/null", "--json", "/dev/null", "--replays", "{}/replays/deep"])
            .expect("devices are shared");
        for file in ["arena.db", "arena.db.keys", "arena.db-wal", "./arena.db-mark"] {
            let wrong =
                checked(&["--csv", &format!("{{}}/{file}")]).expect_err("a file of the store");
            assert!(
                wrong.starts_with("--csv would write over {}/")
                    && wrong.contains("a file of the store"),
                "{wrong}"
            );
        }
        let wrong = checked(&["--report", "{}/x", "--json", "{}/./x"]).expect_err("twice");
        assert!(wrong.starts_with("--report and --json would both write"), "{wrong}");
        let wrong = checked(&["--csv", "{}/x.csv", "--json", "{}/x.standings.csv"])
            .expect_err("the accompanying file, too");
        assert!(wrong.starts_with("--csv and --json would both write"), "{wrong}");
        let wrong = checked(&["--report", "{}/nowhere/x.html"]).expect_err("no folder");
        assert!(wrong.starts_with("--report: cannot write {}/nowhere/x.html"), "{wrong}");
        let wrong = checked(&["--replays", "/dev/null/replays"]).expect_err("no folder");
        assert!(wrong.contains("/dev/null/replays"), "{wrong}");
    }
}
