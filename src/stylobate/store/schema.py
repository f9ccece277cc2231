"""The schema of a store, and how it grew: each change has a number, and is made once.

It is written for SQLite; what PostgreSQL calls otherwise, `postgres` says in its words.
"""

from __future__ import annotations

# Each entry brings a store from the version that is its index to the next.  Change none that was released.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            visibility TEXT NOT NULL,
            state TEXT NOT NULL,
            to_move TEXT,
            clocked INTEGER NOT NULL,
            version INTEGER NOT NULL,
            opened INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            finished INTEGER,
            about TEXT NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX tables_by_state ON tables (state, visibility, changed)",
        """CREATE TABLE events (
            table_id TEXT NOT NULL REFERENCES tables,
            version INTEGER NOT NULL,
            key TEXT,
            body TEXT NOT NULL,
            PRIMARY KEY (table_id, version)
        ) WITHOUT ROWID""",
        "CREATE INDEX events_by_key ON events (table_id, key) WHERE key IS NOT NULL",
        """CREATE TABLE secrets (
            table_id TEXT PRIMARY KEY REFERENCES tables,
            secret BLOB NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE people (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            account TEXT,
            folded TEXT UNIQUE,
            password TEXT,
            created INTEGER NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE sessions (
            token BLOB PRIMARY KEY,
            person TEXT NOT NULL REFERENCES people,
            created INTEGER NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE claims (
            table_id TEXT NOT NULL REFERENCES tables,
            seat INTEGER NOT NULL,
            person TEXT NOT NULL,
            token BLOB NOT NULL,
            PRIMARY KEY (table_id, seat)
        ) WITHOUT ROWID""",
        "CREATE INDEX claims_by_person ON claims (person)",
        """CREATE TABLE invites (
            token BLOB PRIMARY KEY,
            table_id TEXT NOT NULL REFERENCES tables,
            seat INTEGER NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            used INTEGER
        ) WITHOUT ROWID""",
        "CREATE TABLE notes (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    ),
    (
        "ALTER TABLE sessions RENAME COLUMN created TO used",
        "CREATE INDEX sessions_by_person ON sessions (person)",
        "CREATE INDEX invites_by_table ON invites (table_id)",
    ),
    (
        "ALTER TABLE sessions RENAME COLUMN token TO digest",
        "ALTER TABLE claims RENAME COLUMN token TO digest",
        "ALTER TABLE invites RENAME COLUMN token TO digest",
    ),
    (
        """CREATE TABLE looks (
            look TEXT PRIMARY KEY,
            person TEXT NOT NULL REFERENCES people
        ) WITHOUT ROWID""",
        "CREATE INDEX looks_by_person ON looks (person)",
        """INSERT OR IGNORE INTO looks
        SELECT look.value, people.id FROM people, json_each(looks_of(account)) AS look
        WHERE account IS NOT NULL ORDER BY created, people.id""",
    ),
    (
        """CREATE TABLE feeds (
            person TEXT PRIMARY KEY REFERENCES people,
            digest BLOB NOT NULL UNIQUE,
            made INTEGER NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE processes (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            version TEXT NOT NULL,
            seen INTEGER NOT NULL,
            keeps INTEGER NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE attendance (
            table_id TEXT NOT NULL,
            person TEXT NOT NULL,
            process TEXT NOT NULL,
            listens INTEGER NOT NULL,
            hidden INTEGER,
            seen INTEGER NOT NULL,
            PRIMARY KEY (table_id, person, process)
        ) WITHOUT ROWID""",
        "CREATE INDEX attendance_by_process ON attendance (process)",
    ),
    (
        """CREATE TABLE jobs (
            table_id TEXT PRIMARY KEY REFERENCES tables,
            version INTEGER NOT NULL,
            place TEXT NOT NULL,
            host TEXT NOT NULL,
            watched INTEGER NOT NULL,
            slow INTEGER NOT NULL,
            queued INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            holder TEXT,
            taken_until INTEGER
        ) WITHOUT ROWID""",
        "CREATE TABLE turns (asker TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID",
    ),
)
