//! The schema, as migrations from the first layout to the present one.

use rusqlite::Connection;

/// Each migration makes the layout of its number (from 1) out of the one before. A released
/// migration is never changed.
const STEPS: [&str; 6] = [LAYOUT_1, LAYOUT_2, LAYOUT_3, LAYOUT_4, LAYOUT_5, LAYOUT_6];

/// The layout that this program reads and writes.
pub(super) const PRESENT: i64 = STEPS.len() as i64;

/// The keys of games rise, and are never reused.
const LAYOUT_1: &str = "
    CREATE TABLE games (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        ruleset TEXT NOT NULL,
        request_id TEXT UNIQUE,
        request_fingerprint BLOB,
        signing_key TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL,
        created BLOB NOT NULL,
        finish_sequence INTEGER UNIQUE,
        finished_at_ms INTEGER,
        summary BLOB
    ) STRICT;
    CREATE INDEX games_by_signing_key ON games (signing_key);
    CREATE INDEX games_live ON games (key) WHERE finish_sequence IS NULL;
    CREATE TABLE labels (
        game INTEGER NOT NULL REFERENCES games (key),
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (name, value, game)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX labels_by_game ON labels (game);
    CREATE TABLE records (
        position INTEGER PRIMARY KEY,
        game INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX records_by_game ON records (game, sequence);
    CREATE TABLE replays (
        game INTEGER PRIMARY KEY REFERENCES games (key),
        body BLOB NOT NULL
    ) STRICT;
";

/// The store counts its commits, to compare them with its mark. Records and first records have
/// checksums (older ones have none). Live games that cannot be resumed can be quarantined
/// (`set_aside`).
const LAYOUT_2: &str = "
    CREATE TABLE store (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        identity BLOB NOT NULL,
        commits INTEGER NOT NULL
    ) STRICT;
    INSERT INTO store (only, identity, commits) VALUES (1, randomblob(16), 0);
    ALTER TABLE games ADD COLUMN created_checksum INTEGER;
    ALTER TABLE games ADD COLUMN set_aside TEXT;
    ALTER TABLE records ADD COLUMN checksum INTEGER;
";

/// Agents, tournaments, and one row for each seat of a tournament's games.
const LAYOUT_3: &str = "
    CREATE TABLE agents (
        name TEXT PRIMARY KEY,
        principal TEXT NOT NULL,
        body BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tournaments (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        principal TEXT NOT NULL,
        request_id TEXT UNIQUE,
        request_fingerprint BLOB,
        created_at_ms INTEGER NOT NULL,
        open INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    CREATE TABLE results (
        tournament INTEGER NOT NULL REFERENCES tournaments (key),
        slot INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        seating INTEGER NOT NULL,
        round INTEGER NOT NULL,
        entrant INTEGER NOT NULL,
        game TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        void INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        points INTEGER NOT NULL,
        ending INTEGER NOT NULL,
        thinking_ms INTEGER NOT NULL,
        decisions INTEGER NOT NULL,
        failure TEXT NOT NULL,
        PRIMARY KEY (tournament, slot, seat)
    ) STRICT, WITHOUT ROWID;
";

/// Results have the time at which they were stored; older ones have none (0).
const LAYOUT_4: &str = "
    ALTER TABLE results ADD COLUMN at_ms INTEGER NOT NULL DEFAULT 0;
";

/// Ended games can be deleted: the store keeps the highest number that one of them had in the order
/// of endings, so that none is given twice.
const LAYOUT_5: &str = "
    ALTER TABLE store ADD COLUMN deleted_sequence INTEGER NOT NULL DEFAULT 0;
";

/// The records of a game lie next to each other, without an index beside them: an answer changes one
/// page, and the end of a game, which removes its records, few. In the order in which they were
/// written they lay scattered over as many pages as the game had answers.
const LAYOUT_6: &str = "
    CREATE TABLE records_of_games (
        game INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        body BLOB NOT NULL,
        checksum INTEGER,
        PRIMARY KEY (game, sequence)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO records_of_games (game, sequence, body, checksum)
        SELECT game, sequence, body, checksum FROM records ORDER BY game, sequence;
    DROP TABLE records;
    ALTER TABLE records_of_games RENAME TO records;
";

/// Migrates a store of the layout `found` (0: an empty file) to the present one.
pub(super) fn migrate(connection: &Connection, found: i64) -> rusqlite::Result<()> {
    for (step, version) in STEPS.iter().zip(1i64..).filter(|(_, version)| *version > found) {
        let transaction = connection.unchecked_transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
        if found > 0 {
            tracing::info!(
                layout = version,
                "the store was made by an older version; it has the new layout now"
            );
        }
    }
    Ok(())
}
