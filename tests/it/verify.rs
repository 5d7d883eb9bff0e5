//! `hierophant verify`, run as from a shell: on a replay as it was saved, and on one that was
//! tampered with.

use hierophant::{client::Replay, pb::v1::replay_entry::Record};
use hierophant_rules::Viewer;
use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

fn hierophant(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hierophant"));
    command.args(arguments).env_clear().stdin(Stdio::null()).output().expect("it runs")
}

fn text(output: &Output) -> String {
    [&output.stdout[..], &output.stderr[..]]
        .iter()
        .map(|bytes| String::from_utf8_lossy(bytes))
        .collect()
}

fn read(file: &Path) -> Replay {
    Replay::load(&std::fs::read(file).expect("a file")).expect("a replay")
}

#[test]
fn a_saved_game_is_proved_and_a_changed_one_is_caught_at_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.replay");
    let path = file.to_str().unwrap();
    let demo =
        hierophant(&["demo", "--seed", "3", "--agents", "random", "--seats", "3", "--save", path]);
    assert!(demo.status.success(), "{}", text(&demo));

    let proved = hierophant(&["verify", path]);
    assert!(proved.status.success(), "{}", text(&proved));
    assert_eq!(text(&proved).matches("  yes  ").count(), 4, "{}", text(&proved));
    assert!(text(&proved).contains("Not proved"), "{}", text(&proved));

    let digest = hexadecimal(&read(&file).digest(Viewer::Spectator));
    let noted = hierophant(&["verify", path, "--digest", &digest, "--from", "spectator"]);
    assert!(
        noted.status.success() && text(&noted).contains("the digests agree"),
        "{}",
        text(&noted)
    );
    let of_another = hierophant(&["verify", path, "--digest", &digest, "--from", "0"]);
    assert_eq!(of_another.status.code(), Some(1), "{}", text(&of_another));
    assert_eq!(
        hierophant(&["verify", path, "--digest", &digest]).status.code(),
        Some(2),
        "whose digest?"
    );

    let mut replay = read(&file);
    let Some(Record::Answered(answer)) = &mut replay.entries[40].record else {
        panic!("an answer")
    };
    answer.decision_id += 1;
    std::fs::write(&file, replay.save()).unwrap();
    let caught = hierophant(&["verify", path]);
    assert_eq!(caught.status.code(), Some(1), "{}", text(&caught));
    assert!(text(&caught).contains("record 40: "), "{}", text(&caught));
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
