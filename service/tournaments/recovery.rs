//! Loads the open tournaments when the service starts.

use super::{
    Tournaments,
    open_tournament::{OpenTournament, is_over, read},
    public_state::{Change, note_downtime, to_store},
    slot_game::SlotGame,
    tournament_config::LABEL,
};
use crate::{
    games::{GameError, Header, milliseconds},
    pb::{
        log::v1::StoredTournament,
        v1::{self as pb, TournamentStatus},
    },
    storage::{
        Cursor, Label, Listing, PAGE_ENTRIES_MAX, PAGE_GAMES_MAX, TournamentKey, TournamentRow,
    },
};
use prost::Message;
use std::sync::atomic::Ordering;

impl Tournaments {
    /// Loads the open tournaments and seals their deals. To be called before the service accepts
    /// calls.
    ///
    /// # Errors
    /// `StorageUnavailable`.
    pub async fn recover(&self) -> Result<(), GameError> {
        let mut after = TournamentKey(0);
        loop {
            let rows = self.games.storage().tournaments(after, false, PAGE_ENTRIES_MAX).await?;
            let Some(last) = rows.last() else { break };
            after = last.key;
            for row in &rows {
                match read(row) {
                    Some(stored) => {
                        self.public.add(row, &stored);
                        if row.open {
                            self.load(row, stored).await?;
                        }
                    }
                    None if row.open => {
                        // Which of its deals are over is unknown: none may be shown.
                        self.games.seals().close(&row.id);
                        tracing::error!(
                            tournament = row.id,
                            "a tournament cannot be decoded; it is skipped, and its deals are sealed"
                        );
                    }
                    None => {}
                }
            }
        }
        self.is_recovered.store(true, Ordering::Release);
        Ok(())
    }

    async fn load(
        &self,
        row: &TournamentRow,
        mut stored: StoredTournament,
    ) -> Result<(), GameError> {
        let is_public = stored
            .config
            .as_ref()
            .is_some_and(|config| config.visibility() == pb::Visibility::Public);
        if !is_public {
            self.open(row, stored).await?;
            return Ok(());
        }
        let mut last_ms = 0;
        self.each_page(row.key, |rows| {
            last_ms = rows.iter().map(|row| row.at_ms).fold(last_ms, u64::max);
        })
        .await?;
        let now_ms = self.games.now_ms();
        note_downtime(&mut stored, last_ms, now_ms);
        let stored = to_store(stored, now_ms);
        // Stored before anything is shown that depends on it.
        self.games.storage().update_tournament(row.key, true, stored.encode_to_vec()).await?;
        let ended_ms = stored.ended_at.as_ref().map(milliseconds);
        let tournament = self.open(row, stored).await?;
        self.recall_games(&tournament).await?;
        if let (Some(public), Some(ended_ms)) = (&tournament.public, ended_ms)
            && is_over(tournament.status())
        {
            public.push(ended_ms, Change::AllOpened);
            tournament.caught_up();
        }
        if tournament.status() == TournamentStatus::Complete {
            self.games.seals().open(&row.id);
        }
        Ok(())
    }

    /// Reads which games of a public tournament were live, and when.
    async fn recall_games(&self, tournament: &OpenTournament) -> Result<(), GameError> {
        let Some(public) = &tournament.public else { return Ok(()) };
        let of_tournament = Label { name: LABEL.to_owned(), value: tournament.id.clone() };
        let whose = Some(&tournament.principal).filter(|name| !name.is_empty());
        let labels: Vec<_> = whose.map(|name| Label::of_principal(name)).into_iter().collect();
        let (mut games, mut after) = (Vec::new(), Some(Cursor::Created(0)));
        while let Some(cursor) = after {
            let listing = Listing {
                ruleset: None,
                labels: labels.clone(),
                narrow: Some(of_tournament.clone()),
                ended: None,
                after: cursor,
                limit: PAGE_GAMES_MAX,
            };
            let page = self.games.storage().list(listing).await?;
            for row in page.games.iter().filter(|row| row.quarantine.is_none()) {
                let Ok(header) = Header::from_row(row) else { continue };
                let is_own = header.created.tournament == tournament.id;
                let slot = header.created.slot.as_ref().filter(|_| is_own);
                let ended_ms = row.finished.as_ref().map(|finished| finished.at_ms);
                games.extend(slot.map(|slot| {
                    (row.id.clone(), SlotGame::recorded(slot), row.created_at_ms, ended_ms)
                }));
            }
            after = page.next;
        }
        public.recall(games);
        Ok(())
    }
}
