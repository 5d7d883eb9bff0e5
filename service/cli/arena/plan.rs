//! `hierophant arena plan`: how many games a comparison takes, before any is played.

use super::{
    super::{
        CommandError, color, embedded_service::EmbeddedService, narrate::printable, output::Output,
    },
    name_of,
    progress::spoken,
    tournament_args::TournamentArguments,
};
use clap::Args;
use hierophant::{
    client::Client,
    pb::v1::{self as pb, TournamentStatus, entrant::Player},
    tournaments::{copies, schedule},
};
use hierophant_arena::{
    Confidence, Mode, Plan,
    planning::{self, Aim, Forecast, Need},
};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// The id of the tournament by which the pace is measured.
const PACE_ID: &str = "pace";
/// The pace is measured for at least `PACE_TIME_MIN` and `PACE_GAMES_MIN` games, and for at most
/// `PACE_TIME_MAX`.
const PACE_TIME_MIN: Duration = Duration::from_secs(4);
const PACE_GAMES_MIN: u32 = 8;
const PACE_TIME_MAX: Duration = Duration::from_secs(60);
const PACE_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Compute by simulation how many deals and games a comparison takes.
///
/// The first entrant of --stop-when (by default the first of --entrants) is assumed to be better
/// than the second by --margin. The output has the number of deals and games that this takes, for
/// independent and for repeated deals, with and without --stop-when.
#[derive(Args)]
pub(crate) struct PlanArguments {
    /// The assumed difference of mean utilities, above 0 and below 2. At four seats 0.25 is a small
    /// advantage and 1 a large one.
    #[arg(long, default_value_t = 0.25, value_name = "MARGIN")]
    margin: f64,

    /// The probability of detecting such a difference.
    #[arg(long, default_value_t = 0.8, value_name = "SHARE")]
    power: f64,

    /// Games per minute [default: measured for a few seconds, if only built-in agents play]
    #[arg(long, value_name = "COUNT")]
    games_per_minute: Option<f64>,

    /// Print JSON.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    outcome: TournamentArguments,
}

/// Runs the simulation and prints the forecast.
pub(super) fn run(arguments: &PlanArguments) -> Result<(), CommandError> {
    let config = arguments.outcome.request("", "", Vec::new())?.config.unwrap_or_default();
    let plan = schedule(&config)?;
    let (better, than) = compared(&config)?;
    let copies = copies(&config);
    let aim = Aim {
        better,
        than,
        margin: arguments.margin,
        power: arguments.power,
        confidence: Confidence(arguments.outcome.confidence()),
        copies: &copies,
    };
    let [independent, repeated] =
        [Mode::Independent, Mode::Repeated].map(|mode| simulated(&plan, mode, &aim));
    let pace = match arguments.games_per_minute {
        Some(pace) if pace > 0.0 => Some(pace),
        Some(_) => return Err("--games-per-minute must be above 0".into()),
        None => measured(&config)?,
    };
    let name = |entrant: usize| printable(&config.entrants[entrant].name);
    let forecasts = planning::Forecasts {
        better: name(better),
        than: name(than),
        margin: aim.margin,
        power: aim.power,
        confidence: aim.confidence.0,
        games_per_minute: pace,
        independent: independent?,
        repeated: repeated?,
    };
    match arguments.json {
        true => println!("{}", forecasts.json()),
        false => show(&forecasts, &plan)?,
    }
    Ok(())
}

/// The two entrants that are compared, by index.
fn compared(config: &pb::TournamentConfig) -> Result<(usize, usize), CommandError> {
    let Some(hypothesis) = &config.hypothesis else {
        return if config.entrants.len() < 2 {
            Err("a plan needs at least two entrants".into())
        } else {
            Ok((0, 1))
        };
    };
    let index = |name: &str| {
        let index = config.entrants.iter().position(|entrant| entrant.name == name);
        index.ok_or_else(|| CommandError::from(format!("no entrant is named {}", printable(name))))
    };
    Ok((index(&hypothesis.better)?, index(&hypothesis.than)?))
}

fn simulated(plan: &Plan, mode: Mode, aim: &Aim<'_>) -> Result<Forecast, CommandError> {
    let bar = ProgressBar::new(u64::from(planning::TOURNAMENTS));
    bar.set_style(
        ProgressStyle::with_template("simulating {bar:30} {eta}").expect("the template is sound"),
    );
    let forecast = planning::forecast(&Plan { mode, ..plan.clone() }, aim, &mut |done, _| {
        bar.set_position(done.into())
    });
    bar.finish_and_clear();
    forecast.map_err(|error| error.to_string().into())
}

/// Games in a minute on this machine; `None` if registered agents play, whose pace is not known.
fn measured(config: &pb::TournamentConfig) -> Result<Option<f64>, CommandError> {
    if config.entrants.iter().any(|entrant| matches!(entrant.player, Some(Player::Agent(_)))) {
        return Ok(None);
    }
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let pace = runtime.block_on(async {
        let service = EmbeddedService::start().await?;
        let pace = paced(&service, config).await;
        service.stop().await?;
        pace
    });
    runtime.shutdown_background();
    pace
}

async fn paced(
    service: &EmbeddedService,
    config: &pb::TournamentConfig,
) -> Result<Option<f64>, CommandError> {
    let calls = Client::new(service.address())?;
    let calls = calls.tournaments();
    let config = pb::TournamentConfig { hypothesis: None, ..config.clone() };
    let request = pb::CreateTournamentRequest {
        tournament_id: PACE_ID.to_owned(),
        config: Some(config),
        ..Default::default()
    };
    calls.create(request).await?;
    let began = Instant::now();
    loop {
        tokio::time::sleep(PACE_POLL_INTERVAL).await;
        let tournament = calls.get(&name_of(PACE_ID)).await?;
        let is_long_enough =
            began.elapsed() >= PACE_TIME_MIN && tournament.slots_done >= PACE_GAMES_MIN;
        if tournament.status() != TournamentStatus::Running
            || is_long_enough
            || began.elapsed() >= PACE_TIME_MAX
        {
            calls.cancel(&name_of(PACE_ID), "").await?;
            let minutes = tournament.played_ms as f64 / 60_000.0;
            let done = f64::from(tournament.slots_done);
            return Ok((minutes > 0.0 && done > 0.0).then(|| done / minutes));
        }
    }
}

/// Prints the forecast as text.
fn show(forecasts: &planning::Forecasts, plan: &Plan) -> Result<(), CommandError> {
    let mut output = Output::standard_output();
    let percent = |share: f64| format!("{} %", (share * 1_000.0).round() / 10.0);
    output.banner(&format!(
        "Is {} better than {}? A margin of {}, at {}",
        forecasts.better,
        forecasts.than,
        forecasts.margin,
        percent(forecasts.confidence)
    ))?;
    let option = if plan.format.is_adaptive() { "--format-rounds" } else { "--deals" };
    for (mode, forecast) in
        [("independent", &forecasts.independent), ("repeated", &forecasts.repeated)]
    {
        output.gap()?;
        output.styled(color::HEADING, &format!("--mode {mode}: {}", deal_words(forecast)))?;
        let line = |what: &str, need: Option<Need>| match need {
            None => format!("{what:<58} more than {} deals", planning::OBSERVATIONS_MAX),
            Some(need) => {
                let games = format!("{option} {}, {} games", need.deals_or_rounds, need.games);
                let time = |pace: f64| {
                    spoken(Duration::from_secs_f64((need.games as f64 / pace * 60.0).min(1e9)))
                };
                let time = forecasts.games_per_minute.map(|pace| format!(", about {}", time(pace)));
                format!("{what:<58} {games}{}", time.unwrap_or_default())
            }
        };
        let power = percent(forecasts.power);
        output.plain(&line(
            "with --stop-when half of all tournaments stop within",
            forecast.median,
        ))?;
        output.plain(&line(
            &format!("with --stop-when {power} of all tournaments stop within"),
            forecast.powered,
        ))?;
        output.plain(&line(
            &format!("without, one test at the end has a power of {power} after"),
            Some(forecast.fixed),
        ))?;
        if let Some(least) = forecast.deals_together_min {
            output.plain(&format!(
                "with --stop-when no tournament stops before {least} deals on which both play"
            ))?;
        }
    }
    output.gap()?;
    let pace =
        forecasts.games_per_minute.map_or("pass --games-per-minute for times".to_owned(), |pace| {
            format!("times are for {pace:.0} games a minute")
        });
    output.plain(&format!(
        "By {} simulated tournaments with normal performances; docs/design/statistics-simulations.md has the model; {pace}.",
        planning::TOURNAMENTS
    ))?;
    Ok(())
}

fn deal_words(forecast: &Forecast) -> String {
    match (forecast.games_per_deal, forecast.distinct_games_per_deal) {
        (1, _) => "each game has a deal of its own".to_owned(),
        (games, distinct) if games == distinct => format!("a deal is played in {games} seatings"),
        (games, distinct) => {
            format!(
                "a deal is played in {games} seatings, {distinct} of them different games, because copies of one agent play"
            )
        }
    }
}
