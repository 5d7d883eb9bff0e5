//! The text of a demo before and after the game.

use super::super::{color, narrate::about, output::Output, perspective::Perspective};
use hierophant_rules::{
    Viewer,
    catalog::{RulesetId, Setup},
};
use std::{io, path::Path};

/// Writes the title, the players, and the main rules.
pub(super) fn write(
    output: &mut Output,
    setup: &Setup,
    names: &[String],
    agents: &[String],
    perspective: Perspective,
) -> io::Result<()> {
    output.gap()?;
    output.styled(
        color::HEADING,
        "  H I E R O P H A N T     a referee for games of hidden information",
    )?;
    output.gap()?;
    let (title, rules) = about(setup);
    let players: Vec<String> =
        names.iter().zip(agents).map(|(name, agent)| format!("{name} ({agent})")).collect();
    output.prose(
        2,
        &format!(
            "{title} At the table, clockwise: {}. Each is a separate client with the token of its seat. The service \
             listens on a loopback port; it deals, enforces the rules, and shows to each client what its seat may see.",
            players.join(", "),
        ),
    )?;
    output.gap()?;
    output.prose(2, &perspective_words(names, perspective))?;
    output.gap()?;
    output.styled(color::HEADING, "  How it goes")?;
    for text in rules {
        output.labelled("  ·", 4, text)?;
    }
    output.pause(20)
}

fn perspective_words(names: &[String], perspective: Perspective) -> String {
    match perspective {
        Perspective::All => "You see all cards, after the game has ended.".into(),
        Perspective::Viewer(Viewer::Spectator) => {
            "You are a spectator: you see what is public.".into()
        }
        Perspective::Viewer(Viewer::Seat(seat)) => {
            let name = names.get(seat.index()).map_or("", String::as_str);
            format!(
                "You see what {name} sees: {name}'s cards are named, other cards are only counted."
            )
        }
    }
}

/// Writes commands to try next.
pub(super) fn next_steps(
    output: &mut Output,
    played: RulesetId,
    saved: Option<&Path>,
) -> io::Result<()> {
    output.banner("What next?")?;
    let saved = saved.map(|path| path.display().to_string());
    let replay = match &saved {
        Some(path) => format!("hierophant replay {path}"),
        None => "hierophant demo --save game.replay".into(),
    };
    let other =
        RulesetId::ALL.iter().find(|&&ruleset| ruleset != played).unwrap_or(&played).info().id;
    let another = format!("hierophant demo --ruleset {other}");
    let steps = [
        (another.as_str(), "another game"),
        (
            replay.as_str(),
            if saved.is_some() {
                "the same game with all cards shown"
            } else {
                "save the game, to replay it"
            },
        ),
        ("hierophant demo --watch --perspective 2", "line by line, from another perspective"),
        ("hierophant demo --agents greedy,random", "compare two agents"),
        ("hierophant serve", "a service for bots in any language: docs/guides/writing-an-agent.md"),
    ];
    let width = steps.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0) + 4;
    steps.iter().try_for_each(|(command, what)| {
        output.labelled(&format!("  {command}"), width + 2, what)
    })?;
    output.line("  In a checkout, write `cargo run --release --` for `hierophant`.")
}
