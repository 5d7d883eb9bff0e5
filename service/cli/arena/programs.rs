//! Programs at work: each is a process group of its own that ends as one, is started again a few
//! times if it ends, and has its output in a file.

use super::super::{CommandError, variables};
use hierophant::{client::Client, pb::v1 as pb};
use std::{
    fs::{self, File},
    io::{Read, Write},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::task::JoinHandle;

/// A program's output is kept up to here; the rest is thrown away. In bytes.
const OUTPUT_BYTES_MAX: u64 = 10 * 1024 * 1024;
/// How often the command checks whether a program has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// If its games cannot be counted within this time, their number is left out.
const COUNT_TIMEOUT: Duration = Duration::from_secs(2);
/// The wait before the first restart of a program; it doubles each time.
const RESTART_DELAY: Duration = Duration::from_secs(1);
/// What a shell runs: the command, as a shell takes it, and a watcher that ends the whole process
/// group once standard input is closed, which it is when we end, by whatever.
const SCRIPT: &str = r#"exec 3<&0 </dev/null 2>&1
{ read -r _ <&3; kill -KILL 0; } &
exec 3<&-
eval "$1""#;

/// How a program is started.
pub(super) struct Launch {
    pub(super) name: String,
    pub(super) command: String,
    pub(super) environment: Vec<(&'static str, String)>,
    /// Where its output goes.
    pub(super) output: PathBuf,
    pub(super) restarts_max: u32,
    /// Where its games are counted.
    pub(super) played: Option<Played>,
}

/// What an entrant has played in a tournament.
pub(super) struct Played {
    pub(super) client: Client,
    /// The tournament's resource name.
    pub(super) tournament: String,
    pub(super) entrant: String,
}

impl Played {
    /// How many games count for it so far; `None` where the service doesn't say, as before the
    /// tournament begins.
    pub(super) async fn games(&self) -> Option<usize> {
        let count = async {
            let calls = self.client.tournaments();
            let config = calls.get(&self.tournament).await.ok()?.config?;
            let entrant =
                config.entrants.iter().position(|entrant| entrant.name == self.entrant)?;
            let results = calls.results(&self.tournament).await.ok()?;
            let counts = |result: &&pb::SlotResult| {
                result.void_reason() == pb::VoidReason::Unspecified
                    && result.seats.iter().any(|seat| seat.entrant as usize == entrant)
            };
            Some(results.iter().filter(counts).count())
        };
        tokio::time::timeout(COUNT_TIMEOUT, count).await.ok()?
    }
}

/// Programs at work; they end with this.
#[derive(Default)]
pub(super) struct Programs {
    programs: Vec<(Arc<Program>, JoinHandle<()>)>,
}

struct Program {
    launch: Launch,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    group: Option<Group>,
    /// It has ended too often.
    given_up: Option<String>,
}

/// A shell with everything that it has started.
struct Group(Child);

impl Programs {
    /// Starts a program, and starts it again when it ends.
    ///
    /// # Errors
    /// There is no shell, or the file for its output cannot be made.
    pub(super) fn start(&mut self, launch: Launch) -> Result<(), CommandError> {
        let output = &launch.output;
        let unwritable = |error| format!("cannot write {}: {error}", output.display());
        output.parent().map_or(Ok(()), fs::create_dir_all).map_err(unwritable)?;
        File::create(output).map_err(unwritable)?;
        eprintln!("{}: its output goes to {}", launch.name, output.display());
        let program = Arc::new(Program { launch, state: Mutex::default() });
        program.begin()?;
        let watched = program.clone();
        self.programs.push((program, tokio::spawn(async move { watched.supervise().await })));
        Ok(())
    }

    /// Why a program is not started again, if it isn't.
    pub(super) fn given_up(&self, name: &str) -> Option<String> {
        let (program, _) = self.programs.iter().find(|(program, _)| program.launch.name == name)?;
        program.state().given_up.clone()
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        for (program, supervised) in &self.programs {
            supervised.abort();
            program.state().group.take();
        }
    }
}

impl Program {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self) -> Result<(), CommandError> {
        let group = Group::start(&self.launch);
        self.state().group =
            Some(group.map_err(|error| format!("cannot start {}: {error}", self.launch.command))?);
        Ok(())
    }

    async fn supervise(&self) {
        let Launch { name, output, restarts_max, played, .. } = &self.launch;
        for restarts in 0..=*restarts_max {
            let ended = self.until_ended().await;
            let games = match played {
                Some(played) => played
                    .games()
                    .await
                    .map_or_else(String::new, |games| format!(" after {games} games")),
                None => String::new(),
            };
            let said =
                format!("{name} ended with {ended}{games}; its output: {}", output.display());
            if restarts == *restarts_max {
                eprintln!("{said}. It is not started again: --bot-restarts-max is {restarts_max}");
                self.state().given_up = Some(said);
                return;
            }
            eprintln!("{said}. It is started again");
            tokio::time::sleep(RESTART_DELAY * 2_u32.saturating_pow(restarts.min(6))).await;
            if let Err(error) = self.begin() {
                self.state().given_up = Some(error.to_string());
                return;
            }
        }
    }

    /// Waits for the program's end; whatever it has started ends with it.
    async fn until_ended(&self) -> String {
        loop {
            let status = self.state().group.as_mut().map(|group| group.0.try_wait());
            match status {
                Some(Ok(None)) => tokio::time::sleep(POLL_INTERVAL).await,
                Some(Ok(Some(status))) => {
                    self.state().group = None;
                    return in_words(status);
                }
                Some(Err(error)) => return error.to_string(),
                None => return "the tournament".to_owned(),
            }
        }
    }
}

fn in_words(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("status {code}"),
        None => status.to_string(),
    }
}

impl Group {
    fn start(launch: &Launch) -> std::io::Result<Group> {
        let mut shell = Command::new("sh");
        // A competitor must not see the environment of this command: it may have tokens, or the
        // seed of all deals.
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(variables::is_ours))
        {
            shell.env_remove(name);
        }
        let mut child = shell
            .args(["-c", SCRIPT, "sh", &launch.command])
            .envs(launch.environment.iter().map(|(name, value)| (*name, value.as_str())))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let said = child.stdout.take();
        // Made before: to append is not to lose what an earlier start has said.
        let file = File::options().append(true).open(&launch.output)?;
        std::thread::spawn(move || said.map(|said| keep(said, &file)));
        Ok(Group(child))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // It may have ended by itself, and what it has started may not.
        drop(self.0.stdin.take());
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Copies a program's output to its file, as far as it is kept.
fn keep(mut said: impl Read, mut file: &File) {
    let mut piece = [0; 8 * 1024];
    while let Ok(length @ 1..) = said.read(&mut piece) {
        let kept = file.metadata().map_or(OUTPUT_BYTES_MAX, |data| data.len());
        let fits = usize::try_from(OUTPUT_BYTES_MAX.saturating_sub(kept))
            .unwrap_or(usize::MAX)
            .min(length);
        // A full disk must not end the program.
        let _ = file.write_all(&piece[..fits]);
    }
}

/// The folder for the output of a store's programs.
pub(super) fn output_folder(store: &Path) -> PathBuf {
    let mut folder = store.as_os_str().to_owned();
    folder.push(".bots");
    folder.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(folder: &Path, command: &str, restarts_max: u32) -> Launch {
        let environment = vec![("GREETING", "hello".to_owned())];
        let output = folder.join("mine.log");
        Launch {
            name: "mine".into(),
            command: command.into(),
            environment,
            output,
            restarts_max,
            played: None,
        }
    }

    async fn until(is_so: impl Fn() -> bool) {
        for _ in 0..1_000 {
            if is_so() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it never comes");
    }

    #[tokio::test]
    async fn f17_what_a_shell_takes_is_taken_and_f16_an_end_is_told_with_its_status() {
        let folder = tempfile::tempdir().unwrap();
        let mut programs = Programs::default();
        programs
            .start(launch(
                folder.path(),
                "cd / && WHO=$GREETING sh -c 'echo $WHO; pwd >&2'; exit 3",
                0,
            ))
            .unwrap();
        until(|| programs.given_up("mine").is_some()).await;
        let said = programs.given_up("mine").unwrap();
        assert!(said.contains("mine ended with status 3") && said.contains("mine.log"), "{said}");
        until(|| fs::read_to_string(folder.path().join("mine.log")).unwrap() == "hello\n/\n").await;
    }

    #[tokio::test]
    async fn f16_a_program_that_ends_is_started_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut programs = Programs::default();
        programs.start(launch(folder.path(), "echo here", 1)).unwrap();
        until(|| programs.given_up("mine").is_some()).await;
        until(|| fs::read_to_string(folder.path().join("mine.log")).unwrap() == "here\nhere\n")
            .await;
    }

    #[derive(clap::Parser)]
    struct Asked {
        #[command(flatten)]
        terms: super::super::tournament_args::TournamentArguments,
    }

    #[tokio::test]
    async fn f16_games_of_an_entrant_are_counted() {
        let service = super::super::super::embedded_service::EmbeddedService::start()
            .await
            .expect("a service");
        let client = service.client().expect("a client");
        let played = |entrant: &str| Played {
            client: client.clone(),
            tournament: "tournaments/cup".into(),
            entrant: entrant.into(),
        };
        assert_eq!(played("random").games().await, None, "there is no tournament yet");
        let options = "arena --entrants random,b=random,c=random,d=random --seats 3 --mode independent --deals 1";
        let asked = <Asked as clap::Parser>::parse_from(options.split(' '));
        client
            .tournaments()
            .create(asked.terms.request("cup", "", Vec::new()).expect("sound"))
            .await
            .expect("new");
        let mut news = client.tournaments().follow("tournaments/cup");
        while news.next().await.expect("the watch continues").is_some() {}
        // Three of the four tables.
        assert_eq!(played("random").games().await, Some(3));
        assert_eq!(played("unknown").games().await, None);
        drop(news);
        service.stop().await.expect("in good order");
    }

    /// A helper that the program has started holds a pipe open as long as it lives.
    #[tokio::test]
    async fn f18_a_program_ends_with_all_that_it_has_started() {
        let folder = tempfile::tempdir().unwrap();
        let mut programs = Programs::default();
        programs.start(launch(folder.path(), "sleep 1000 & echo $!; sleep 1000", 0)).unwrap();
        let log = folder.path().join("mine.log");
        until(|| fs::read_to_string(&log).unwrap().ends_with('\n')).await;
        let helper = fs::read_to_string(&log).unwrap().trim().to_owned();
        let lives = || {
            Command::new("kill")
                .args(["-0", &helper])
                .stderr(Stdio::null())
                .status()
                .unwrap()
                .success()
        };
        assert!(lives());
        drop(programs);
        until(|| !lives()).await;
    }

    #[test]
    fn f19_output_is_kept_up_to_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long");
        File::create(&path).unwrap();
        let file = File::options().append(true).open(&path).unwrap();
        keep(std::io::repeat(b'x').take(OUTPUT_BYTES_MAX + 100_000), &file);
        assert_eq!(fs::metadata(&path).unwrap().len(), OUTPUT_BYTES_MAX);
    }
}
