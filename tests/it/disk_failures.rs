//! Disks that fail beneath the program: without room, without flushes, without power; and stores
//! that it must refuse.

use crate::support::{
    bot::{Bot, play_to_end, reason, some},
    program::{Program, serve},
    service::{Client, request},
};
use hierophant::pb::v1 as pb;
use std::{
    fs,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;
use tonic::transport::Channel;

/// The exit status after a failed store.
const EXIT_STORE_FAILED: i32 = 74;
/// A user without privileges.
const UNPRIVILEGED: u32 = 65_534;

/// A folder with a store, and a disk beneath it that can be made to fail.
struct Disk {
    folder: TempDir,
}

impl Disk {
    fn new() -> Disk {
        let disk = Disk { folder: tempfile::tempdir().unwrap() };
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/disk/faults.c");
        let library = disk.library();
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(&library)
            .args([source, "-ldl"])
            .status();
        assert!(built.expect("a C compiler, which the build needs as well").success());
        fs::create_dir(disk.control()).unwrap();
        disk
    }

    fn library(&self) -> PathBuf {
        self.folder.path().join("faults.so")
    }

    fn control(&self) -> PathBuf {
        self.folder.path().join("disk")
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("games.db")
    }

    fn set(&self, fault: &str) {
        fs::write(self.control().join(fault), "").unwrap();
    }

    fn clear(&self, fault: &str) {
        fs::remove_file(self.control().join(fault)).unwrap();
    }

    fn start(&self) -> Program {
        Program::start_with(&self.store(), |command| {
            command.env("LD_PRELOAD", self.library()).env("DISK_FAULTS", self.control());
        })
    }
}

fn bots(channel: &Channel, created: &pb::CreateGameResponse) -> Vec<Bot> {
    let name = &created.game.as_ref().unwrap().name;
    created.seat_tokens.iter().map(|seat| Bot::new(channel.clone(), name, &seat.token)).collect()
}

#[tokio::test]
async fn a_full_disk_takes_no_answers_and_keeps_all_it_has_until_there_is_room() {
    let disk = Disk::new();
    let program = disk.start();
    let channel = program.channel().await;
    let created = Client::new(channel.clone()).create_game(request()).await.unwrap().into_inner();
    let bots = bots(&channel, &created);
    for turn in 0..12 {
        bots[turn % 4].act(some(turn)).await;
    }
    let before = bots[0].view().await;
    let asked = &bots[0];
    let mut open = None;
    for bot in &bots {
        open = open.or(bot.view().await.decision.map(|decision| (bot.clone(), decision)));
    }
    let (bot, decision) = open.expect("a seat has a decision");
    disk.set("full");
    for _ in 0..3 {
        let refused = bot
            .submit(decision.decision_id, decision.legal_codes[0])
            .await
            .expect_err("there is no room");
        assert_eq!(reason(&refused), "STORE_UNAVAILABLE");
        assert_eq!(asked.view().await, before, "reads are served");
    }
    let refused =
        Client::new(channel.clone()).create_game(request()).await.expect_err("there is no room");
    assert_eq!(reason(&refused), "STORE_UNAVAILABLE");
    disk.clear("full");
    bot.submit(decision.decision_id, decision.legal_codes[0])
        .await
        .expect("the same request again is taken");
    play_to_end(&bots).await;
}

#[tokio::test]
async fn a_flush_that_fails_ends_the_program_and_nothing_that_it_said_is_lost() {
    let disk = Disk::new();
    let mut program = disk.start();
    let channel = program.channel().await;
    let created = Client::new(channel.clone()).create_game(request()).await.unwrap().into_inner();
    let mut received = Vec::new();
    for turn in 0..24 {
        let answered = bots(&channel, &created)[turn % 4].act(some(turn)).await;
        received.extend(answered.map(|response| (turn % 4, response)));
    }
    disk.set("sync-fails");
    let mut refused = 0;
    for bot in bots(&channel, &created) {
        let Ok(view) = bot.get_view(pb::GetViewRequest::default()).await else { break };
        let Some(decision) = view.decision else { continue };
        bot.submit(decision.decision_id, decision.legal_codes[0])
            .await
            .expect_err("whether it is stored is unknown");
        refused += 1;
        break;
    }
    assert_eq!(refused, 1);
    let (status, log) = program.ended();
    assert_eq!(status.code(), Some(EXIT_STORE_FAILED), "{log}");
    disk.clear("sync-fails");

    let program = disk.start();
    let channel = program.channel().await;
    let bots = bots(&channel, &created);
    for (seat, received) in received {
        assert_eq!(
            bots[seat].submit(received.decision_id, received.action_code).await.as_ref().ok(),
            Some(&received)
        );
    }
    play_to_end(&bots).await;
}

/// Whether the store's files are taken away in whatever way, the service takes nothing more, and
/// ends by itself.
#[tokio::test]
async fn f13_a_store_whose_files_are_gone_takes_nothing_more_and_ends_the_program() {
    let takes: [fn(&Path); 5] = [
        |folder| {
            fs::read_dir(folder)
                .unwrap()
                .for_each(|file| drop(fs::remove_file(file.unwrap().path())))
        },
        |folder| fs::rename(folder.join("games.db"), folder.join("moved.db")).unwrap(),
        |folder| fs::remove_file(folder.join("games.db-wal")).unwrap(),
        |folder| {
            fs::copy(folder.join("games.db"), folder.join("copy")).unwrap();
            fs::rename(folder.join("copy"), folder.join("games.db")).unwrap();
        },
        |folder| fs::remove_file(folder.join("games.db.keys")).unwrap(),
    ];
    for take in takes {
        let folder = tempfile::tempdir().unwrap();
        let mut program = Program::start(&folder.path().join("games.db"));
        let channel = program.channel().await;
        let created =
            Client::new(channel.clone()).create_game(request()).await.unwrap().into_inner();
        let seats = bots(&channel, &created);
        let (bot, view) = loop_until_asked(&seats).await;
        let decision = view.decision.expect("it is asked");
        take(folder.path());
        let refused = bot
            .submit(decision.decision_id, decision.legal_codes[0])
            .await
            .expect_err("no restart would find it");
        assert_eq!(reason(&refused), "STORE_UNAVAILABLE", "{refused:?}");
        assert_eq!(bot.view().await.decision, Some(decision), "it was not taken");
        let (status, log) = program.ended();
        assert_eq!(status.code(), Some(EXIT_STORE_FAILED), "{log}");
        let last: Vec<&str> =
            log.split("\"timestamp\"").filter(|line| line.contains("ending the process")).collect();
        assert!(last.len() == 1 && last[0].contains("removed, moved or replaced"), "{log}");
    }
}

#[tokio::test]
async fn f13_a_missing_store_is_noticed_also_without_writes() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let mut program = Program::start(&store);
    // It serves.
    program.channel().await;
    fs::remove_file(&store).unwrap();
    let (status, log) = program.ended();
    assert_eq!(status.code(), Some(EXIT_STORE_FAILED), "{log}");
    assert!(log.contains("games.db is not the file that is open"), "{log}");
}

/// The first seat that is asked, and its view.
async fn loop_until_asked(bots: &[Bot]) -> (Bot, pb::View) {
    for bot in bots {
        let view = bot.view().await;
        if view.decision.is_some() {
            return (bot.clone(), view);
        }
    }
    panic!("no seat has a decision")
}

/// `ulimit -f`, set while the program runs.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn f14_a_limit_on_the_length_of_files_is_a_full_disk() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let program = Program::start(&store);
    let limit = |current: Option<u64>| {
        let process = Pid::from_raw(program.id() as i32);
        prlimit(process, Resource::Fsize, Rlimit { current, maximum: None })
            .expect("it is our child")
    };
    let channel = program.channel().await;
    let created = Client::new(channel.clone()).create_game(request()).await.unwrap().into_inner();
    let bots = bots(&channel, &created);
    // An odd length, in the middle of a page of the log.
    limit(Some(fs::metadata(store.with_extension("db-wal")).unwrap().len() + 30_001));
    let mut refused = None;
    for turn in 0..200 {
        let view = bots[turn % 4].view().await;
        let Some(decision) = view.decision.clone() else { continue };
        if let Err(status) =
            bots[turn % 4].submit(decision.decision_id, decision.legal_codes[0]).await
        {
            refused = Some((bots[turn % 4].clone(), view, decision, status));
            break;
        }
    }
    let (bot, view, decision, status) = refused.expect("the log is as long as it may be");
    assert_eq!(reason(&status), "STORE_UNAVAILABLE", "{status:?}");
    assert_eq!(bot.view().await, view, "reads are served");
    let create =
        Client::new(channel.clone()).create_game(request()).await.expect_err("there is no room");
    assert_eq!(reason(&create), "STORE_UNAVAILABLE");
    limit(None);
    bot.submit(decision.decision_id, decision.legal_codes[0])
        .await
        .expect("the same request again is taken");
    play_to_end(&bots).await;
}

#[test]
fn what_a_power_cut_destroys_was_never_acknowledged() {
    let disk = Disk::new();
    let mut soak = Command::new(env!("CARGO_BIN_EXE_hierophant"));
    soak.args([
        "crash-test",
        "--cycles",
        "5",
        "--tables",
        "2",
        "--life-ms-max",
        "200",
        "--seed",
        "7",
        "--power-cuts",
    ]);
    let soak = soak.arg(disk.library()).output().expect("the program starts");
    let response = String::from_utf8_lossy(&soak.stdout);
    assert!(soak.status.success(), "{response}{}", String::from_utf8_lossy(&soak.stderr));
    let lost =
        response.lines().find_map(|line| line.trim().strip_prefix("writes lost by power cuts"));
    assert_ne!(lost.map(str::trim), Some("0"), "{response}");
}

/// The program refuses to start, and says so in these words.
#[track_caller]
fn check_refused(mut command: Command, words: &[&str]) {
    let refused = command.args(["--listen", "127.0.0.1:0"]).output().expect("the program starts");
    let response = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{response}");
    for words in words {
        assert!(response.contains(words), "{words:?} is not in: {response}");
    }
}

#[tokio::test]
async fn a_second_program_is_refused_by_whatever_name_it_asks() {
    let folder = tempfile::tempdir().unwrap();
    let (store, link) = (folder.path().join("games.db"), folder.path().join("link"));
    let (other, loose) = (folder.path().join("other.db"), folder.path().join("loose"));
    let _first = Program::start(&store);
    std::os::unix::fs::symlink(&store, &link).unwrap();
    check_refused(serve(&store), &["another process has the store", "games.db"]);
    check_refused(serve(&link), &["another process has the store", "link"]);
    std::os::unix::fs::symlink(&other, &loose).unwrap();
    let _second = Program::start(&loose);
    check_refused(serve(&other), &["another process has the store", "other.db"]);
    fs::hard_link(&store, folder.path().join("twin.db")).unwrap();
    check_refused(serve(&folder.path().join("twin.db")), &["hard links", "twin.db"]);
}

#[tokio::test]
async fn a_store_that_was_hurt_is_refused_with_its_name_and_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let program = Program::start(&store);
    Client::new(program.channel().await).create_game(request()).await.unwrap();
    drop(program);
    let log = folder.path().join("games.db-wal");
    let whole = fs::read(&log).unwrap();
    fs::write(&log, &whole[..whole.len() / 2]).unwrap();
    check_refused(serve(&store), &["games.db is behind its mark", "-wal", "--accept-older-store"]);
    fs::write(&log, &whole).unwrap();
    drop(Program::start(&store));

    fs::write(&log, []).unwrap();
    fs::write(&store, vec![7; 40_000]).unwrap();
    check_refused(serve(&store), &["games.db is damaged", "backup"]);
    fs::remove_file(&store).unwrap();
    check_refused(serve(&store), &["games.db is empty or missing", "games.db-mark", "backup"]);
}

/// Lets others than root go through a folder, and read what is in it.
fn open_to_others(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[tokio::test]
async fn a_store_that_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let mut program = Program::start(&store);
    drop(program.channel().await);
    program.terminate();
    program.ended();
    // Root may write everything: then a user without privileges tries.
    let is_root = fs::write(folder.path().join("probe"), "").is_ok() && {
        open_to_others(&folder.path().join("probe"), 0o444);
        fs::OpenOptions::new().write(true).open(folder.path().join("probe")).is_ok()
    };
    let program = folder.path().join("hierophant");
    fs::copy(env!("CARGO_BIN_EXE_hierophant"), &program).unwrap();
    for (path, mode) in [(store.as_path(), 0o444), (&program, 0o555), (folder.path(), 0o555)] {
        open_to_others(path, mode);
    }
    let mut command = Command::new(&program);
    command.env_clear().args(["serve", "--store"]).arg(&store);
    if is_root {
        command.uid(UNPRIVILEGED).gid(UNPRIVILEGED);
    }
    check_refused(command, &["cannot open the store", "games.db", "ermission denied"]);
    open_to_others(folder.path(), 0o755);
}
