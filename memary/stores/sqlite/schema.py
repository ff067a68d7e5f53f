"""The tables of the SQLite store, as numbered migrations.

Rows of a user carry the user's number (`owner`), which is never used twice. What hangs on a row goes with it by
foreign keys and triggers. Times are microseconds since 1970 in UTC. Full text holds each term with the owner's number
in front of it (`12:berlin`), so that a user has word lists of their own.
"""

from __future__ import annotations

import sqlite3
from typing import Literal

from memary.types import EmbeddingSpec

Kind = Literal["message", "fact", "entity"]
TABLES: dict[Kind, str] = {"message": "messages", "fact": "facts", "entity": "entities"}

APPLICATION_ID = 0x6D656D79  # "memy": tells our files from other programs' databases

_TABLES_1 = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE users (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL UNIQUE,
  revision INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_until INTEGER,
  changes INTEGER NOT NULL DEFAULT 0,  -- vectors removed or replaced so far; new ones show by their seq
  learnt_until INTEGER NOT NULL DEFAULT 0  -- nothing of the user's was learnt or retired later; removals leave it
);

CREATE TABLE messages (
  number INTEGER PRIMARY KEY,
  owner INTEGER NOT NULL REFERENCES users(number) ON DELETE CASCADE,
  id TEXT NOT NULL,
  agent_id TEXT, session_id TEXT,
  role TEXT NOT NULL, speaker TEXT, content TEXT NOT NULL,
  created_at INTEGER NOT NULL, added_at INTEGER NOT NULL,
  metadata TEXT NOT NULL, language TEXT NOT NULL, expires_at INTEGER NOT NULL, digest TEXT NOT NULL,
  state TEXT NOT NULL, attempts INTEGER NOT NULL, error TEXT,
  due_at INTEGER NOT NULL, leased_to TEXT,
  terms TEXT NOT NULL, embedded INTEGER NOT NULL DEFAULT 0,
  UNIQUE (owner, id), UNIQUE (owner, digest)
);
CREATE INDEX messages_by_time ON messages (owner, created_at, id);
CREATE INDEX messages_by_session ON messages (owner, session_id, created_at, id);
CREATE INDEX messages_by_agent ON messages (owner, agent_id, created_at, id) WHERE agent_id IS NOT NULL;
CREATE INDEX messages_by_speaker ON messages (owner, speaker) WHERE speaker IS NOT NULL;
CREATE INDEX messages_by_state ON messages (owner, state);
CREATE INDEX messages_waiting ON messages (created_at, id, owner, due_at) WHERE state = 'pending';
CREATE INDEX messages_waiting_by_user ON messages (owner, created_at, id, due_at) WHERE state = 'pending';
CREATE INDEX messages_expiring ON messages (owner, expires_at) WHERE expires_at < 253402214400000000;

CREATE TABLE message_metadata (  -- the values of metadata one by one, for filters; a key without any has one row
  owner INTEGER NOT NULL, message_id TEXT NOT NULL, key TEXT NOT NULL, place INTEGER NOT NULL,
  sort TEXT NOT NULL, value,
  PRIMARY KEY (owner, message_id, key, place),
  FOREIGN KEY (owner, message_id) REFERENCES messages(owner, id) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE entities (
  number INTEGER PRIMARY KEY,
  owner INTEGER NOT NULL REFERENCES users(number) ON DELETE CASCADE,
  id TEXT NOT NULL,
  name TEXT NOT NULL, key TEXT NOT NULL, type TEXT NOT NULL,
  categories TEXT NOT NULL, aliases TEXT NOT NULL, description TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  terms TEXT NOT NULL, embedded INTEGER NOT NULL DEFAULT 0,
  UNIQUE (owner, id)
);

CREATE TABLE entity_keys (
  owner INTEGER NOT NULL, key TEXT NOT NULL, entity_id TEXT NOT NULL,
  PRIMARY KEY (owner, key, entity_id),
  FOREIGN KEY (owner, entity_id) REFERENCES entities(owner, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX entity_keys_by_entity ON entity_keys (owner, entity_id);

CREATE TABLE facts (
  number INTEGER PRIMARY KEY,
  owner INTEGER NOT NULL REFERENCES users(number) ON DELETE CASCADE,
  id TEXT NOT NULL,
  subject_id TEXT NOT NULL, subject TEXT NOT NULL, predicate TEXT NOT NULL,
  object_id TEXT NOT NULL, object TEXT NOT NULL, statement TEXT NOT NULL, kind TEXT NOT NULL,
  valid_at INTEGER NOT NULL, invalid_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL, expired_at INTEGER NOT NULL, stated_end INTEGER NOT NULL,
  earlier_ends TEXT NOT NULL, changed_at TEXT NOT NULL,  -- JSON arrays of times
  origin TEXT NOT NULL, extractor TEXT NOT NULL, confidence REAL NOT NULL, importance INTEGER NOT NULL,
  rating INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  language TEXT NOT NULL, quote TEXT NOT NULL,
  supersedes TEXT NOT NULL, conflicts_with TEXT NOT NULL, source_ids TEXT NOT NULL,
  terms TEXT NOT NULL, embedded INTEGER NOT NULL DEFAULT 0,
  UNIQUE (owner, id),
  FOREIGN KEY (owner, subject_id) REFERENCES entities(owner, id) ON DELETE CASCADE,
  FOREIGN KEY (owner, object_id) REFERENCES entities(owner, id) ON DELETE CASCADE
);
CREATE INDEX facts_by_time ON facts (owner, valid_at, id);
CREATE INDEX facts_expiring ON facts (owner, expires_at) WHERE expires_at < 253402214400000000;
-- the open ends come newest first, those with a known end by that end; see neighbourhood
CREATE INDEX facts_by_subject ON facts (owner, subject_id, invalid_at, valid_at DESC, id DESC, object_id);
CREATE INDEX facts_by_predicate ON facts (owner, subject_id, predicate);
CREATE INDEX facts_by_object ON facts (owner, object_id, invalid_at, valid_at DESC, id DESC, subject_id);
-- for what was known in the past: the open ends by when they were learnt, the retired by when they were retired
CREATE INDEX facts_open_by_subject ON facts (owner, subject_id, created_at) WHERE invalid_at = 253402214400000000;
CREATE INDEX facts_open_by_object ON facts (owner, object_id, created_at) WHERE invalid_at = 253402214400000000;
CREATE INDEX facts_retired_by_subject ON facts (owner, subject_id, expired_at) WHERE expired_at < 253402214400000000;
CREATE INDEX facts_retired_by_object ON facts (owner, object_id, expired_at) WHERE expired_at < 253402214400000000;

CREATE TABLE fact_sources (
  owner INTEGER NOT NULL, source_id TEXT NOT NULL, fact_id TEXT NOT NULL,
  PRIMARY KEY (owner, source_id, fact_id),
  FOREIGN KEY (owner, fact_id) REFERENCES facts(owner, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX fact_sources_by_fact ON fact_sources (owner, fact_id, source_id);

CREATE TABLE mentions (
  owner INTEGER NOT NULL, entity_id TEXT NOT NULL, source_id TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (owner, source_id, entity_id),
  FOREIGN KEY (owner, entity_id) REFERENCES entities(owner, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX mentions_by_time ON mentions (owner, at, source_id, entity_id);
CREATE INDEX mentions_by_entity ON mentions (owner, entity_id, at, source_id);

CREATE TABLE operations (
  number INTEGER PRIMARY KEY,
  owner INTEGER NOT NULL REFERENCES users(number) ON DELETE CASCADE,
  id TEXT NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, target_id TEXT NOT NULL,
  reason TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, source_ids TEXT NOT NULL,
  UNIQUE (owner, id)
);
CREATE INDEX operations_by_time ON operations (owner, at, id);
CREATE INDEX operations_by_target ON operations (owner, target_id, at, id);

CREATE TABLE summaries (
  owner INTEGER NOT NULL REFERENCES users(number) ON DELETE CASCADE,
  session_id TEXT NOT NULL, text TEXT NOT NULL, until_id TEXT NOT NULL, updated_at INTEGER NOT NULL,
  PRIMARY KEY (owner, session_id)
);

CREATE TABLE usage (  -- what models cost; no owner: nobody in particular
  owner INTEGER REFERENCES users(number) ON DELETE CASCADE,
  role TEXT NOT NULL, model TEXT NOT NULL, hour INTEGER NOT NULL,
  calls INTEGER NOT NULL, prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, seconds REAL NOT NULL
);
CREATE UNIQUE INDEX usage_rows ON usage (coalesce(owner, 0), hour, role, model);
CREATE INDEX usage_by_owner ON usage (owner, hour);
CREATE INDEX usage_by_hour ON usage (hour);

CREATE TABLE embeddings (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  owner INTEGER NOT NULL REFERENCES users(number) ON DELETE CASCADE,
  kind TEXT NOT NULL, id TEXT NOT NULL, vector BLOB NOT NULL,
  UNIQUE (id, kind, owner)
);
CREATE INDEX embeddings_by_owner ON embeddings (owner, kind, seq);
CREATE TRIGGER embeddings_removed AFTER DELETE ON embeddings BEGIN
  UPDATE users SET changes = changes + 1 WHERE number = OLD.owner;
END;

CREATE TABLE text_rows (  -- how many documents each word list holds; owner 0 is everybody
  kind TEXT NOT NULL, owner INTEGER NOT NULL, documents INTEGER NOT NULL, PRIMARY KEY (kind, owner)
) WITHOUT ROWID;
CREATE TRIGGER users_removed AFTER DELETE ON users BEGIN
  DELETE FROM text_rows WHERE owner = OLD.number;
END;

CREATE TRIGGER messages_removed AFTER DELETE ON messages BEGIN
  DELETE FROM mentions WHERE owner = OLD.owner AND source_id = OLD.id;
END;
CREATE TRIGGER facts_removed AFTER DELETE ON facts BEGIN
  DELETE FROM mentions WHERE owner = OLD.owner AND source_id = OLD.id;
END;
"""

_LEARNING_1 = """
CREATE TRIGGER {table}_learnt AFTER INSERT ON {table} BEGIN
  UPDATE users SET learnt_until = {time} WHERE number = NEW.owner AND learnt_until < {time};
END;
CREATE TRIGGER {table}_learnt_anew AFTER UPDATE OF {columns} ON {table} BEGIN
  UPDATE users SET learnt_until = {time} WHERE number = NEW.owner AND learnt_until < {time};
END;
"""
_LEARNT_AT = {
    "messages": ("added_at", "NEW.added_at"),
    "entities": ("created_at", "NEW.created_at"),
    "facts": (
        "created_at, expired_at",
        "max(NEW.created_at, iif(NEW.expired_at < 253402214400000000, NEW.expired_at, NEW.created_at))",
    ),
}

# The text is segmented before it comes here, so a token is whatever stands between blanks.
_SEARCH_1 = """
CREATE VIRTUAL TABLE {table}_fts USING fts5 (
  terms, content='{table}', content_rowid='number',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Cf Cn Co Cs'"
);
CREATE INDEX {table}_unembedded ON {table} (id) WHERE embedded = 0;
CREATE INDEX {table}_unembedded_by_owner ON {table} (owner) WHERE embedded = 0;
CREATE TRIGGER {table}_text_added AFTER INSERT ON {table} BEGIN
  INSERT INTO {table}_fts (rowid, terms) VALUES (NEW.number, NEW.terms);
  INSERT INTO text_rows VALUES ('{kind}', NEW.owner, 1), ('{kind}', 0, 1)
    ON CONFLICT DO UPDATE SET documents = documents + 1;
END;
CREATE TRIGGER {table}_text_removed AFTER DELETE ON {table} BEGIN
  INSERT INTO {table}_fts ({table}_fts, rowid, terms) VALUES ('delete', OLD.number, OLD.terms);
  UPDATE text_rows SET documents = documents - 1 WHERE kind = '{kind}' AND owner IN (OLD.owner, 0);
  DELETE FROM embeddings WHERE id = OLD.id AND kind = '{kind}' AND owner = OLD.owner;
END;
CREATE TRIGGER {table}_text_changed AFTER UPDATE OF terms ON {table} WHEN OLD.terms <> NEW.terms BEGIN
  INSERT INTO {table}_fts ({table}_fts, rowid, terms) VALUES ('delete', OLD.number, OLD.terms);
  INSERT INTO {table}_fts (rowid, terms) VALUES (NEW.number, NEW.terms);
END;
"""

_OPEN_MATTERS_2 = """
ALTER TABLE summaries ADD COLUMN open TEXT NOT NULL DEFAULT '[]';
"""

_GROUNDS_3 = """
ALTER TABLE facts ADD COLUMN rests_on TEXT NOT NULL DEFAULT '[]';
CREATE TABLE fact_grounds (
  owner INTEGER NOT NULL, ground_id TEXT NOT NULL, fact_id TEXT NOT NULL,
  PRIMARY KEY (owner, ground_id, fact_id),
  FOREIGN KEY (owner, fact_id) REFERENCES facts(owner, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX fact_grounds_by_fact ON fact_grounds (owner, fact_id, ground_id);
"""

_VALUES_4 = """
UPDATE entities SET type = 'value'
WHERE type = 'thing' AND aliases = '[]' AND categories = '[]' AND description = '' AND NOT is_nameable(name)
  AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.owner = entities.owner AND f.subject_id = entities.id)
  AND 1 = (SELECT count(DISTINCT f.subject_id) FROM facts f
           WHERE f.owner = entities.owner AND f.object_id = entities.id);
DELETE FROM mentions WHERE EXISTS (
  SELECT 1 FROM entities e WHERE e.owner = mentions.owner AND e.id = mentions.entity_id AND e.type = 'value'
);
"""

# what belongs to a name stays in its key ("A-Team") since then
_KEYS_5 = """
UPDATE entities SET key = key_of(name, key) WHERE key <> key_of(name, key);
DELETE FROM entity_keys;
INSERT OR IGNORE INTO entity_keys (owner, key, entity_id) SELECT owner, key, id FROM entities;
INSERT OR IGNORE INTO entity_keys (owner, key, entity_id)
  SELECT e.owner, key_of(a.value, ''), e.id FROM entities e, json_each(e.aliases) a;
"""

_SPACES_6 = """
CREATE TABLE spaces (  -- the names of those owners that are no users
  owner INTEGER PRIMARY KEY REFERENCES users(number) ON DELETE CASCADE,
  name TEXT NOT NULL
);
CREATE TABLE grants (
  owner INTEGER NOT NULL REFERENCES spaces(owner) ON DELETE CASCADE,
  member INTEGER NOT NULL REFERENCES users(number) ON DELETE CASCADE,
  role TEXT NOT NULL, since INTEGER NOT NULL,
  joined INTEGER NOT NULL DEFAULT 0,  -- as long as it is 0 the member is invited
  PRIMARY KEY (owner, member)
) WITHOUT ROWID;
CREATE INDEX grants_by_member ON grants (member, owner);
"""

# each turn asks for insights and for what memory itself notes of messages (runs), few among many
_FEW_AMONG_MANY_7 = """
CREATE INDEX facts_insights ON facts (owner, valid_at, id) WHERE kind = 'insight';
CREATE INDEX message_metadata_by_value ON message_metadata (owner, key, sort, value);
"""

# how often each entity came up in all, so that the best of a long stream are found without counting all of it; what
# the mentions say counts, also where somebody took their entity away by hand
_MENTION_COUNTS_8 = """
CREATE TABLE mention_counts (
  owner INTEGER NOT NULL, entity_id TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (owner, entity_id)
) WITHOUT ROWID;
CREATE INDEX mention_counts_by_count ON mention_counts (owner, count, entity_id);
INSERT INTO mention_counts SELECT owner, entity_id, count(*) FROM mentions GROUP BY owner, entity_id;
CREATE TRIGGER mentions_counted AFTER INSERT ON mentions BEGIN
  INSERT INTO mention_counts VALUES (NEW.owner, NEW.entity_id, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER mentions_uncounted AFTER DELETE ON mentions BEGIN
  UPDATE mention_counts SET count = count - 1 WHERE owner = OLD.owner AND entity_id = OLD.entity_id;
  DELETE FROM mention_counts WHERE owner = OLD.owner AND entity_id = OLD.entity_id AND count = 0;
END;
"""

# each question looks among the few facts that have ended for what happened once
_ENDED_FACTS_9 = """
CREATE INDEX facts_ended ON facts (owner, invalid_at) WHERE invalid_at < 253402214400000000;
"""

# each message leaves a segment of words behind, and each word of a question is looked up in every segment: left to
# itself FTS5 has up to sixteen of a size
_FEWER_SEGMENTS_10 = "".join(
    f"INSERT INTO {table}_fts ({table}_fts, rank) VALUES ('{what}', {number});\n"
    for table in TABLES.values()
    for what, number in (("automerge", 2), ("crisismerge", 4))
)

_HELD_11 = """
CREATE TABLE held (  -- what was forgotten and can be restored
  owner INTEGER NOT NULL REFERENCES users(number) ON DELETE CASCADE,
  id TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL, actor TEXT NOT NULL, about TEXT NOT NULL,
  counts TEXT NOT NULL, content TEXT NOT NULL,
  PRIMARY KEY (owner, id)
);
CREATE INDEX held_until ON held (until);
"""

# both stores number their schemas alike: here Neo4j begins to keep the counts of mentions
_COUNTS_OF_NEO4J_12 = "SELECT 12;"

# see the module `blocks` of vectors
_SKETCHES_13 = """
CREATE TABLE sketches (  -- of the vectors from one seq to another; no words where one of these was removed since
  owner INTEGER NOT NULL REFERENCES users(number) ON DELETE CASCADE,
  kind TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, seqs BLOB NOT NULL, words BLOB NOT NULL,
  PRIMARY KEY (owner, kind, last)
);
CREATE INDEX sketches_emptied ON sketches (owner, kind, last) WHERE words = x'';
CREATE TRIGGER sketches_removed AFTER DELETE ON embeddings BEGIN
  UPDATE sketches SET seqs = x'', words = x'' WHERE owner = OLD.owner AND kind = OLD.kind
    AND last = (SELECT min(last) FROM sketches WHERE owner = OLD.owner AND kind = OLD.kind AND last >= OLD.seq)
    AND words <> x'';
END;
"""

# facts are found by the words of their relations, too
_RELATIONS_14 = """
UPDATE facts SET terms = fact_terms(owner, statement, predicate)
WHERE terms <> fact_terms(owner, statement, predicate);
"""

# names in two scripts are found by how they sound
_SOUNDS_15 = """
INSERT OR IGNORE INTO entity_keys (owner, key, entity_id)
  SELECT k.owner, s.value, k.entity_id FROM entity_keys k, entities e, json_each(sounds_of(k.key)) s
  WHERE e.owner = k.owner AND e.id = k.entity_id AND e.type <> 'value';
"""

# a sketch has half of its bits, a block a word of all of them after the other; the unit of a number is no part of the
# Chinese word behind it; who has a user's vectors in memory leaves out what is removed, instead of reading all again
_SHORTER_16 = """
UPDATE sketches SET words = halved_sketches(words) WHERE words <> x'';
UPDATE facts SET terms = fact_terms(owner, statement, predicate)
WHERE statement GLOB '*[0-9][^ -~]*' AND terms <> fact_terms(owner, statement, predicate);
UPDATE messages SET terms = message_terms(owner, speaker, content)
WHERE content GLOB '*[0-9][^ -~]*' AND terms <> message_terms(owner, speaker, content);
CREATE TABLE removed_vectors (  -- those removed or replaced last, each by the count of changes that it made
  owner INTEGER NOT NULL REFERENCES users(number) ON DELETE CASCADE,
  change INTEGER NOT NULL, kind TEXT NOT NULL, seq INTEGER NOT NULL,
  PRIMARY KEY (owner, change)
) WITHOUT ROWID;
DROP TRIGGER embeddings_removed;
CREATE TRIGGER embeddings_removed AFTER DELETE ON embeddings BEGIN
  UPDATE users SET changes = changes + 1 WHERE number = OLD.owner;
  INSERT INTO removed_vectors SELECT number, changes, OLD.kind, OLD.seq FROM users WHERE number = OLD.owner;
  DELETE FROM removed_vectors
    WHERE owner = OLD.owner AND change <= (SELECT changes - 1000 FROM users WHERE number = OLD.owner);
END;
"""

# entities are found by what describes them, too
_DESCRIBED_17 = """
UPDATE entities SET terms = entity_terms(owner, name, aliases, description) WHERE description <> '';
"""

MIGRATIONS: tuple[str, ...] = (
    _TABLES_1
    + "".join(_SEARCH_1.format(table=table, kind=kind) for kind, table in TABLES.items())
    + "".join(
        _LEARNING_1.format(table=table, columns=columns, time=time) for table, (columns, time) in _LEARNT_AT.items()
    ),
    _OPEN_MATTERS_2,
    _GROUNDS_3,
    _VALUES_4,
    _KEYS_5,
    _SPACES_6,
    _FEW_AMONG_MANY_7,
    _MENTION_COUNTS_8,
    _ENDED_FACTS_9,
    _FEWER_SEGMENTS_10,
    _HELD_11,
    _COUNTS_OF_NEO4J_12,
    _SKETCHES_13,
    _RELATIONS_14,
    _SOUNDS_15,
    _SHORTER_16,
    _DESCRIBED_17,
)
"""Migration n brings a database from version n - 1 to n. Never changed once released; new ones are appended."""


def note_embedding(connection: sqlite3.Connection, embedding: EmbeddingSpec) -> None:
    """Write down which model the vectors come from."""
    rows = [("embedding", embedding.name), ("dimensions", str(embedding.dimensions))]
    connection.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", rows)


def noted_embedding(connection: sqlite3.Connection) -> EmbeddingSpec | None:
    """Return the model that the vectors come from, None for a new database."""
    try:
        rows = connection.execute("SELECT key, value FROM meta WHERE key IN ('embedding', 'dimensions')").fetchall()
    except sqlite3.OperationalError:
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone() is None:
            return None
        raise
    meta: dict[str, str] = dict(rows)
    return EmbeddingSpec(meta["embedding"], int(meta["dimensions"])) if meta else None
