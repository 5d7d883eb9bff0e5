//! Checks an ended game against its commitment: whether it was dealt and shown as promised.

use super::{color, output::Output};
use hierophant::{client::Replay, verify::verify};
use hierophant_rules::Viewer;
use std::io;

/// What a client observed of a game while it was played.
pub(crate) struct Observation {
    /// The viewer whose view the client received.
    pub(crate) viewer: Viewer,
    /// The name of the viewer.
    pub(crate) name: String,
    /// The digest in the last view.
    pub(crate) digest: Vec<u8>,
    /// Number of events after the first view.
    pub(crate) events: usize,
    /// Whether these events, folded into the first view, give the last one.
    pub(crate) adds_up: bool,
}

/// Writes the commitment, what the replay reveals, and whether they agree. Returns whether
/// everything agrees.
pub(crate) fn write(
    output: &mut Output,
    replay: &Replay,
    observation: Option<&Observation>,
) -> io::Result<bool> {
    let game = replay.header.game.clone().unwrap_or_default();
    output.banner("Was the deal fair?")?;
    let when = match game.seed_known_to_creator {
        true => {
            "The creator chose the seed of this game. Before the deal the service showed this commitment:"
        }
        false => "The service drew the seed. Before the deal it showed this commitment:",
    };
    output.line(&format!("  {when}"))?;
    output.line(&format!("    commitment  {}", hexadecimal(&game.commitment)))?;
    output.line("  Now that the game has ended, the replay reveals")?;
    output.line(&format!("    nonce       {}", hexadecimal(&replay.header.nonce)))?;
    output.line(&format!("    seed        {}", hexadecimal(&replay.header.seed)))?;
    output.gap()?;
    let commitment = replay.commitment().is_some_and(|made| made[..] == game.commitment[..]);
    let mut fair = finding(
        output,
        commitment,
        "SHA-256 over nonce, seed, name, setup and rules version is that commitment",
    )?;
    let verdict = verify(replay);
    let answers = verdict.as_ref().map_or(0, |verdict| verdict.answers);
    let dealt_again =
        verdict.is_ok_and(|verdict| verdict.records.is_ok() && verdict.outcome.is_ok());
    let text = format!(
        "dealt again from that seed, the {answers} answers of the log lead to the same result"
    );
    fair &= finding(output, dealt_again, &text)?;
    if let Some(Observation { viewer, name, digest, events, adds_up }) = observation {
        let text = format!("the {events} events that {name} received add up to {name}'s last view");
        fair &= finding(output, *adds_up, &text)?;
        let text = format!("the replay shows the same events to {name}: the running digests agree");
        fair &= finding(output, replay.digest(*viewer)[..] == digest[..], &text)?;
    }
    Ok(fair)
}

fn finding(output: &mut Output, holds: bool, text: &str) -> io::Result<bool> {
    let (style, word) = if holds { (color::GOOD, "yes") } else { (color::BAD, "NO ") };
    output.line(&format!("  {}  {text}", color::styled(style, word)))?;
    Ok(holds)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
