//! Refuses environment variables with a misspelt name: a security setting must not be ignored
//! because of a typo (`HIEROPHANT_PRINCIPAL=...`).

use super::CommandError;
use clap::Command;
use std::{collections::BTreeSet, env};

/// The prefix of all variables of this project.
const PREFIX: &str = "HIEROPHANT_";

/// Variables that are not options: tokens, variables for bots, and those of tests and scripts of
/// this project.
const OTHERS: [&str; 17] = [
    "HIEROPHANT_TOKEN",
    "HIEROPHANT_AGENT_TOKEN",
    "HIEROPHANT_AGENT",
    "HIEROPHANT_TARGET",
    "HIEROPHANT_PYTHON",
    "HIEROPHANT_PYTHON_ENVIRONMENTS",
    "HIEROPHANT_SKIP_PYTHON",
    "HIEROPHANT_UNIX_TARGET",
    "HIEROPHANT_TLS_TARGET",
    "HIEROPHANT_TLS_FOLDER",
    "HIEROPHANT_TLS_TOKEN",
    "HIEROPHANT_FUZZ_ROUNDS",
    "HIEROPHANT_FUZZ_SEED",
    "HIEROPHANT_BINARY",
    "HIEROPHANT_ARENA_SEED",
    "HIEROPHANT_LEAVING_TOURNAMENTS",
    "HIEROPHANT_SIMULATIONS",
];

/// Variables that were renamed, with the name that took their place.
const RENAMED: [(&str, &str); 3] = [
    ("HIEROPHANT_ARENA_QUESTION", "HIEROPHANT_ARENA_STOP_WHEN"),
    ("HIEROPHANT_HOUSE_PACE_PERCENT", "HIEROPHANT_BUILT_IN_PACE_PERCENT"),
    ("HIEROPHANT_OTHERS_CALLS_MAX", "HIEROPHANT_HEALTH_REFLECTION_CALLS_MAX"),
];

/// A name with at most this edit distance from a known name is a misspelt name, even without the
/// prefix.
const EDIT_DISTANCE_MAX: usize = 2;

/// Whether a variable belongs to this project.
pub(super) fn is_ours(name: &str) -> bool {
    name.get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
}

/// Refuses an environment with an unknown variable of this project, or a misspelt one.
///
/// # Errors
/// Names the variable, and the known variable that is most similar.
pub(super) fn check(program: &Command) -> Result<(), CommandError> {
    let known = known(program);
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let Some((wrong, nearest)) = misspelt(names, &known) else { return Ok(()) };
    Err(format!(
        "unknown environment variable {wrong}. Did you mean {nearest}? Rename or unset it; --help shows the variable of \
         each option"
    )
    .into())
}

/// All variables that this project reads.
fn known(program: &Command) -> BTreeSet<String> {
    let mut known = OTHERS.iter().map(|&name| name.to_owned()).collect();
    collect(program, &mut known);
    known
}

/// The first misspelt name, with the known name that is most similar.
fn misspelt(
    names: impl Iterator<Item = String>,
    known: &BTreeSet<String>,
) -> Option<(String, String)> {
    let mut unknown = names.filter(|name| !known.contains(name));
    unknown.find_map(|name| {
        let upper = name.to_ascii_uppercase();
        if let Some((_, new)) = RENAMED.iter().find(|(old, _)| *old == upper) {
            return Some((name, (*new).to_owned()));
        }
        let (edits, nearest) = known.iter().map(|known| (distance(&upper, known), known)).min()?;
        (is_ours(&name) || edits <= EDIT_DISTANCE_MAX).then(|| (name.clone(), nearest.clone()))
    })
}

/// The variables of all arguments of a command and its subcommands.
fn collect(command: &Command, known: &mut BTreeSet<String>) {
    let variables = command.get_arguments().filter_map(|argument| argument.get_env()?.to_str());
    known.extend(variables.map(str::to_owned));
    command.get_subcommands().for_each(|below| collect(below, known));
}

/// The Levenshtein distance of two texts.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (column, &wanted) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != wanted);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, nearest: Option<&str>) {
        let known = ["HIEROPHANT_PRINCIPALS", "HIEROPHANT_STORE", "HIEROPHANT_TOKEN"]
            .map(str::to_owned)
            .into();
        let found = misspelt(std::iter::once(name.to_owned()), &known);
        assert_eq!(found.as_ref().map(|(_, nearest)| nearest.as_str()), nearest, "{name}");
    }

    #[test]
    fn a14_a_name_that_is_meant_for_us_is_told_from_others() {
        for right in ["HIEROPHANT_PRINCIPALS", "HIEROPHANT_STORE"] {
            check(right, None);
        }
        for other in ["PATH", "HOME", "PRINCIPALS", "SPECTRUM_PRINCIPALS", "HIEROPHANT", ""] {
            check(other, None);
        }
        check("HIEROPHANT_PRINCIPAL", Some("HIEROPHANT_PRINCIPALS"));
        check("HEIROPHANT_PRINCIPALS", Some("HIEROPHANT_PRINCIPALS"));
        check("hierophant_store", Some("HIEROPHANT_STORE"));
        check("Hierophant_Stoer", Some("HIEROPHANT_STORE"));
        check("HIEROPHANT_ARENA_QUESTION", Some("HIEROPHANT_ARENA_STOP_WHEN"));
        check("HIEROPHANT_", Some("HIEROPHANT_STORE"));
    }

    /// The names of variables in a text, except for prefixes of names (`HIEROPHANT_...`).
    fn named(text: &str) -> impl Iterator<Item = String> {
        text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .filter(|word| word.starts_with(PREFIX) && !word.ends_with('_'))
            .map(str::to_owned)
    }

    /// Names in docs, tests, scripts and examples.
    #[test]
    fn a14_every_variable_that_is_written_about_is_known() {
        let known = known(&<super::super::Cli as clap::CommandFactory>::command());
        let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
        let skipped =
            ["target", "node_modules", "fuzz", "service", ".git", "open_mode.rs", "CHANGELOG.md"];
        let mut count = 0;
        while let Some(folder) = folders.pop() {
            for entry in
                std::fs::read_dir(&folder).expect("a folder of the project").map_while(Result::ok)
            {
                let (path, name) = (entry.path(), entry.file_name());
                if skipped.iter().any(|skipped| name == *skipped) {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                } else if let Ok(text) = std::fs::read_to_string(&path) {
                    for name in named(&text) {
                        assert!(
                            known.contains(&name),
                            "{} names {name}, which is not a variable of this project",
                            path.display()
                        );
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 20, "{count}");
    }

    /// `tests/it/open_mode.rs` says false by each of them.
    #[test]
    fn a14_variables_that_say_yes_or_no_are_these() {
        fn flags(command: &Command, found: &mut BTreeSet<String>) {
            let arguments =
                command.get_arguments().filter(|argument| !argument.get_action().takes_values());
            found.extend(arguments.filter_map(|flag| flag.get_env()?.to_str().map(str::to_owned)));
            command.get_subcommands().for_each(|below| flags(below, found));
        }
        let mut found = BTreeSet::new();
        flags(&<super::super::Cli as clap::CommandFactory>::command(), &mut found);
        let known = [
            "HIEROPHANT_ARENA_ALLOW_SAME_AGENT",
            "HIEROPHANT_ARENA_ALLOW_UNVALIDATED",
            "HIEROPHANT_CLIENT_CERT_REQUIRED",
            "HIEROPHANT_DEMO_MILITIA",
            "HIEROPHANT_DEMO_OBJECTIVES",
            "HIEROPHANT_DEMO_TACTICAL_REMOVAL",
            "HIEROPHANT_DEMO_WEB",
            "HIEROPHANT_NO_TCP",
            "HIEROPHANT_QUARANTINE_BROKEN_GAMES",
            "HIEROPHANT_REPLAY_WEB",
            "HIEROPHANT_WATCH",
            "HIEROPHANT_WEB",
        ];
        assert_eq!(found, known.map(str::to_owned).into());
    }

    #[test]
    fn distances_are_counted_in_letters() {
        for (one, other, letters) in
            [("", "", 0), ("", "ab", 2), ("abc", "abc", 0), ("kitten", "sitting", 3)]
        {
            assert_eq!((distance(one, other), distance(other, one)), (letters, letters));
        }
    }
}
