//! What is made of a tournament's results: tables, a page, files for other programs, replays.

use super::super::{CommandError, color, embedded_service::EmbeddedService, files, narrate::printable, output::Output};
use super::advice::{copies_words, same_agents_words};
use clap::Args;
use hierophant::{
    client::Client,
    pb::v1::{self as pb, TournamentStatus, tournament_config::Format},
    wire::{self, arena::game_result},
};
use hierophant_arena::{
    ArithmeticVersion, Confidence, GameResult, Question, RankedBy, Summary, export,
    report::{self, Report},
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fmt, fs,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    time::Duration,
};

/// See the module.
#[derive(Args)]
pub(super) struct OutputArguments {
    /// Write a page with tables and pictures, for a browser.
    #[arg(long, env = "HIEROPHANT_ARENA_REPORT", value_name = "FILE.html")]
    report: Option<PathBuf>,

    /// Write one line for each seat of each game, and FILE.standings.csv with one for each entrant.
    #[arg(long, env = "HIEROPHANT_ARENA_CSV", value_name = "FILE.csv")]
    csv: Option<PathBuf>,

    /// Write results and figures as JSON.
    #[arg(long, env = "HIEROPHANT_ARENA_JSON", value_name = "FILE.json")]
    json: Option<PathBuf>,

    /// Write who does how well against whom, as alpha-rank tools read it: FILE.csv with a matrix, and FILE.profiles.csv with a row
    /// for each table.
    #[arg(long, env = "HIEROPHANT_ARENA_PAYOFFS", value_name = "FILE.csv")]
    payoffs: Option<PathBuf>,

    /// Keep the replay of each game in this folder.
    #[arg(long, env = "HIEROPHANT_ARENA_REPLAYS", value_name = "FOLDER")]
    replays: Option<PathBuf>,
}

/// A tournament with all that came of it.
pub(super) struct TournamentOutcome {
    pub(super) tournament: pb::Tournament,
    pub(super) results: Vec<GameResult>,
}

impl TournamentOutcome {
    pub(super) fn new(tournament: pb::Tournament, messages: &[pb::SlotResult]) -> TournamentOutcome {
        // Games that were under way when the question was answered don't count: how many they are depends on the machine.
        let counts = |slot: u32| tournament.slots_counted == 0 || slot < tournament.slots_counted;
        let results = messages.iter().filter_map(game_result).filter(|result| counts(result.slot)).collect();
        TournamentOutcome { tournament, results }
    }

    pub(super) fn config(&self) -> pb::TournamentConfig {
        self.tournament.config.clone().unwrap_or_default()
    }

    /// What the entrants are called.
    pub(super) fn names(&self) -> Vec<String> {
        self.config().entrants.iter().map(|entrant| printable(&entrant.name)).collect()
    }

    fn seats(&self) -> usize {
        let setup = self.config().setup.unwrap_or_default();
        wire::decode::setup(&setup).map_or(0, |setup| usize::from(setup.seats()))
    }

    pub(super) fn summary(&self) -> Summary {
        let entrants = self.config().entrants.len();
        hierophant_arena::summary(&self.results, entrants, self.seats(), self.ranked_by(), Confidence::default())
    }

    /// Whether each slot that was done with has a result.
    ///
    /// # Errors
    /// Says how many have none.
    pub(super) fn complete(&self) -> Result<(), SlotsWithoutResult> {
        let void = self.results.iter().filter(|result| result.void.is_some()).count();
        if void == 0 { Ok(()) } else { Err(SlotsWithoutResult { void, done: self.results.len() }) }
    }

    /// What its standings go by.
    fn ranked_by(&self) -> RankedBy {
        match self.config().format {
            Some(Format::Swiss(_) | Format::Ladder(_)) => RankedBy::Rating,
            None | Some(Format::RoundRobin(_) | Format::FixedField(_)) => RankedBy::WinShare,
        }
    }
}

/// A tournament is over, and its standings don't rest on all games that were planned.
#[derive(Debug)]
pub(crate) struct SlotsWithoutResult {
    void: usize,
    done: usize,
}

impl fmt::Display for SlotsWithoutResult {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SlotsWithoutResult { void, done } = self;
        write!(formatter, "{void} of {done} slots have no result; the standings say whose they are")
    }
}

impl std::error::Error for SlotsWithoutResult {}

/// How fast it went, where that is known.
#[derive(Clone, Copy, Default)]
pub(super) struct Pace {
    /// Processor time of service and arena together, house agents included.
    pub(super) processor: Option<Duration>,
    /// What house agents had thought when that began to be counted, in milliseconds.
    pub(super) thinking_ms_before: u64,
}

impl OutputArguments {
    /// All files that are asked for, with the option that asks.
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

    /// Whether all that is asked for can be written, each to a file of its own. Said before the first game.
    ///
    /// # Errors
    /// Names the option and the file: it cannot be written, another option writes it too, or the store is kept in it.
    pub(super) fn check(&self, store: Option<&Path>) -> Result<(), CommandError> {
        let kept: Vec<PathBuf> = store.map(EmbeddedService::files_of).unwrap_or_default();
        let kept: Vec<PathBuf> = kept.iter().map(|file| files::resolved(file)).collect();
        let mut taken: Vec<(&str, PathBuf)> = Vec::new();
        for (option, path) in self.files() {
            let (file, shown) = (files::resolved(&path), path.display());
            if kept.contains(&file) {
                return Err(
                    format!("{option} would write over {shown}, a file of the store. Choose another file").into()
                );
            }
            let other = taken.iter().find(|(_, other)| *other == file);
            if let Some((other, _)) = other.filter(|_| !files::is_special(&path)) {
                return Err(
                    format!("{other} and {option} would both write {shown}. Choose another file for one").into()
                );
            }
            files::check(&path).map_err(|error| format!("{option}: {error}"))?;
            taken.push((option, file));
        }
        if let Some(folder) = &self.replays {
            made(folder)?;
            files::check(&folder.join("a.replay")).map_err(|error| format!("--replays: {error}"))?;
        }
        Ok(())
    }

    /// Shows the standings, and writes what is asked for.
    ///
    /// # Errors
    /// A file cannot be written, or a replay cannot be had.
    pub(super) async fn write(
        &self,
        client: &Client,
        outcome: &TournamentOutcome,
        pace: Pace,
    ) -> Result<(), CommandError> {
        let summary = outcome.summary();
        let names = outcome.names();
        show(outcome, &summary, pace)?;
        let write = |path: &Option<PathBuf>, text: &dyn Fn() -> String| -> Result<(), CommandError> {
            let Some(path) = path else { return Ok(()) };
            files::write(path, text().as_bytes())?;
            eprintln!("wrote {}", path.display());
            Ok(())
        };
        write(&self.report, &|| page(outcome, &summary, pace))?;
        write(&self.csv, &|| export::csv(&outcome.results, &names))?;
        let standings = self.csv.as_deref().map(standings_of);
        write(&standings, &|| export::standings(&summary, &names))?;
        write(&self.json, &|| export::json(&summary, &outcome.results, &names))?;
        write(&self.payoffs, &|| export::payoff_matrix(&summary, &names))?;
        let profiles = self.payoffs.as_deref().map(profiles_of);
        write(&profiles, &|| export::payoff_table(&outcome.results, &names))?;
        match &self.replays {
            Some(folder) => replays(client, outcome, folder).await,
            None => Ok(()),
        }
    }
}

/// Where the standings go beside a file with one line for each seat.
fn standings_of(csv: &Path) -> PathBuf {
    csv.with_extension("standings.csv")
}

/// Where the rows of tables go beside a matrix.
fn profiles_of(payoffs: &Path) -> PathBuf {
    payoffs.with_extension("profiles.csv")
}

/// Makes a folder unless it is there.
fn made(folder: &Path) -> Result<(), CommandError> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()).into())
}

/// Fetches the replay of each game that there was.
async fn replays(client: &Client, outcome: &TournamentOutcome, folder: &Path) -> Result<(), CommandError> {
    made(folder)?;
    let games = || outcome.results.iter().filter(|result| !result.game.is_empty());
    let bar = ProgressBar::new(games().count() as u64);
    bar.set_style(ProgressStyle::with_template("replays {bar:30} {pos}/{len} {eta}").expect("the template is sound"));
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
fn show(outcome: &TournamentOutcome, summary: &Summary, pace: Pace) -> io::Result<()> {
    let mut output = Output::standard_output();
    let title = outcome.tournament.name.clone();
    output.banner(&format!("{title}: {}", status_words(&outcome.tournament)))?;
    output.gap()?;
    let mut lines = report::standings_lines(summary, &outcome.names(), super::super::output::WIDTH).into_iter();
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
    for line in facts(outcome, summary).into_iter().chain(throughput(outcome, pace)) {
        output.plain(&format!("{}: {}", line.0, line.1))?;
    }
    Ok(())
}

fn page(outcome: &TournamentOutcome, summary: &Summary, pace: Pace) -> String {
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
        verdict: answer(&outcome.tournament).as_deref(),
        throughput: &throughput(outcome, pace),
    })
}

/// What one should know beside the figures.
fn facts(outcome: &TournamentOutcome, summary: &Summary) -> Vec<(String, String)> {
    let (tournament, config) = (&outcome.tournament, outcome.config());
    let ruleset = config.setup.as_ref().and_then(|setup| wire::decode::setup(setup).ok());
    let ruleset = ruleset.map_or("unknown", |setup| setup.ruleset().info().id);
    let mut facts = vec![
        ("Game".to_owned(), format!("{ruleset}, {} seats, rules version {}", outcome.seats(), config.rules_version)),
        ("Format".to_owned(), format!("{}; {}", format_words(&config), mode_words(&config))),
        ("Status".to_owned(), status_words(tournament)),
        ("Played".to_owned(), format!("{} games on {} deals", summary.games, summary.deals)),
    ];
    if let Some(answer) = answer(tournament) {
        facts.push(("Question".to_owned(), answer));
    }
    if let Some(margin) = margin(outcome) {
        facts.push(("Margin".to_owned(), margin));
    }
    if let Some(same) = same_agents_words(&config) {
        facts.push(("Same agent".to_owned(), same));
    }
    if let Some(copies) = copies_words(&config) {
        facts.push(("Copies".to_owned(), copies));
    }
    facts
}

/// What is known of the margin behind the question, in words: the one figure that stays right where a tournament ends by its answer.
fn margin(outcome: &TournamentOutcome) -> Option<String> {
    let (tournament, config) = (&outcome.tournament, outcome.config());
    let asked = config.question.as_ref()?;
    let place = |name: &str| config.entrants.iter().position(|entrant| entrant.name == name);
    let question = Question {
        better: place(&asked.better)?,
        than: place(&asked.than)?,
        confidence: Confidence(f64::from(asked.confidence_thousandths) / 1_000.0),
        version: ArithmeticVersion::numbered(tournament.arithmetic_version)?,
    };
    let seen = hierophant_arena::look(&outcome.results, &question);
    if seen.deals == 0 {
        return None;
    }
    let sure = f64::from(asked.confidence_thousandths) / 10.0;
    let is_answered = matches!(tournament.answer(), pb::Answer::Better | pb::Answer::Worse);
    let advice = match is_answered {
        true => {
            "the tournament ended by this answer, so that other means are too extreme on average: go by this interval"
        }
        false => {
            "this interval holds whenever the tournament is stopped; the others are for a number of games that was fixed beforehand"
        }
    };
    Some(format!(
        "{:.3} over {} deals; between {:.3} and {:.3} at {sure} %; {advice}",
        seen.mean, seen.deals, seen.low, seen.high
    ))
}

/// What it took to play.
fn throughput(outcome: &TournamentOutcome, pace: Pace) -> Vec<(String, String)> {
    let tournament = &outcome.tournament;
    let mut facts = Vec::new();
    if tournament.played_ms > 0 {
        let seconds = tournament.played_ms as f64 / 1e3;
        let games = f64::from(tournament.slots_done) / seconds * 60.0;
        facts.push(("Pace".to_owned(), format!("{games:.0} games a minute over {seconds:.1} s")));
    }
    if let Some(processor) = pace.processor {
        let thinking = tournament.house_thinking_ms.saturating_sub(pace.thinking_ms_before) as f64 / 1e3;
        let all = processor.as_secs_f64();
        let own = (all - thinking).max(0.0);
        let share = own / all.max(f64::MIN_POSITIVE) * 100.0;
        let words = format!("{all:.1} s, house agents {thinking:.1} s, service and arena {own:.1} s ({share:.0} %)");
        facts.push(("Processor".to_owned(), words));
    }
    facts
}

/// What became of its question.
fn answer(tournament: &pb::Tournament) -> Option<String> {
    let question = tournament.config.as_ref()?.question.as_ref()?;
    let (better, than) = (printable(&question.better), printable(&question.than));
    let sure = f64::from(question.confidence_thousandths) / 10.0;
    Some(match tournament.answer() {
        pb::Answer::Better => format!(
            "{better} has the higher mean utility, {than} the lower (a rule that is right in {sure} % of tournaments, or more)"
        ),
        pb::Answer::Worse => format!(
            "{better} has the lower mean utility, {than} the higher (a rule that is right in {sure} % of tournaments, or more)"
        ),
        pb::Answer::Open | pb::Answer::Unspecified => {
            format!("whether {better} is better than {than} could not be told (at {sure} %)")
        }
    })
}

/// Where it stands, in words.
pub(super) fn status_words(tournament: &pb::Tournament) -> String {
    let words = match tournament.status() {
        TournamentStatus::Running => "running",
        TournamentStatus::Paused => "paused",
        TournamentStatus::Complete => "complete",
        TournamentStatus::Cancelled => "cancelled",
        TournamentStatus::Failed => "cannot go on",
        TournamentStatus::Unspecified => "unknown",
    };
    let slots = match tournament.slots_counted {
        0 => format!("{words}, {} of {} slots done", tournament.slots_done, tournament.slots_total),
        counted => format!("{words}, answered by the first {counted} of {} slots", tournament.slots_total),
    };
    match tournament.reason.as_str() {
        "" => slots,
        reason => format!("{slots} ({})", printable(reason)),
    }
}

fn format_words(config: &pb::TournamentConfig) -> String {
    let deals = config.deals;
    match &config.format {
        None | Some(Format::RoundRobin(_)) => format!("round robin, {deals} deals for each table"),
        Some(Format::FixedField(field)) => {
            format!("{} against a field, {deals} deals for each table", printable(&field.candidate))
        }
        Some(Format::Swiss(swiss)) => format!("Swiss, {} rounds of {deals} deals", swiss.rounds),
        Some(Format::Ladder(ladder)) => format!("ladder, {} rounds of {deals} deals", ladder.rounds),
    }
}

fn mode_words(config: &pb::TournamentConfig) -> &'static str {
    match (config.deal_mode(), config.seatings()) {
        (pb::DealMode::Repeated, pb::Seatings::Balanced) => "each deal in few balanced seatings",
        (pb::DealMode::Repeated, _) => "each deal in all seatings",
        _ => "each game with a deal of its own",
    }
}

/// Whether somebody looks at standard error.
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

    /// What is said of these options, `{}` being a folder.
    fn told(options: &[&str]) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path().display().to_string();
        let options = options.iter().map(|option| option.replace("{}", &at));
        let asked = Asked::parse_from(std::iter::once("arena".to_owned()).chain(options));
        let store = folder.path().join("arena.db");
        asked.outputs.check(Some(&store)).map_err(|error| error.to_string().replace(&at, "{}"))
    }

    #[test]
    fn f15_outputs_are_checked_before_the_first_game() {
        told(&["--report", "{}/a.html", "--csv", "{}/a.csv", "--json", "{}/a.json", "--payoffs", "{}/p.csv"])
            .expect("fine");
        told(&["--report", "/dev/null", "--json", "/dev/null", "--replays", "{}/replays/deep"])
            .expect("devices are shared");
        for file in ["arena.db", "arena.db.keys", "arena.db-wal", "./arena.db-mark"] {
            let wrong = told(&["--csv", &format!("{{}}/{file}")]).expect_err("a file of the store");
            assert!(
                wrong.starts_with("--csv would write over {}/") && wrong.contains("a file of the store"),
                "{wrong}"
            );
        }
        let wrong = told(&["--report", "{}/x", "--json", "{}/./x"]).expect_err("twice");
        assert!(wrong.starts_with("--report and --json would both write"), "{wrong}");
        let wrong =
            told(&["--csv", "{}/x.csv", "--json", "{}/x.standings.csv"]).expect_err("what is written beside, too");
        assert!(wrong.starts_with("--csv and --json would both write"), "{wrong}");
        let wrong = told(&["--report", "{}/nowhere/x.html"]).expect_err("no folder");
        assert!(wrong.starts_with("--report: cannot write {}/nowhere/x.html"), "{wrong}");
        let wrong = told(&["--replays", "/dev/null/replays"]).expect_err("no folder");
        assert!(wrong.contains("/dev/null/replays"), "{wrong}");
    }

    #[test]
    fn f16_slots_without_result_are_a_failure_of_their_own() {
        let slot =
            |slot, void: bool| pb::SlotResult { slot, void_reason: i32::from(void), ..pb::SlotResult::default() };
        let outcome = |void: &[bool]| {
            let results: Vec<_> = void.iter().zip(0..).map(|(&void, at)| slot(at, void)).collect();
            TournamentOutcome::new(pb::Tournament::default(), &results)
        };
        assert!(outcome(&[false, false]).complete().is_ok());
        let told = outcome(&[true, false, true]).complete().expect_err("two have none").to_string();
        assert!(told.starts_with("2 of 3 slots have no result"), "{told}");
    }
}
