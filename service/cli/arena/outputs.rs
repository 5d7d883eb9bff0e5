//! What is made of a tournament's results: tables, a page, files for other programs, replays.

use super::super::{CommandError, page::Page, paint, tale::printable};
use super::advice::copies_words;
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
    fs,
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
pub(super) struct Contest {
    pub(super) tournament: pb::Tournament,
    pub(super) results: Vec<GameResult>,
}

impl Contest {
    pub(super) fn new(tournament: pb::Tournament, messages: &[pb::SlotResult]) -> Contest {
        // Games that were under way when the question was answered don't count: how many they are depends on the machine.
        let counts = |slot: u32| tournament.slots_counted == 0 || slot < tournament.slots_counted;
        let results = messages.iter().filter_map(game_result).filter(|result| counts(result.slot)).collect();
        Contest { tournament, results }
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

    /// What its standings go by.
    fn ranked_by(&self) -> RankedBy {
        match self.config().format {
            Some(Format::Swiss(_) | Format::Ladder(_)) => RankedBy::Rating,
            None | Some(Format::RoundRobin(_) | Format::FixedField(_)) => RankedBy::WinShare,
        }
    }
}

/// How fast it went, where that is known.
#[derive(Clone, Copy, Default)]
pub(super) struct Pace {
    /// Processor time of service and arena together, house agents included.
    pub(super) processor: Option<Duration>,
    /// What house agents had thought when that began to be counted, in milliseconds.
    pub(super) thinking_ms_before: u64,
}

impl OutputArguments {
    /// Shows the standings, and writes what is asked for.
    ///
    /// # Errors
    /// A file cannot be written, or a replay cannot be had.
    pub(super) async fn write(&self, client: &Client, contest: &Contest, pace: Pace) -> Result<(), CommandError> {
        let summary = contest.summary();
        let names = contest.names();
        show(contest, &summary, pace)?;
        let write = |path: &Option<PathBuf>, text: &dyn Fn() -> String| -> Result<(), CommandError> {
            let Some(path) = path else { return Ok(()) };
            fs::write(path, text()).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            eprintln!("wrote {}", path.display());
            Ok(())
        };
        write(&self.report, &|| page(contest, &summary, pace))?;
        write(&self.csv, &|| export::csv(&contest.results, &names))?;
        let standings = self.csv.as_ref().map(|path| path.with_extension("standings.csv"));
        write(&standings, &|| export::standings(&summary, &names))?;
        write(&self.json, &|| export::json(&summary, &contest.results, &names))?;
        write(&self.payoffs, &|| export::payoff_matrix(&summary, &names))?;
        let profiles = self.payoffs.as_ref().map(|path| path.with_extension("profiles.csv"));
        write(&profiles, &|| export::payoff_table(&contest.results, &names))?;
        match &self.replays {
            Some(folder) => replays(client, contest, folder).await,
            None => Ok(()),
        }
    }
}

/// Fetches the replay of each game that there was.
async fn replays(client: &Client, contest: &Contest, folder: &Path) -> Result<(), CommandError> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let games = || contest.results.iter().filter(|result| !result.game.is_empty());
    let bar = ProgressBar::new(games().count() as u64);
    bar.set_style(ProgressStyle::with_template("replays {bar:30} {pos}/{len} {eta}").expect("the template is sound"));
    for result in games() {
        let replay = client.replay(&format!("games/{}", result.game)).await?;
        let name = format!("{:06}-{}.replay", result.slot, result.game);
        let path = folder.join(name);
        fs::write(&path, replay.save()).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    eprintln!("wrote {} replays to {}", games().count(), folder.display());
    Ok(())
}

/// The standings, for people.
fn show(contest: &Contest, summary: &Summary, pace: Pace) -> io::Result<()> {
    let mut page = Page::standard_output();
    let title = contest.tournament.name.clone();
    page.banner(&format!("{title}: {}", status_words(&contest.tournament)))?;
    page.gap()?;
    let mut lines = report::standings_lines(summary, &contest.names(), super::super::page::WIDTH).into_iter();
    if let Some(heading) = lines.next() {
        page.styled(paint::HEADING, &heading)?;
    }
    for line in lines {
        page.plain(&line)?;
    }
    page.gap()?;
    for note in report::standings_notes(summary) {
        page.plain(&note)?;
    }
    page.gap()?;
    for line in facts(contest, summary).into_iter().chain(throughput(contest, pace)) {
        page.plain(&format!("{}: {}", line.0, line.1))?;
    }
    Ok(())
}

fn page(contest: &Contest, summary: &Summary, pace: Pace) -> String {
    let config = contest.config();
    let title = match config.title.as_str() {
        "" => format!("Tournament {}", contest.tournament.name.trim_start_matches("tournaments/")),
        title => printable(title),
    };
    report::page(&Report {
        title: &title,
        facts: &facts(contest, summary),
        names: &contest.names(),
        seats: contest.seats(),
        summary,
        verdict: answer(&contest.tournament).as_deref(),
        throughput: &throughput(contest, pace),
    })
}

/// What one should know beside the figures.
fn facts(contest: &Contest, summary: &Summary) -> Vec<(String, String)> {
    let (tournament, config) = (&contest.tournament, contest.config());
    let ruleset = config.setup.as_ref().and_then(|setup| wire::decode::setup(setup).ok());
    let ruleset = ruleset.map_or("unknown", |setup| setup.ruleset().facts().id);
    let mut facts = vec![
        ("Game".to_owned(), format!("{ruleset}, {} seats, rules version {}", contest.seats(), config.rules_version)),
        ("Format".to_owned(), format!("{}; {}", format_words(&config), mode_words(&config))),
        ("Status".to_owned(), status_words(tournament)),
        ("Played".to_owned(), format!("{} games on {} deals", summary.games, summary.deals)),
    ];
    if let Some(answer) = answer(tournament) {
        facts.push(("Question".to_owned(), answer));
    }
    if let Some(margin) = margin(contest) {
        facts.push(("Margin".to_owned(), margin));
    }
    if let Some(copies) = copies_words(&config) {
        facts.push(("Copies".to_owned(), copies));
    }
    facts
}

/// What is known of the margin behind the question, in words: the one figure that stays right where a tournament ends by its answer.
fn margin(contest: &Contest) -> Option<String> {
    let (tournament, config) = (&contest.tournament, contest.config());
    let asked = config.question.as_ref()?;
    let place = |name: &str| config.entrants.iter().position(|entrant| entrant.name == name);
    let question = Question {
        better: place(&asked.better)?,
        than: place(&asked.than)?,
        confidence: Confidence(f64::from(asked.confidence_thousandths) / 1_000.0),
        version: ArithmeticVersion::numbered(tournament.arithmetic_version)?,
    };
    let seen = hierophant_arena::look(&contest.results, &question);
    if seen.deals == 0 {
        return None;
    }
    let sure = f64::from(asked.confidence_thousandths) / 10.0;
    let is_answered = matches!(tournament.answer(), pb::Answer::Better | pb::Answer::Worse);
    let advice = match is_answered {
        true => {
            "the tournament ended by this answer, so that means are too far from par and other intervals too narrow: go by this one"
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
fn throughput(contest: &Contest, pace: Pace) -> Vec<(String, String)> {
    let tournament = &contest.tournament;
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
        pb::Answer::Better => format!("{better} is better than {than} (at {sure} %)"),
        pb::Answer::Worse => format!("{better} is worse than {than} (at {sure} %)"),
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
