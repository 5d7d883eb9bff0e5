//! `hierophant replay`: narrates an ended game from the perspective of a seat, a spectator, or with
//! all cards open.

use super::{
    CommandError, color, commitment,
    connect_args::GameArguments,
    embedded_service::EmbeddedService,
    files,
    narrate::{Narration, colored_names, merge_variants, name_of, printable, standings},
    output::{Output, Watch},
    perspective::Perspective,
    serve::stop_signal,
};
use clap::Args;
use hierophant::{
    client::{Replay, ReplayError, RetryPolicy, is_visible_to},
    games::is_id,
    pb::v1::GameSeat,
    verify::verify,
};
use hierophant_rules::{
    Viewer,
    catalog::{Event, State, View},
};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

/// Maximum number of bytes of a saved replay.
const FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// Narrate an ended game from one perspective, and check that its deal was fair.
#[derive(Args)]
pub(crate) struct ReplayArguments {
    /// The id of a game, or a file that --save has written.
    #[arg(value_name = "GAME|FILE")]
    source: String,

    #[command(flatten)]
    game_access: GameArguments,

    /// The perspective: the number of a seat, "spectator", or "all" (all cards are shown).
    #[arg(long, alias = "from-seat", env = "HIEROPHANT_PERSPECTIVE", default_value_t = Perspective::All, value_name = "N|spectator|all")]
    perspective: Perspective,

    #[command(flatten)]
    watch: Watch,

    /// Save the replay to this file: length-delimited hierophant.v1.GetReplayResponse messages.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Show the replay in a browser instead: prints its address, and serves it until Ctrl-C. It
    /// must be valid, see `hierophant verify`.
    #[arg(long, env = "HIEROPHANT_REPLAY_WEB")]
    web: bool,
}

/// Fetches or reads a replay, and narrates it.
pub(crate) fn run(arguments: ReplayArguments) -> Result<(), CommandError> {
    let replay = obtain(&arguments.source, &arguments.game_access, Replay::load)?;
    if let Some(path) = &arguments.save {
        save(path, &replay)?;
    }
    if arguments.web {
        return serve(replay, arguments.perspective);
    }
    let mut output = Output::standard_output().coloring(colored_names()).paced(arguments.watch);
    title(&mut output, &replay, arguments.perspective)?;
    let mut output = narrate(output, &replay, arguments.perspective)?;
    match commitment::write(&mut output, &replay, None)? {
        true => Ok(()),
        false => Err("the replay does not match the commitment of the game".into()),
    }
}

/// Serves a replay to browsers until a signal.
fn serve(replay: Replay, perspective: Perspective) -> Result<(), CommandError> {
    let table = replay.info()?;
    let eyes = match perspective.for_seats(table.setup.seats())? {
        Perspective::All => "open".to_owned(),
        viewer => viewer.to_string(),
    };
    // The service trusts what it stores.
    if !verify(&replay)?.holds() {
        return Err("the replay is not valid; `hierophant verify` says why".into());
    }
    let id = table.game.name.trim_start_matches("games/").to_owned();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        let (service, token) = EmbeddedService::of_replay(replay).await?;
        let mut out = anstream::stdout();
        // The token is in the fragment, which browsers send to no one.
        writeln!(out, "open {}/g/{id}?eyes={eyes}#token={}", service.address(), token.expose())?;
        writeln!(out, "Ctrl-C stops the service.")?;
        stop.await;
        service.stop().await
    })
}

fn title(
    output: &mut Output,
    replay: &Replay,
    perspective: Perspective,
) -> Result<(), CommandError> {
    let table = replay.info()?;
    let seen = match perspective {
        Perspective::All => "with all cards open".into(),
        Perspective::Viewer(Viewer::Spectator) => "by a spectator".into(),
        Perspective::Viewer(Viewer::Seat(seat)) => {
            format!("by {}", name_of(seat.index(), &table.names()))
        }
    };
    output.gap()?;
    Ok(output.styled(
        color::HEADING,
        &format!("  {}, a game of {}, seen {seen}", table.game.name, table.game.ruleset),
    )?)
}

/// Decodes a saved replay.
pub(super) type Load = fn(&[u8]) -> Result<Replay, ReplayError>;

/// The replay in a file, or of the game with this id.
pub(super) fn obtain(
    source: &str,
    game_access: &GameArguments,
    load: Load,
) -> Result<Replay, CommandError> {
    let path = Path::new(source);
    if path.is_file() {
        return read(path, load);
    }
    if !is_id(source.strip_prefix("games/").unwrap_or(source)) {
        return Err(format!("{source} is neither a file nor a valid id of a game").into());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let bearer = game_access.game_client(source, RetryPolicy::CALL)?;
        Ok(bearer.replay().await?)
    })
}

fn read(path: &Path, load: Load) -> Result<Replay, CommandError> {
    let unreadable =
        |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", path.display());
    let length = fs::metadata(path).map_err(|error| unreadable(&error))?.len();
    if length > FILE_BYTES_MAX {
        return Err(unreadable(&format!("it is longer than {FILE_BYTES_MAX} bytes")).into());
    }
    let bytes = fs::read(path).map_err(|error| unreadable(&error))?;
    Ok(load(&bytes).map_err(|error| unreadable(&error))?)
}

/// Saves a replay to a file.
pub(crate) fn save(path: &Path, replay: &Replay) -> Result<(), CommandError> {
    files::write(path, &replay.save())
}

/// Narrates a replay to its end. Returns the output.
pub(crate) fn narrate(
    output: Output,
    replay: &Replay,
    perspective: Perspective,
) -> Result<Output, CommandError> {
    let table = replay.info()?;
    let perspective = perspective.for_seats(table.setup.seats())?;
    let mut narration =
        Narration::new(output, table.ruleset(), table.names(), first_views(replay, perspective)?);
    narration.open()?;
    // The first entry is the deal, which the first views hold.
    for happened in replay.entries.iter().skip(1).flat_map(|entry| &entry.events) {
        let variants =
            happened.variants.iter().filter_map(|variant| Some((variant, variant.event.as_ref()?)));
        let mut variants: Vec<_> = variants
            .map(|(variant, event)| Ok((variant, table.event(event)?)))
            .collect::<Result<_, CommandError>>()?;
        for viewer in viewers(perspective, table.setup.seats()) {
            let own = variants.iter().find(|(variant, _)| is_visible_to(variant, viewer));
            if let Some((_, event)) = own {
                narration.fold(viewer, event);
            }
        }
        if let Perspective::Viewer(viewer) = perspective {
            variants.retain(|(variant, _)| is_visible_to(variant, viewer));
        }
        let events: Vec<Event> = variants.into_iter().map(|(_, event)| event).collect();
        if let Some(event) = merge_variants(events) {
            narration.narrate(&event)?;
        }
    }
    let ended = replay.ended().ok_or("the replay has no result")?;
    let policies: Vec<String> = table.game.seats.iter().map(policy).collect();
    let names = narration.names().to_vec();
    let mut output = narration.end();
    standings(&mut output, &ended, &names, &policies)?;
    Ok(output)
}

/// The player of a seat, as far as the game knows: a built-in agent, or the creator's name of the
/// player.
fn policy(seat: &GameSeat) -> String {
    printable(if seat.built_in_agent.is_empty() { &seat.player_ref } else { &seat.built_in_agent })
}

/// The viewers whose views are shown; the board is that of the first one.
fn viewers(perspective: Perspective, seats: u8) -> Vec<Viewer> {
    match perspective {
        Perspective::Viewer(viewer) => vec![viewer],
        Perspective::All => {
            let mut viewers: Vec<Viewer> = Viewer::all(seats).collect();
            viewers.rotate_right(1);
            viewers
        }
    }
}

/// The views after the deal.
fn first_views(
    replay: &Replay,
    perspective: Perspective,
) -> Result<Vec<(Viewer, View)>, CommandError> {
    let table = replay.info()?;
    let seed = replay.seed().ok_or("the replay has no seed")?;
    let state = State::start(&table.setup, &seed, &mut Vec::new())
        .map_err(|refused| refused.0.join("; "))?;
    Ok(viewers(perspective, table.setup.seats())
        .into_iter()
        .map(|viewer| (viewer, state.view(viewer)))
        .collect())
}
