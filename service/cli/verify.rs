//! `hierophant verify`: verifies an ended game from its replay.

use super::{
    CommandError, color, connect_args::GameArguments, output::Output, perspective::Perspective,
    replay,
};
use clap::Args;
use hierophant::{
    client::Replay,
    verify::{Fault, Verdict, verify},
};
use hierophant_rules::Viewer;
use std::io;

/// Verify from its replay that an ended game was dealt as committed and played by the rules.
///
/// The exit status is 1 if a check fails; the output then names the record.
#[derive(Args)]
pub(crate) struct VerifyArguments {
    /// The id of a game, or a file that `hierophant replay --save` has written.
    #[arg(value_name = "GAME|FILE")]
    source: String,

    #[command(flatten)]
    game_access: GameArguments,

    /// The digest in the last view that a viewer received, in hexadecimal: proves that the replay
    /// shows what the viewer saw.
    #[arg(long, value_name = "HEX", requires = "from", value_parser = digest)]
    digest: Option<Digest>,

    /// The viewer of --digest: the number of a seat, or "spectator".
    #[arg(long, alias = "from-seat", value_name = "N|spectator", requires = "digest")]
    from: Option<Perspective>,
}

type Digest = [u8; 32];

fn digest(text: &str) -> Result<Digest, String> {
    let digit = |index: usize| u8::from_str_radix(text.get(index..index + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(digit).collect();
    bytes
        .and_then(|bytes| bytes.try_into().ok())
        .ok_or_else(|| "expected 64 hexadecimal digits".to_owned())
}

/// Verifies the game.
pub(crate) fn run(arguments: VerifyArguments) -> Result<(), CommandError> {
    let replay = replay::obtain(&arguments.source, &arguments.game_access, Replay::load_whole)?;
    let verdict = verify(&replay)?;
    let noted = match (arguments.digest, arguments.from) {
        (Some(digest), Some(perspective)) => {
            match perspective.for_seats(replay.info()?.setup.seats())? {
                Perspective::Viewer(viewer) => Some((viewer, digest)),
                Perspective::All => {
                    return Err("--from: there is no digest of \"all\"; give the number of a seat or \"spectator\"".into());
                }
            }
        }
        _ => None,
    };
    let mut output = Output::standard_output();
    match write(&mut output, &replay, &verdict, noted)? {
        true => Ok(()),
        false => Err("the replay is not valid".into()),
    }
}

/// Writes the result of each check. Returns whether all checks passed.
fn write(
    output: &mut Output,
    replay: &Replay,
    verdict: &Verdict,
    noted: Option<(Viewer, Digest)>,
) -> io::Result<bool> {
    let game = replay.header.game.clone().unwrap_or_default();
    output.banner(&format!("The replay of {}", game.name))?;
    let Verdict { commitment, records, outcome, header, answers, digests } = verdict;
    let kept =
        "the deal matches its commitment: SHA-256 over nonce, seed, name, setup and rules version";
    finding(output, commitment, kept)?;
    let legal = format!(
        "dealt again from the seed, all {answers} answers are legal answers to open decisions, and each viewer was shown what the rules permit"
    );
    finding(output, records, &legal)?;
    if records.is_ok() {
        finding(output, outcome, "the answers lead to the result of the game")?;
    }
    finding(
        output,
        header,
        "ruleset, seats, beginning and end of the game agree with its records",
    )?;
    let mut holds = verdict.holds();
    if let Some((viewer, noted)) = noted {
        let same = digests.iter().any(|(whose, digest)| (*whose, *digest) == (viewer, noted));
        let fault = Fault {
            record: None,
            reason: format!("the digest that {} noted is different", name(viewer)),
        };
        let text = format!("the replay shows to {} what it noted: the digests agree", name(viewer));
        finding(output, &if same { Ok(()) } else { Err(fault) }, &text)?;
        holds &= same;
    }
    unproved(output, &game.commitment, digests, noted.map(|(viewer, _)| viewer))?;
    Ok(holds)
}

fn finding(output: &mut Output, held: &Result<(), Fault>, text: &str) -> io::Result<()> {
    let (style, word, text) = match held {
        Ok(()) => (color::GOOD, "yes", text.to_owned()),
        Err(fault) => (color::BAD, "NO ", fault.to_string()),
    };
    output.labelled(&format!("  {}  ", color::styled(style, word)), 7, &text)
}

/// What a replay alone cannot prove, and how it can be checked.
fn unproved(
    output: &mut Output,
    commitment: &[u8],
    digests: &[(Viewer, Digest)],
    noted: Option<Viewer>,
) -> io::Result<()> {
    output.gap()?;
    output.prose(
        0,
        "Not proved, because an author who rewrites seed, records and events consistently makes a valid replay:",
    )?;
    output.prose(2, "That this commitment was shown before the deal. Compare it with the response of CreateGame:")?;
    output.line(&format!("    {}", hexadecimal(commitment)))?;
    output.prose(2, "That these viewers were shown these events. Each can compare the digest of its last view, or give it with --digest and --from:")?;
    for (viewer, digest) in digests.iter().filter(|(viewer, _)| Some(*viewer) != noted) {
        output.line(&format!("    {}  {:<9}", hexadecimal(digest), name(*viewer)))?;
    }
    output.prose(2, "In which order and when seats answered simultaneous decisions: only the service states this.")?;
    output.prose(2, "What the rules do not depend on: names, labels, times, the time control and counts of illegal answers (complete list: docs/reference/replays.md).")
}

fn name(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Spectator => "spectator".to_owned(),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
