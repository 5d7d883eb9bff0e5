//! Guarantee T44 (20 ms of host jitter lost games): a tournament that uses every processor costs an
//! agent that answers in time none of it; and the command that holds one.

use std::{path::Path, process::Command};

const BINARY: &str = env!("CARGO_BIN_EXE_hierophant");

/// The lines of a file of results, each by its columns.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("results");
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Search thinks on all processors, in as many games at once as play; a program of its own plays
/// among them against a clock.
#[test]
fn a_full_machine_costs_no_agent_its_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("results.csv");
    let bot = format!("mine={BINARY} agent serve --policy greedy --games-at-once 4 --log error");
    let output = Command::new(BINARY)
        .current_dir(folder.path())
        .args([
            "arena",
            "run",
            "--entrants",
            "one=search:40,two=search:40",
            "--bot",
            &bot,
            "--seats",
            "3",
            "--deals",
            "6",
        ])
        .args([
            "--games-at-once",
            "3",
            // The other tests' work is no part of this: it has held the disk for a second.
            "--decision-ms",
            "3000",
            "--bank-ms",
            "0",
            "--first-choice-ms",
            "30000",
        ])
        .args(["--csv".as_ref(), results.as_os_str()])
        .output()
        .expect("the program");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let rows = rows(&results);
    let mine: Vec<_> = rows.iter().filter(|row| row[6] == "mine").collect();
    assert_eq!(mine.len(), 6, "{rows:?}");
    assert!(mine.iter().all(|row| row[9] == "played" && row[15].is_empty()), "{mine:?}");
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.contains("6 of 6 slots done") && shown.contains("games a minute"), "{shown}");
}
