//! The program is asked to stop while calls and streams are open and peers are silent.

use crate::support::{
    bot::{self, Bot, reason},
    program::Program,
    service::{Client, request},
    wait::{POLL_INTERVAL, poll},
};
use hierophant::pb::v1 as pb;
use std::{
    io::{Read, Write},
    net::TcpStream,
};

/// Longer than the test may take: a service that waits this long fails the test by its log line.
const DRAIN_SECONDS_MAX: &str = "45";

/// What an HTTP/2 client says first: its preface, and settings without a setting.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// Connections of peers that say this much and then nothing.
fn silent(address: &str) -> Vec<TcpStream> {
    let said = [&b""[..], &PREFACE[..10], &PREFACE[..24], PREFACE];
    let connect = |said: &[u8]| {
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.write_all(said).expect("it listens");
        if said.len() == PREFACE.len() {
            // Its settings: the connection stands.
            stream.read_exact(&mut [0; 9]).expect("it answers");
        }
        stream
    };
    said.into_iter().map(connect).collect()
}

fn check_ended(program: &mut Program) {
    let (status, log) = program.ended();
    assert!(status.success(), "{status}");
    assert!(log.contains("\"stopped\"") && !log.contains("they are cut"), "{log}");
}

#[tokio::test]
async fn silent_connections_do_not_hold_a_service_that_stops() {
    let folder = tempfile::tempdir().unwrap();
    let more = |command: &mut std::process::Command| {
        command.args(["--drain-seconds-max", DRAIN_SECONDS_MAX]);
    };
    let mut program = Program::start_with(&folder.path().join("games.db"), more);
    drop(program.channel().await);
    let _silent = silent(&program.address);
    program.terminate();
    check_ended(&mut program);
}

#[tokio::test]
async fn callers_and_watchers_get_a_reason_and_silent_peers_delay_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let more = |command: &mut std::process::Command| {
        command.args(["--drain-seconds-max", DRAIN_SECONDS_MAX]);
    };
    let mut program = Program::start_with(&folder.path().join("games.db"), more);
    let channel = program.channel().await;
    let _silent = silent(&program.address);
    let mut open = Vec::new();
    let mut waiting = Vec::new();
    for _ in 0..8 {
        let created =
            Client::new(channel.clone()).create_game(request()).await.unwrap().into_inner();
        let name = created.game.unwrap().name;
        let spectator = Bot::new(channel.clone(), &name, &created.spectator_token);
        let mut stream = spectator.watch(None).await.unwrap();
        stream.snapshot().await;
        open.push(stream);
        // A spectator is never asked: this waits for the end.
        let request =
            pb::GetViewRequest { wait_for: pb::WaitFor::MyDecision.into(), ..Default::default() };
        waiting.push(tokio::spawn(async move { spectator.get_view(request).await }));
        let seat = Bot::new(channel.clone(), &name, &created.seat_tokens[0].token);
        seat.act(|_| 0).await.expect("it is asked");
    }
    program.terminate();
    for mut stream in open {
        while let Some(response) = stream.next().await {
            if let Err(status) = response {
                assert_eq!(reason(&status), "DRAINING");
                break;
            }
        }
    }
    for call in waiting {
        // One that comes when the connection is being closed is refused by the connection.
        let refused = call.await.unwrap().expect_err("sent away");
        assert_eq!(refused.code(), tonic::Code::Unavailable, "{refused:?}");
    }
    check_ended(&mut program);
}

/// Adds a principal to a file; its token.
fn principal(file: &std::path::Path, name: &str) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hierophant"));
    command.args(["principal", "new", name, "--role", "operator", "--file"]).arg(file);
    String::from_utf8(command.output().expect("it runs").stdout).unwrap().trim().to_owned()
}

#[tokio::test]
async fn f29_sighup_reloads_principals_and_a_faulty_file_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("principals");
    let first = principal(&file, "first");
    let mut program = Program::start_with(&folder.path().join("games.db"), |command| {
        command.arg("--principals").arg(&file);
    });
    let channel =
        tonic::transport::Channel::from_shared(format!("http://{}", program.address)).unwrap();
    let client = Client::new(channel.connect().await.unwrap());
    let is_in = async |token: &str| {
        let asked = bot::with_token(pb::ListGamesRequest::default(), token);
        match client.clone().list_games(asked).await {
            Ok(_) => Some(true),
            Err(status) if reason(&status) == "TOKEN_UNKNOWN" => Some(false),
            Err(_) => None,
        }
    };
    // A signal is heard a little later than it is sent.
    let until = async |token: &str, wanted: bool| {
        let heard = async || (is_in(token).await == Some(wanted)).then_some(());
        poll("the effect of the principals file", POLL_INTERVAL, heard).await;
    };
    until(&first, true).await;
    let second = principal(&file, "second");
    until(&second, false).await;
    program.signal("HUP");
    until(&second, true).await;
    assert_eq!(is_in(&first).await, Some(true));
    // Files that cannot be used: both stay. (Calls are answered while a signal is heard.)
    let good = std::fs::read_to_string(&file).unwrap();
    for faulty in
        [format!("{good}third operaotr cert-name:x\n"), "nonsense".to_owned(), String::new()]
    {
        std::fs::write(&file, faulty).unwrap();
        program.signal("HUP");
        for _ in 0..200 {
            assert_eq!((is_in(&first).await, is_in(&second).await), (Some(true), Some(true)));
        }
    }
    std::fs::write(
        &file,
        good.lines().filter(|line| line.starts_with("second")).collect::<String>(),
    )
    .unwrap();
    program.signal("HUP");
    until(&first, false).await;
    assert_eq!(is_in(&second).await, Some(true));
    program.terminate();
    let (status, log) = program.ended();
    assert!(status.success(), "{status}");
    assert!(
        log.contains("the former ones stay in use")
            && log.contains("operator nor creator")
            && log.contains("stopped"),
        "{log}"
    );
}
