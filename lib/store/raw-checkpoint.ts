import { z } from "zod";
import { RetrographError } from "../errors";

const VersionSchema = z.union([z.number(), z.string()]);
export type Version = z.infer<typeof VersionSchema>;

/** A checkpoint as the saver stores it, nothing revived: LangChain objects stay `{lc: 1, …}`. */
const RawCheckpointSchema = z.object({
  v: z.number().default(1),
  id: z.string(),
  ts: z.string(),
  channel_values: z.record(z.string(), z.unknown()).default({}),
  channel_versions: z.record(z.string(), VersionSchema).default({}),
  versions_seen: z.record(z.string(), z.record(z.string(), VersionSchema)).default({}),
});
export type RawCheckpoint = z.infer<typeof RawCheckpointSchema>;

const RawMetadataSchema = z.looseObject({ source: z.string().optional(), step: z.number().int().optional() });
export type RawMetadata = z.infer<typeof RawMetadataSchema>;

type Blob = Buffer | string | null;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function areVersions(value: unknown): value is Record<string, Version> {
  return isRecord(value) && Object.values(value).every((version) => typeof version === "number" || typeof version === "string");
}

/** What nearly every checkpoint is, told without the schema: histories and searches read thousands of them. */
function asUsual(value: unknown): RawCheckpoint | null {
  if (!isRecord(value)) return null;
  const { v, id, ts, channel_values, channel_versions, versions_seen } = value;
  if (typeof v !== "number" || typeof id !== "string" || typeof ts !== "string") return null;
  if (!isRecord(channel_values) || !areVersions(channel_versions) || !isRecord(versions_seen)) return null;
  const seen: RawCheckpoint["versions_seen"] = {};
  for (const [node, versions] of Object.entries(versions_seen)) {
    if (node === "__proto__" || !areVersions(versions)) return null;
    seen[node] = versions;
  }
  return { v, id, ts, channel_values, channel_versions, versions_seen: seen };
}

/** The text of a blob column; both the official saver's buffers and plain text are found in the wild. */
export function blobText(blob: Blob): string {
  if (blob === null) return "null";
  return typeof blob === "string" ? blob : blob.toString("utf8");
}

/** The error for a row of a checkpoint that is there and cannot be read: `what` says which part of it. */
export function damaged(checkpointId: string, what: string, cause?: unknown): RetrographError {
  return new RetrographError(
    "checkpoint_damaged",
    `The ${what} of checkpoint ${checkpointId} is damaged and cannot be read. Its neighbours are intact: go on from the one before.`,
    { checkpoint_id: checkpointId },
    { cause },
  );
}

function readBlob<T>(row: { checkpoint_id: string; type: string | null }, blob: Blob, what: string, parse: (json: unknown) => T): T {
  if (row.type !== null && row.type !== "json") {
    throw new RetrographError(
      "checkpoint_damaged",
      `Checkpoint ${row.checkpoint_id} was written in a format that is not JSON ("${row.type}"), which Retrograph cannot show.`,
      { checkpoint_id: row.checkpoint_id },
    );
  }
  if (blob === null) throw damaged(row.checkpoint_id, what);
  try {
    return parse(JSON.parse(blobText(blob)));
  } catch (cause) {
    throw damaged(row.checkpoint_id, what, cause);
  }
}

/** Parses the stored state. Throws `checkpoint_damaged` for a damaged row. */
export function parseCheckpoint(row: { checkpoint_id: string; type: string | null; checkpoint: Blob }): RawCheckpoint {
  return readBlob(row, row.checkpoint, "state", (json) => asUsual(json) ?? RawCheckpointSchema.parse(json));
}

/** Parses the stored metadata. Throws `checkpoint_damaged` for a damaged row. */
export function parseMetadata(row: { checkpoint_id: string; type: string | null; metadata: Blob }): RawMetadata {
  return row.metadata === null ? {} : readBlob(row, row.metadata, "metadata", (json) => RawMetadataSchema.parse(json));
}

/** True for the channels that carry control flow, not state. `__root__` is the state of a workflow without named channels. */
export function isInternalChannel(channel: string): boolean {
  return channel.startsWith("branch:to:") || channel.startsWith("join:") || (channel.startsWith("__") && channel !== "__root__");
}
