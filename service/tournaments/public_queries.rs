//! What callers without a token get of public tournaments. Every field of a message is either passed
//! on here or left out.

use super::{
    Tournaments,
    listing::{GameFilter, ended_message, live_page},
    open_tournament::{OpenTournament, id_in, message},
    public_state::Shown,
    queries::{TournamentHandle, page_of},
    standings::Results,
    watcher::{RESULTS_MAX, UPDATE_INTERVAL, Updates},
};
use crate::{
    config::HEARTBEAT_INTERVAL,
    games::GameError,
    pb::{
        log::v1::{PublicState, Seal, StoredTournament},
        v1 as pb,
    },
    storage::{PAGE_ENTRIES_MAX, PAGE_SLOTS_MAX, TournamentKey},
    wire::page::Page,
};
use std::sync::{Arc, atomic::Ordering};
use tokio::sync::watch;

impl Tournaments {
    /// A public tournament.
    ///
    /// # Errors
    /// `TokenUnknown` if there is no public tournament of this name, `Unavailable` until the
    /// service has started, or `StorageUnavailable`.
    pub async fn public_get(&self, name: &str) -> Result<pb::Tournament, GameError> {
        self.public_message(&self.public_find(name).await?).await
    }

    /// Public tournaments after the one of this id (if it is empty, from the first), in the order
    /// of creation, and the id of the last one if there may be more; at most `limit`, fewer if they
    /// are long.
    ///
    /// # Errors
    /// `InvalidField` if there is no public tournament of this id, `Unavailable` until the service
    /// has started, or `StorageUnavailable`.
    pub async fn public_list(
        &self,
        after: &str,
        open_only: bool,
        limit: usize,
    ) -> Result<(Vec<pb::Tournament>, String), GameError> {
        self.check_recovered()?;
        let unknown = || GameError::field("page_token", "not from a response of this call");
        let mut key = match after {
            "" => TournamentKey(0),
            id => self.public.key(id).ok_or_else(unknown)?,
        };
        let (mut page, mut last) = (Page::new(limit), after.to_owned());
        loop {
            let ids = self.public.after(key, PAGE_ENTRIES_MAX);
            for id in &ids {
                let Some(handle) = self.public_handle(id).await? else { continue };
                key = handle.key();
                let tournament = match self.public_message(&handle).await {
                    // What it shows is not known yet after a restart.
                    Err(GameError::Unavailable) => {
                        last.clone_from(id);
                        continue;
                    }
                    tournament => tournament?,
                };
                let is_asked_for = !open_only || tournament.ended_at.is_none();
                if is_asked_for && !page.push(tournament) {
                    return Ok((page.into_items(), last));
                }
                last.clone_from(id);
                if page.is_full() {
                    return Ok((page.into_items(), last));
                }
            }
            if ids.len() < PAGE_ENTRIES_MAX {
                return Ok((page.into_items(), String::new()));
            }
        }
    }

    /// Results of a public tournament from this slot on, as [`Tournaments::results`].
    ///
    /// # Errors
    /// As [`Tournaments::public_get`].
    pub async fn public_results(
        &self,
        name: &str,
        from: u32,
        limit: usize,
    ) -> Result<(Vec<pb::SlotResult>, Option<u32>), GameError> {
        let show = |shown| Some(result(shown));
        match self.public_find(name).await? {
            TournamentHandle::Open(open) => {
                let (found, _) = shown_slots(&open, from, limit)?;
                Ok(page_of(found, limit, limit, show))
            }
            TournamentHandle::Over(row, _) => {
                let _reading = self.games.public_read().await;
                self.slots(row.key, from, limit, limit, show).await
            }
        }
    }

    /// Games of a public tournament from this slot on, as [`Tournaments::games`]. Games of a sealed
    /// deal are left out.
    ///
    /// # Errors
    /// As [`Tournaments::public_get`], or `InvalidField` if there is no such entrant.
    pub async fn public_games(
        &self,
        name: &str,
        filter: GameFilter,
        from: u32,
        limit: usize,
    ) -> Result<(Vec<pb::TournamentGame>, Option<u32>), GameError> {
        let slots = filter.slots(limit).min(PAGE_SLOTS_MAX);
        let show = |shown| ended_message(result(shown), filter, false);
        let entrants = |config: &Option<pb::TournamentConfig>| {
            config.as_ref().map_or(0, |config| config.entrants.len())
        };
        match self.public_find(name).await? {
            TournamentHandle::Open(open) => {
                let (found, shown) = shown_slots(&open, from, slots)?;
                filter.check(entrants(&shown.state.config))?;
                match filter.live {
                    true => Ok(live_page(shown.live, filter, from, limit, |_| false)),
                    false => Ok(page_of(found, slots, limit, show)),
                }
            }
            TournamentHandle::Over(row, stored) => {
                filter.check(entrants(&stored.config))?;
                match filter.live {
                    true => Ok((Vec::new(), None)),
                    false => {
                        let _reading = self.games.public_read().await;
                        self.slots(row.key, from, slots, limit, show).await
                    }
                }
            }
        }
    }

    /// A public tournament and its standings, as [`Tournaments::standings`].
    ///
    /// # Errors
    /// As [`Tournaments::standings`] and [`Tournaments::public_get`].
    pub async fn public_standings(
        &self,
        name: &str,
        permits: impl Send + 'static,
    ) -> Result<(pb::Tournament, Arc<pb::Standings>), GameError> {
        let handle = self.public_find(name).await?;
        let key = handle.key();
        let (tournament, from) = match &handle {
            TournamentHandle::Open(open) => {
                let tournament = read(open, About::of)?.message(open);
                (tournament, Results::Shown(open.clone()))
            }
            TournamentHandle::Over(..) => (self.public_message(&handle).await?, Results::Stored),
        };
        let kept = self.public_standings.clone();
        let standings = self.standings_of(key, &tournament, from, kept, permits).await?;
        Ok((tournament, standings))
    }

    /// Watches a public tournament, from its first result.
    ///
    /// # Errors
    /// As [`Tournaments::public_get`].
    pub async fn public_watch(&self, name: &str) -> Result<PublicWatcher, GameError> {
        let handle = self.public_find(name).await?;
        let changes = match &handle {
            TournamentHandle::Open(open) => Some(open.changes.subscribe()),
            TournamentHandle::Over(..) => None,
        };
        let tournaments = self.clone();
        Ok(PublicWatcher { tournaments, handle, changes, sent: 0, last: None, is_over: false })
    }

    /// Checks that callers without a token may see the games of a deal.
    ///
    /// # Errors
    /// `Sealed` if they may not, `Unavailable` until that is known after a restart.
    pub fn check_shown(&self, seal: &Seal) -> Result<(), GameError> {
        self.check_recovered()?;
        let Some(open) = self.open_tournament(&seal.tournament) else { return Ok(()) };
        match read(&open, |shown| shown.is_open(seal.deal))? {
            true => Ok(()),
            false => Err(GameError::Sealed),
        }
    }

    /// Checks that callers without a token have been shown the end of a tournament.
    ///
    /// # Errors
    /// `ReplayNotReady` if they have not, `Unavailable` until that is known after a restart.
    pub fn check_shown_over(&self, tournament: &str) -> Result<(), GameError> {
        self.check_recovered()?;
        let Some(open) = self.open_tournament(tournament) else { return Ok(()) };
        match read(&open, Shown::is_over)? {
            true => Ok(()),
            false => Err(GameError::ReplayNotReady),
        }
    }

    fn check_recovered(&self) -> Result<(), GameError> {
        match self.is_recovered.load(Ordering::Acquire) {
            true => Ok(()),
            false => Err(GameError::Unavailable),
        }
    }

    /// A public tournament. One that is private, or does not exist, is not looked for.
    async fn public_find(&self, name: &str) -> Result<TournamentHandle, GameError> {
        self.check_recovered()?;
        let id = id_in(name).ok_or(GameError::TokenUnknown)?;
        self.public_handle(id).await?.ok_or(GameError::TokenUnknown)
    }

    async fn public_handle(&self, id: &str) -> Result<Option<TournamentHandle>, GameError> {
        if self.public.key(id).is_none() {
            return Ok(None);
        }
        if let Some(open) = self.open_tournament(id) {
            return Ok(Some(TournamentHandle::Open(open)));
        }
        let _reading = self.games.public_read().await;
        let Some(row) = self.games.storage().tournament(id).await? else { return Ok(None) };
        Ok(Some(self.handle(&row).await?))
    }

    async fn public_message(&self, handle: &TournamentHandle) -> Result<pb::Tournament, GameError> {
        match handle {
            TournamentHandle::Open(open) => Ok(read(open, About::of)?.message(open)),
            TournamentHandle::Over(row, stored) => {
                let _reading = self.games.public_read().await;
                let done = self.games.storage().slots_done(row.key).await?;
                Ok(tournament(message(&row.id, row.created_at_ms, stored, done, 0)))
            }
        }
    }
}

/// What `look` finds in what is shown of an open tournament.
///
/// # Errors
/// `Unavailable` until that is known after a restart.
fn read<T>(open: &OpenTournament, look: impl FnOnce(&Shown) -> T) -> Result<T, GameError> {
    let public = open.public.as_ref().ok_or(GameError::TokenUnknown)?;
    public.read(look).ok_or(GameError::Unavailable)
}

/// Results from this slot on that are shown, at most so many, and what else a list needs.
fn shown_slots(
    open: &OpenTournament,
    from: u32,
    slots: usize,
) -> Result<(Vec<pb::SlotResult>, ShownLists), GameError> {
    let (indices, lists) = read(open, |shown| {
        let indices: Vec<usize> = shown.by_slot_from(from).take(slots).collect();
        (indices, ShownLists { state: shown.state.clone(), live: shown.live() })
    })?;
    Ok((open.results_at(&indices), lists))
}

struct ShownLists {
    state: PublicState,
    live: Vec<(String, super::slot_game::SlotGame)>,
}

/// What is shown about a tournament.
struct About {
    state: PublicState,
    slots_done: u32,
    games_live: u32,
}

impl About {
    fn of(shown: &Shown) -> About {
        About {
            state: shown.state.clone(),
            slots_done: shown.slots_done(),
            games_live: shown.games_live,
        }
    }

    fn message(self, open: &OpenTournament) -> pb::Tournament {
        let PublicState { at: _, status, ended_at, slots_total, answer, slots_counted, config } =
            self.state;
        let fixed = |stored: &StoredTournament| StoredTournament {
            seed_known_to_creator: stored.seed_known_to_creator,
            arithmetic_version: stored.arithmetic_version,
            ..Default::default()
        };
        let stored = StoredTournament {
            status,
            ended_at,
            slots_total,
            answer,
            slots_counted,
            config,
            ..open.read(fixed)
        };
        let (done, live) = (self.slots_done, self.games_live);
        tournament(message(&open.id, open.created_at_ms, &stored, done, live))
    }
}

/// A tournament as callers without a token get it.
fn tournament(full: pb::Tournament) -> pb::Tournament {
    let pb::Tournament {
        name,
        config,
        seed_known_to_creator,
        status,
        // Words of its owner, or of an error.
        reason: _,
        created_at,
        ended_at,
        slots_total,
        slots_done,
        games_live,
        answer,
        // They rise with time and with the service's other games.
        played_ms: _,
        built_in_thinking_ms: _,
        arithmetic_version,
        slots_counted,
    } = full;
    pb::Tournament {
        name,
        config: config.map(public_config),
        seed_known_to_creator,
        status,
        reason: String::new(),
        created_at,
        ended_at,
        slots_total,
        slots_done,
        games_live,
        answer,
        played_ms: 0,
        built_in_thinking_ms: 0,
        arithmetic_version,
        slots_counted,
    }
}

/// A config as callers without a token get it: all of it is what the organiser has made public.
fn public_config(full: pb::TournamentConfig) -> pb::TournamentConfig {
    let pb::TournamentConfig {
        title,
        setup,
        rules_version,
        entrants,
        format,
        deal_mode,
        seatings,
        deals,
        time_control,
        illegal_answers_max,
        on_failure,
        built_in_agent,
        attempts_max,
        games_at_once_max,
        absence_seconds_max,
        hypothesis,
        allow_unvalidated,
        busy_seconds_max,
        visibility,
        spectator_delay_ms,
        replays,
    } = full;
    pb::TournamentConfig {
        title,
        setup,
        rules_version,
        entrants,
        format,
        deal_mode,
        seatings,
        deals,
        time_control,
        illegal_answers_max,
        on_failure,
        built_in_agent,
        attempts_max,
        games_at_once_max,
        absence_seconds_max,
        hypothesis,
        allow_unvalidated,
        busy_seconds_max,
        visibility,
        spectator_delay_ms,
        replays,
    }
}

/// A result as callers without a token get it.
fn result(full: pb::SlotResult) -> pb::SlotResult {
    let pb::SlotResult { slot, round, deal, seating, game, attempts, void_reason, seats } = full;
    let seat = |full: pb::SeatResult| {
        let pb::SeatResult {
            entrant,
            rank,
            victory_points,
            ending,
            thinking_ms,
            decisions,
            // It may quote an agent; `ending` says what kind of failure it was.
            failure: _,
        } = full;
        pb::SeatResult {
            entrant,
            rank,
            victory_points,
            ending,
            thinking_ms,
            decisions,
            failure: String::new(),
        }
    };
    let seats = seats.into_iter().map(seat).collect();
    pb::SlotResult { slot, round, deal, seating, game, attempts, void_reason, seats }
}

/// A watcher of a public tournament without a token. It wakes when something is due, never when it
/// happens.
pub struct PublicWatcher {
    tournaments: Tournaments,
    handle: TournamentHandle,
    changes: Option<watch::Receiver<u64>>,
    /// The number of results that were sent; of a tournament that was over from the beginning, the
    /// next slot.
    sent: usize,
    /// The tournament as it was sent last.
    last: Option<pb::Tournament>,
    is_over: bool,
}

impl Updates for PublicWatcher {
    async fn next(&mut self) -> Result<Option<pb::WatchTournamentResponse>, GameError> {
        if self.is_over {
            return Ok(None);
        }
        if self.last.is_some() {
            self.until_shown().await?;
        }
        let (tournament, results) = match &self.handle {
            TournamentHandle::Open(open) => {
                let (about, is_final, new) = read(open, |shown| {
                    let new = shown.results_from(self.sent).iter().copied();
                    (About::of(shown), shown.is_final(), new.take(RESULTS_MAX).collect::<Vec<_>>())
                })?;
                let tournament = about.message(open);
                let mut page = Page::new(RESULTS_MAX);
                let found = open.results_at(&new);
                let _cut = found.into_iter().find(|found| !page.push(result(found.clone())));
                let results = page.into_items();
                self.sent += results.len();
                self.is_over = is_final && self.sent >= tournament.slots_done as usize;
                (tournament, results)
            }
            TournamentHandle::Over(row, _) => {
                let from = u32::try_from(self.sent).unwrap_or(u32::MAX);
                let show = |shown| Some(result(shown));
                // It changes no more.
                let tournament = match self.last.take() {
                    Some(tournament) => tournament,
                    None => self.tournaments.public_message(&self.handle).await?,
                };
                let _reading = self.tournaments.games.public_read().await;
                let (results, next) =
                    self.tournaments.slots(row.key, from, RESULTS_MAX, RESULTS_MAX, show).await?;
                self.sent = next.map_or(self.sent, |slot| slot as usize);
                self.is_over = next.is_none();
                (tournament, results)
            }
        };
        self.last = Some(tournament.clone());
        Ok(Some(pb::WatchTournamentResponse { tournament: Some(tournament), results }))
    }
}

impl PublicWatcher {
    /// Returns when something new is shown, or a heartbeat is due.
    async fn until_shown(&mut self) -> Result<(), GameError> {
        let (TournamentHandle::Open(open), Some(changes)) = (&self.handle, &mut self.changes)
        else {
            return Ok(());
        };
        let games = &self.tournaments.games;
        let Some(public) = &open.public else { return Ok(()) };
        let heartbeat = games.sleep(HEARTBEAT_INTERVAL);
        tokio::pin!(heartbeat);
        let mut is_first = true;
        loop {
            changes.borrow_and_update();
            let (about, is_final) = read(open, |shown| (About::of(shown), shown.is_final()))?;
            let has_results = about.slots_done as usize > self.sent;
            if std::mem::take(&mut is_first) && !has_results {
                tokio::select! {
                    () = games.sleep(UPDATE_INTERVAL) => continue,
                    () = self.tournaments.drained() => return Err(GameError::Unavailable),
                }
            }
            if has_results || is_final || self.last.as_ref() != Some(&about.message(open)) {
                return Ok(());
            }
            let due = async {
                match public.next_due() {
                    Some(pause) => games.sleep(pause).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = due => {}
                // It is due later; nothing is sent before. Many changes are looked at together.
                _ = changes.changed() => is_first = true,
                () = &mut heartbeat => return Ok(()),
                () = self.tournaments.drained() => return Err(GameError::Unavailable),
            }
        }
    }
}
