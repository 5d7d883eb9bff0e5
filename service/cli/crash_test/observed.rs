//! What clients were told, noted by themselves the moment they were told it. Nothing here knows the store.

use hierophant::{
    client::{Bearer, Table},
    pb::v1 as pb,
    wire,
};
use hierophant_rules::{Seat, Viewer, catalog::View};
use prost::Message;
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// No more faults are kept: the first ones tell.
const FAULTS_MAX: usize = 50;

/// All observations of a run.
#[derive(Default)]
pub(super) struct Observations {
    games: Mutex<Vec<Arc<ObservedGame>>>,
    faults: Mutex<Vec<String>>,
    pub(super) counts: Counts,
}

/// How much was tried.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) answers: AtomicU64,
    pub(super) repetitions: AtomicU64,
    pub(super) contests: AtomicU64,
    pub(super) views: AtomicU64,
}

impl Counts {
    pub(super) fn add(count: &AtomicU64, more: u64) {
        count.fetch_add(more, Ordering::Relaxed);
    }

    pub(super) fn of(count: &AtomicU64) -> u64 {
        count.load(Ordering::Relaxed)
    }
}

impl Observations {
    pub(super) fn fault(&self, fault: impl Into<String>) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if faults.len() < FAULTS_MAX {
            faults.push(fault.into());
        }
    }

    pub(super) fn faults(&self) -> Vec<String> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn add(&self, game: ObservedGame) -> Arc<ObservedGame> {
        let game = Arc::new(game);
        self.games.lock().unwrap_or_else(PoisonError::into_inner).push(game.clone());
        game
    }

    pub(super) fn games(&self) -> Vec<Arc<ObservedGame>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What was told about one game.
pub(super) struct ObservedGame {
    pub(super) request: pb::CreateGameRequest,
    pub(super) created: pb::CreateGameResponse,
    pub(super) table: Arc<Table>,
    /// Those who play from outside, by seat.
    pub(super) players: Vec<(Seat, Bearer)>,
    pub(super) spectator: Bearer,
    /// Its players have seen the end.
    pub(super) ended: AtomicBool,
    /// It was found whole after its end; it need not be looked at again.
    pub(super) settled: AtomicBool,
    seen: Mutex<Seen>,
}

/// See [`ObservedGame`].
#[derive(Default)]
pub(super) struct Seen {
    /// By seat and decision.
    pub(super) answers: BTreeMap<(Seat, u32), pb::SubmitActionResponse>,
    /// By viewer (seats, then the spectator) and version.
    pub(super) versions: Vec<BTreeMap<u32, VersionDigest>>,
}

/// What a viewer was shown at one version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VersionDigest {
    pub(super) digest: [u8; 32],
    /// SHA-256 of the view, where one was shown.
    pub(super) view: Option<[u8; 32]>,
}

impl ObservedGame {
    pub(super) fn new(
        request: pb::CreateGameRequest,
        created: pb::CreateGameResponse,
        table: Arc<Table>,
        players: Vec<(Seat, Bearer)>,
        spectator: Bearer,
    ) -> ObservedGame {
        let versions = vec![BTreeMap::new(); usize::from(table.setup.seats()) + 1];
        let seen = Mutex::new(Seen { versions, ..Seen::default() });
        let (ended, settled) = (AtomicBool::new(false), AtomicBool::new(false));
        ObservedGame { request, created, table, players, spectator, ended, settled, seen }
    }

    pub(super) fn name(&self) -> &str {
        &self.table.game.name
    }

    pub(super) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a response; whatever was told before for this decision must have been the same.
    pub(super) fn record_response(&self, observations: &Observations, seat: Seat, response: pb::SubmitActionResponse) {
        let decision = response.decision_id;
        let mut seen = self.seen();
        match seen.answers.get(&(seat, decision)) {
            None => {
                Counts::add(&observations.counts.answers, 1);
                seen.answers.insert((seat, decision), response);
            }
            Some(earlier) if *earlier == response => Counts::add(&observations.counts.repetitions, 1),
            Some(earlier) => observations.fault(format!(
                "{}: {seat} was told {response:?} for decision {decision}, and {earlier:?} before",
                self.name()
            )),
        }
    }

    /// Notes what a viewer was shown; whatever was shown before at this version must have been the same.
    pub(super) fn record_view(
        &self,
        observations: &Observations,
        viewer: Viewer,
        version: u32,
        digest: &[u8],
        view: Option<&View>,
    ) {
        Counts::add(&observations.counts.views, 1);
        let Ok(digest) = digest.try_into() else {
            return observations.fault(format!("{}: a digest is not 32 bytes long", self.name()));
        };
        let now = VersionDigest { digest, view: view.map(view_hash) };
        let mut seen = self.seen();
        let index = self.index(viewer);
        let before = seen.versions[index].get(&version).copied().unwrap_or(now);
        if before.digest != now.digest || (before.view.is_some() && now.view.is_some() && before.view != now.view) {
            observations.fault(format!("{}: {viewer:?} was shown another version {version} before", self.name()));
        }
        seen.versions[index].insert(version, VersionDigest { view: before.view.or(now.view), ..before });
    }

    /// The highest version that a viewer was shown.
    pub(super) fn highest(&self, viewer: Viewer) -> u32 {
        self.seen().versions[self.index(viewer)].last_key_value().map_or(0, |(version, _)| *version)
    }

    pub(super) fn index(&self, viewer: Viewer) -> usize {
        viewer.seat().map_or(usize::from(self.table.setup.seats()), Seat::index)
    }

    /// Whoever holds a token, with their perspective.
    pub(super) fn bearers(&self) -> impl Iterator<Item = (Viewer, &Bearer)> {
        let players = self.players.iter().map(|(seat, bearer)| (Viewer::Seat(*seat), bearer));
        players.chain([(Viewer::Spectator, &self.spectator)])
    }
}

/// A view in 32 bytes.
pub(super) fn view_hash(view: &View) -> [u8; 32] {
    Sha256::digest(wire::encode::view(view).encode_to_vec()).into()
}
