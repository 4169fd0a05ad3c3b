import type { Generated } from "kysely";

/** Columns of the official `SqliteSaver`; other LangGraph programs read and write them too. */
export type CheckpointsTable = {
  thread_id: string;
  checkpoint_ns: string;
  checkpoint_id: string;
  parent_checkpoint_id: string | null;
  type: string | null;
  checkpoint: Buffer | string | null;
  metadata: Buffer | string | null;
};

export type WritesTable = {
  thread_id: string;
  checkpoint_ns: string;
  checkpoint_id: string;
  task_id: string;
  idx: number;
  channel: string;
  type: string | null;
  value: Buffer | string | null;
};

/** One row per checkpoint, without its state. `next`, `nodes` and `changed` are JSON lists of names. */
export type CheckpointIndexTable = {
  thread_id: string;
  checkpoint_ns: string;
  checkpoint_id: string;
  parent_checkpoint_id: string | null;
  source: string;
  step: number;
  run_id: string | null;
  created_at: string;
  next: string;
  nodes: string;
  changed: string;
  bytes: number;
  /** Of a subgraph's checkpoint: that of the enclosing graph, `""` where its row tells none, null until it was looked up. */
  outer_checkpoint_id: string | null;
  /** See `outlineOf`; null for rows of an earlier version as well. */
  outline: string | null;
};

export type ThreadsTable = {
  thread_id: string;
  graph_id: string | null;
  title: string;
  status: string;
  created_at: string;
  updated_at: string;
  metadata: string;
  config: string;
  /** 1 for a copy that answers are tried on. */
  hidden: Generated<number>;
};

export type RunsTable = {
  run_id: string;
  thread_id: string;
  graph_id: string;
  cause: string;
  status: string;
  /** JSON of the `RunState`. */
  state: string;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  finished_at: string | null;
  from_checkpoint_id: string | null;
  head_checkpoint_id: string | null;
  revision: string | null;
  metadata: string;
  kwargs: string;
  multitask_strategy: string;
  /** Order of insertion: two runs may be created in one millisecond. */
  position: Generated<number>;
};

export type RunEventsTable = {
  run_id: string;
  seq: number;
  event: string;
  data: string;
};

export type InterruptsTable = {
  interrupt_id: string;
  thread_id: string;
  graph_id: string;
  run_id: string;
  checkpoint_id: string;
  checkpoint_ns: string;
  task_id: string;
  node: string;
  value: string;
  status: string;
  asked_at: string;
  answered_at: string | null;
  answered_by: string | null;
  answer: string | null;
  response_schema: string | null;
};

export type RevisionsTable = {
  graph_id: string;
  revision: string;
  created_at: string;
  /** JSON of the `GraphDescription`. */
  description: string;
};

export type BreakpointsTable = { breakpoint_id: string; graph_id: string; enabled: number; spec: string; created_at: string };

export type CheckpointMarksTable = {
  thread_id: string;
  checkpoint_ns: string;
  checkpoint_id: string;
  label: string | null;
  note: string | null;
  starred: number;
  updated_at: string;
};

export type BranchMarksTable = { thread_id: string; branch_id: string; name: string | null; colour: string | null; updated_at: string };

export type DeletionsTable = {
  deletion_id: string;
  thread_id: string;
  deleted_at: string;
  checkpoints: number;
  /** The checkpoint that was deleted with all that came of it, and its parent. */
  checkpoint_id: string;
  parent_checkpoint_id: string | null;
  bytes: number;
  /** JSON: marks and waiting requests of the deleted rows. */
  attached: string;
};

export type SpansTable = {
  run_id: string;
  span_id: string;
  thread_id: string;
  parent_span_id: string | null;
  kind: string;
  name: string;
  checkpoint_ns: string;
  task_id: string | null;
  checkpoint_id: string | null;
  step: number | null;
  attempt: number;
  status: string;
  started_at: string;
  ms: number | null;
  first_token_ms: number | null;
  error: string | null;
  model: string | null;
  tokens: string | null;
  tool_call_id: string | null;
  /** JSON texts. */
  input: string;
  output: string;
  parameters: string;
  truncated: number;
  source: string | null;
};

/** `rule` is JSON of the `ApprovalRule`. */
export type InboxItemsTable = {
  thread_id: string;
  interrupt_id: string;
  graph_id: string;
  run_id: string;
  checkpoint_id: string;
  node: string;
  status: string;
  kind: string;
  title: string;
  summary: string;
  asked_at: string;
  answered_at: string | null;
  answered_by: string | null;
  assignee: string | null;
  snoozed_until: string | null;
  rule: string;
  due_at: string | null;
  repeats: number;
};

/** `kind`: asked, changed, gone. */
export type InboxChangesTable = { seq: Generated<number>; thread_id: string; interrupt_id: string; kind: string };

export type VotesTable = { thread_id: string; interrupt_id: string; voter: string; verified: number; answer: string; at: string };

/** `node` is empty for all nodes of the workflow. */
export type ApprovalRulesTable = { graph_id: string; node: string; rule: string };

export type InboxViewsTable = { view_id: string; name: string; filter: string; created_at: string };

export type AuditLogTable = {
  audit_id: Generated<number>;
  at: string;
  action: string;
  thread_id: string | null;
  graph_id: string | null;
  interrupt_id: string | null;
  run_id: string | null;
  node: string | null;
  actor: string;
  verified: number;
  origin: string;
  shown_hash: string | null;
  note: string | null;
  answer: string | null;
  shown: string | null;
};

export type EffectsTable = {
  run_id: string;
  span_id: string;
  thread_id: string;
  graph_id: string;
  checkpoint_ns: string;
  checkpoint_id: string | null;
  node: string;
  task_id: string | null;
  step: number | null;
  attempt: number;
  name: string;
  input_hash: string;
  idempotency_key: string | null;
  source: string;
  status: string;
  deduplicated: number | null;
  at: string;
};

/** What a model or tool call returned, serialised as the saver does it. */
export type RecordingsTable = {
  run_id: string;
  seq: number;
  thread_id: string;
  span_id: string | null;
  kind: string;
  name: string;
  input_hash: string;
  node: string;
  /** JSON list of `[label, hash]`. */
  parts: string;
  type: string;
  output: Buffer | string;
  at: string;
};

export type PreferencesTable = { key: string; value: string; updated_at: string };

/** `namespace` is a JSON list of names, `value` a JSON object. */
export type StoreItemsTable = { namespace: string; key: string; value: string; created_at: string; updated_at: string };

export type Tables = {
  breakpoints: BreakpointsTable;
  checkpoint_marks: CheckpointMarksTable;
  branch_marks: BranchMarksTable;
  deletions: DeletionsTable;
  spans: SpansTable;
  preferences: PreferencesTable;
  store_items: StoreItemsTable;
  checkpoints: CheckpointsTable;
  writes: WritesTable;
  checkpoint_index: CheckpointIndexTable;
  threads: ThreadsTable;
  runs: RunsTable;
  run_events: RunEventsTable;
  interrupts: InterruptsTable;
  revisions: RevisionsTable;
  inbox_items: InboxItemsTable;
  inbox_changes: InboxChangesTable;
  votes: VotesTable;
  approval_rules: ApprovalRulesTable;
  inbox_views: InboxViewsTable;
  audit_log: AuditLogTable;
  effects: EffectsTable;
  recordings: RecordingsTable;
};
