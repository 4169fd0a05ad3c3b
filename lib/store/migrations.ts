import type Database from "better-sqlite3";

type Migration = { name: string; sql: string };

/**
 * Numbered by their place; never edit one that has been released, add the next.
 * The saver's own tables exist before the first one runs.
 *
 * `open_ends` finds the failed and waiting tasks of a thread without reading its writes: -1 and -3 are
 * LangGraph's indexes for errors and interrupts. SQLite keeps it up to date whichever program writes.
 */
const MIGRATIONS: readonly Migration[] = [
  {
    name: "first tables",
    sql: `
      CREATE TABLE checkpoint_index (
        thread_id TEXT NOT NULL,
        checkpoint_ns TEXT NOT NULL,
        checkpoint_id TEXT NOT NULL,
        parent_checkpoint_id TEXT,
        source TEXT NOT NULL,
        step INTEGER NOT NULL,
        run_id TEXT,
        created_at TEXT NOT NULL,
        next TEXT NOT NULL,
        nodes TEXT NOT NULL,
        changed TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
      ) WITHOUT ROWID;
      CREATE INDEX open_ends ON writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx) WHERE idx IN (-1, -3);

      CREATE TABLE threads (
        thread_id TEXT PRIMARY KEY,
        graph_id TEXT,
        title TEXT NOT NULL,
        status TEXT NOT NULL,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        metadata TEXT NOT NULL,
        config TEXT NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX threads_by_activity ON threads (updated_at);

      -- So that a late write of a run that is being stopped does not bring a deleted thread back.
      CREATE TABLE deleted_threads (thread_id TEXT PRIMARY KEY, deleted_at TEXT NOT NULL) WITHOUT ROWID;

      CREATE TABLE runs (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        run_id TEXT NOT NULL UNIQUE,
        thread_id TEXT NOT NULL,
        graph_id TEXT NOT NULL,
        cause TEXT NOT NULL,
        status TEXT NOT NULL,
        state TEXT NOT NULL,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        started_at TEXT,
        finished_at TEXT,
        from_checkpoint_id TEXT,
        head_checkpoint_id TEXT,
        revision TEXT,
        metadata TEXT NOT NULL,
        kwargs TEXT NOT NULL,
        multitask_strategy TEXT NOT NULL
      );
      CREATE INDEX runs_by_thread ON runs (thread_id, position);
      CREATE INDEX active_runs ON runs (status) WHERE status IN ('pending', 'running');

      CREATE TABLE run_events (
        run_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        event TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (run_id, seq)
      );

      CREATE TABLE interrupts (
        thread_id TEXT NOT NULL,
        interrupt_id TEXT NOT NULL,
        graph_id TEXT NOT NULL,
        run_id TEXT NOT NULL,
        checkpoint_id TEXT NOT NULL,
        checkpoint_ns TEXT NOT NULL,
        task_id TEXT NOT NULL,
        node TEXT NOT NULL,
        value TEXT NOT NULL,
        status TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        answered_at TEXT,
        answered_by TEXT,
        answer TEXT,
        PRIMARY KEY (thread_id, interrupt_id)
      ) WITHOUT ROWID;
      CREATE INDEX waiting_interrupts ON interrupts (asked_at) WHERE status = 'waiting';

      CREATE TABLE revisions (
        graph_id TEXT NOT NULL,
        revision TEXT NOT NULL,
        created_at TEXT NOT NULL,
        description TEXT NOT NULL,
        PRIMARY KEY (graph_id, revision)
      );
    `,
  },
  {
    // Rows that exist are filled in when their thread is read: their metadata is stored behind their state.
    name: "enclosing checkpoints",
    sql: `
      ALTER TABLE checkpoint_index ADD COLUMN outer_checkpoint_id TEXT;
      CREATE INDEX subgraph_checkpoints ON checkpoint_index (thread_id, checkpoint_id) WHERE checkpoint_ns <> '';
      CREATE INDEX unplaced_checkpoints ON checkpoint_index (thread_id) WHERE checkpoint_ns <> '' AND outer_checkpoint_id IS NULL;
    `,
  },
  {
    name: "debugger",
    sql: `
      CREATE TABLE breakpoints (
        breakpoint_id TEXT PRIMARY KEY,
        graph_id TEXT NOT NULL,
        enabled INTEGER NOT NULL,
        spec TEXT NOT NULL,
        created_at TEXT NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX breakpoints_by_graph ON breakpoints (graph_id, created_at);

      CREATE TABLE checkpoint_marks (
        thread_id TEXT NOT NULL,
        checkpoint_ns TEXT NOT NULL,
        checkpoint_id TEXT NOT NULL,
        label TEXT,
        note TEXT,
        starred INTEGER NOT NULL,
        updated_at TEXT NOT NULL,
        PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
      ) WITHOUT ROWID;
      CREATE TABLE branch_marks (
        thread_id TEXT NOT NULL,
        branch_id TEXT NOT NULL,
        name TEXT,
        colour TEXT,
        updated_at TEXT NOT NULL,
        PRIMARY KEY (thread_id, branch_id)
      ) WITHOUT ROWID;

      -- What a person deleted and may bring back: the rows themselves, out of LangGraph's sight.
      CREATE TABLE deletions (deletion_id TEXT PRIMARY KEY, thread_id TEXT NOT NULL, deleted_at TEXT NOT NULL, checkpoints INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE deleted_checkpoints (
        deletion_id TEXT NOT NULL,
        thread_id TEXT NOT NULL,
        checkpoint_ns TEXT NOT NULL,
        checkpoint_id TEXT NOT NULL,
        parent_checkpoint_id TEXT,
        type TEXT,
        checkpoint BLOB,
        metadata BLOB
      );
      CREATE INDEX deleted_checkpoints_by_deletion ON deleted_checkpoints (deletion_id);
      CREATE TABLE deleted_writes (
        deletion_id TEXT NOT NULL,
        thread_id TEXT NOT NULL,
        checkpoint_ns TEXT NOT NULL,
        checkpoint_id TEXT NOT NULL,
        task_id TEXT NOT NULL,
        idx INTEGER NOT NULL,
        channel TEXT NOT NULL,
        type TEXT,
        value BLOB
      );
      CREATE INDEX deleted_writes_by_deletion ON deleted_writes (deletion_id);

      CREATE TABLE spans (
        run_id TEXT NOT NULL,
        span_id TEXT NOT NULL,
        thread_id TEXT NOT NULL,
        parent_span_id TEXT,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        checkpoint_ns TEXT NOT NULL,
        task_id TEXT,
        checkpoint_id TEXT,
        step INTEGER,
        attempt INTEGER NOT NULL,
        status TEXT NOT NULL,
        started_at TEXT NOT NULL,
        ms REAL,
        first_token_ms REAL,
        error TEXT,
        model TEXT,
        tokens TEXT,
        tool_call_id TEXT,
        input TEXT NOT NULL,
        output TEXT NOT NULL,
        parameters TEXT NOT NULL,
        truncated INTEGER NOT NULL,
        PRIMARY KEY (run_id, span_id)
      );
      CREATE INDEX spans_by_thread ON spans (thread_id, checkpoint_ns, checkpoint_id);

      CREATE TABLE preferences (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at TEXT NOT NULL) WITHOUT ROWID;

      -- LangGraph's long-term memory. namespace is a JSON list of names.
      CREATE TABLE store_items (
        namespace TEXT NOT NULL,
        key TEXT NOT NULL,
        value TEXT NOT NULL,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        PRIMARY KEY (namespace, key)
      ) WITHOUT ROWID;
    `,
  },
  {
    name: "deleted branches",
    sql: `
      -- Which checkpoint was deleted with all that came of it, where it hung, and what else stood on those rows: JSON of
      -- their marks, of the marks of their branches, and of the ids of the requests that waited there.
      ALTER TABLE deletions ADD COLUMN checkpoint_id TEXT NOT NULL DEFAULT '';
      ALTER TABLE deletions ADD COLUMN parent_checkpoint_id TEXT;
      ALTER TABLE deletions ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE deletions ADD COLUMN attached TEXT NOT NULL DEFAULT '{}';
      CREATE INDEX deletions_by_thread ON deletions (thread_id, deleted_at);

      -- The index of deleted checkpoints: the nodes of an update and the run cannot be told from the rows again.
      CREATE TABLE deleted_index (
        deletion_id TEXT NOT NULL,
        thread_id TEXT NOT NULL,
        checkpoint_ns TEXT NOT NULL,
        checkpoint_id TEXT NOT NULL,
        parent_checkpoint_id TEXT,
        source TEXT NOT NULL,
        step INTEGER NOT NULL,
        run_id TEXT,
        created_at TEXT NOT NULL,
        next TEXT NOT NULL,
        nodes TEXT NOT NULL,
        changed TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        outer_checkpoint_id TEXT
      );
      CREATE INDEX deleted_index_by_deletion ON deleted_index (deletion_id);
    `,
  },
  {
    name: "outlines",
    sql: `
      -- JSON of the short values that changed, and of how long changed lists are: searches need not read the states.
      ALTER TABLE checkpoint_index ADD COLUMN outline TEXT;
      ALTER TABLE deleted_index ADD COLUMN outline TEXT;
    `,
  },
  {
    name: "approvals",
    sql: `
      -- One row per interrupt with what the inbox lists and filters by; the payload stays in interrupts.
      CREATE TABLE inbox_items (
        thread_id TEXT NOT NULL,
        interrupt_id TEXT NOT NULL,
        graph_id TEXT NOT NULL,
        run_id TEXT NOT NULL,
        checkpoint_id TEXT NOT NULL,
        node TEXT NOT NULL,
        status TEXT NOT NULL,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        summary TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        answered_at TEXT,
        answered_by TEXT,
        assignee TEXT,
        snoozed_until TEXT,
        -- JSON of the ApprovalRule that holds, and when its default answer is given.
        rule TEXT NOT NULL DEFAULT '{}',
        due_at TEXT,
        repeats INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (thread_id, interrupt_id)
      ) WITHOUT ROWID;
      CREATE INDEX inbox_by_status ON inbox_items (status, asked_at);
      CREATE INDEX inbox_by_interrupt ON inbox_items (interrupt_id);
      CREATE INDEX inbox_due ON inbox_items (due_at) WHERE status = 'waiting' AND due_at IS NOT NULL;

      -- The inbox follows the requests, whoever changes or deletes them.
      CREATE TRIGGER inbox_follows AFTER UPDATE ON interrupts BEGIN
        UPDATE inbox_items SET graph_id = NEW.graph_id, run_id = NEW.run_id, checkpoint_id = NEW.checkpoint_id, status = NEW.status,
          asked_at = NEW.asked_at, answered_at = NEW.answered_at, answered_by = NEW.answered_by
        WHERE thread_id = NEW.thread_id AND interrupt_id = NEW.interrupt_id;
      END;
      CREATE TRIGGER inbox_forgets AFTER DELETE ON interrupts BEGIN
        DELETE FROM inbox_items WHERE thread_id = OLD.thread_id AND interrupt_id = OLD.interrupt_id;
        DELETE FROM votes WHERE thread_id = OLD.thread_id AND interrupt_id = OLD.interrupt_id;
      END;

      -- What happened to requests, in order, for those who look on, whichever process did it. Only the newest are kept.
      CREATE TABLE inbox_changes (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        thread_id TEXT NOT NULL,
        interrupt_id TEXT NOT NULL,
        -- asked, changed, gone
        kind TEXT NOT NULL
      );
      CREATE TRIGGER inbox_changes_end AFTER INSERT ON inbox_changes WHEN NEW.seq % 500 = 0 BEGIN
        DELETE FROM inbox_changes WHERE seq <= NEW.seq - 2000;
      END;
      CREATE TRIGGER inbox_tells_new AFTER INSERT ON inbox_items BEGIN
        INSERT INTO inbox_changes (thread_id, interrupt_id, kind)
        VALUES (NEW.thread_id, NEW.interrupt_id, CASE NEW.status WHEN 'waiting' THEN 'asked' ELSE 'changed' END);
      END;
      CREATE TRIGGER inbox_tells_change AFTER UPDATE ON inbox_items BEGIN
        INSERT INTO inbox_changes (thread_id, interrupt_id, kind)
        VALUES (NEW.thread_id, NEW.interrupt_id, CASE WHEN NEW.status = 'waiting' AND OLD.status <> 'waiting' THEN 'asked' ELSE 'changed' END);
      END;
      CREATE TRIGGER inbox_tells_end AFTER DELETE ON inbox_items BEGIN
        INSERT INTO inbox_changes (thread_id, interrupt_id, kind) VALUES (OLD.thread_id, OLD.interrupt_id, 'gone');
      END;

      CREATE TABLE votes (
        thread_id TEXT NOT NULL,
        interrupt_id TEXT NOT NULL,
        voter TEXT NOT NULL,
        verified INTEGER NOT NULL,
        answer TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (thread_id, interrupt_id, voter)
      ) WITHOUT ROWID;
      CREATE TRIGGER inbox_tells_vote AFTER INSERT ON votes BEGIN
        INSERT INTO inbox_changes (thread_id, interrupt_id, kind) VALUES (NEW.thread_id, NEW.interrupt_id, 'changed');
      END;
      CREATE TRIGGER inbox_tells_other_vote AFTER UPDATE ON votes BEGIN
        INSERT INTO inbox_changes (thread_id, interrupt_id, kind) VALUES (NEW.thread_id, NEW.interrupt_id, 'changed');
      END;
      CREATE TRIGGER inbox_tells_no_vote AFTER DELETE ON votes BEGIN
        INSERT INTO inbox_changes (thread_id, interrupt_id, kind) VALUES (OLD.thread_id, OLD.interrupt_id, 'changed');
      END;

      CREATE TABLE approval_rules (
        graph_id TEXT NOT NULL,
        -- '' for all nodes
        node TEXT NOT NULL,
        rule TEXT NOT NULL,
        PRIMARY KEY (graph_id, node)
      ) WITHOUT ROWID;

      CREATE TABLE inbox_views (view_id TEXT PRIMARY KEY, name TEXT NOT NULL, filter TEXT NOT NULL, created_at TEXT NOT NULL) WITHOUT ROWID;

      CREATE TABLE audit_log (
        audit_id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        action TEXT NOT NULL,
        thread_id TEXT,
        graph_id TEXT,
        interrupt_id TEXT,
        run_id TEXT,
        node TEXT,
        actor TEXT NOT NULL,
        verified INTEGER NOT NULL,
        origin TEXT NOT NULL,
        shown_hash TEXT,
        note TEXT,
        answer TEXT,
        shown TEXT
      );
      CREATE INDEX audit_by_thread ON audit_log (thread_id, interrupt_id);
      CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
      CREATE TRIGGER audit_log_is_kept BEFORE DELETE ON audit_log
        WHEN OLD.thread_id IS NULL OR EXISTS (SELECT 1 FROM threads WHERE thread_id = OLD.thread_id)
        BEGIN SELECT RAISE(ABORT, 'the audit log is kept as long as its thread'); END;
      CREATE TRIGGER audit_log_goes_with_its_thread AFTER DELETE ON threads BEGIN
        DELETE FROM audit_log WHERE thread_id = OLD.thread_id;
      END;

      -- JSON schema of the answer, where the workflow gave interrupt() one
      ALTER TABLE interrupts ADD COLUMN response_schema TEXT;

      -- live, recorded, stubbed; null where nothing was called
      ALTER TABLE spans ADD COLUMN source TEXT;

      -- One row per execution of what changes something outside.
      CREATE TABLE effects (
        run_id TEXT NOT NULL,
        span_id TEXT NOT NULL,
        thread_id TEXT NOT NULL,
        graph_id TEXT NOT NULL,
        checkpoint_ns TEXT NOT NULL,
        checkpoint_id TEXT,
        node TEXT NOT NULL,
        task_id TEXT,
        step INTEGER,
        attempt INTEGER NOT NULL,
        name TEXT NOT NULL,
        input_hash TEXT NOT NULL,
        idempotency_key TEXT,
        source TEXT NOT NULL,
        status TEXT NOT NULL,
        deduplicated INTEGER,
        at TEXT NOT NULL,
        PRIMARY KEY (run_id, span_id)
      ) WITHOUT ROWID;
      CREATE INDEX effects_by_call ON effects (thread_id, name, input_hash);
      CREATE INDEX effects_by_task ON effects (task_id, name, run_id, attempt) WHERE task_id IS NOT NULL;

      -- 1 for a copy that answers are tried on: it is in no list.
      ALTER TABLE threads ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;

      -- What model and tool calls returned, whole, for replaying them.
      CREATE TABLE recordings (
        run_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        thread_id TEXT NOT NULL,
        span_id TEXT,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        input_hash TEXT NOT NULL,
        -- Where it was called: the node as drawn, with its place among those that a Send started.
        node TEXT NOT NULL,
        -- JSON of the parts of its input: label and a short hash each, to say what differs.
        parts TEXT NOT NULL,
        type TEXT NOT NULL,
        output BLOB NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (run_id, seq)
      ) WITHOUT ROWID;
      CREATE INDEX recordings_by_call ON recordings (thread_id, kind, name, input_hash);
    `,
  },
];

/** The schema version that this build of Retrograph writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Brings the database to `SCHEMA_VERSION` and gives the version that it found. Safe when two processes start at once. */
export function migrate(sqlite: Database.Database): number {
  sqlite.exec(`CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)`);
  const current = () => Number(sqlite.prepare(`SELECT coalesce(max(version), 0) FROM schema_migrations`).pluck().get());
  const found = current();
  if (found >= SCHEMA_VERSION) return found;
  const record = sqlite.prepare(`INSERT INTO schema_migrations (version, name, applied_at) VALUES (?, ?, ?)`);
  sqlite
    .transaction(() => {
      const start = current();
      for (const [offset, migration] of MIGRATIONS.slice(start).entries()) {
        sqlite.exec(migration.sql);
        record.run(start + offset + 1, migration.name, new Date().toISOString());
      }
    })
    .immediate();
  return found;
}
