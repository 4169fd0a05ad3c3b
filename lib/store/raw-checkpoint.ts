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

function readBlob<T>(row: { checkpoint_id: string; type: string | null }, blob: Blob, what: string, schema: z.ZodType<T>): T {
  if (row.type !== null && row.type !== "json") {
    throw new RetrographError(
      "checkpoint_damaged",
      `Checkpoint ${row.checkpoint_id} was written in a format that is not JSON ("${row.type}"), which Retrograph cannot show.`,
      { checkpoint_id: row.checkpoint_id },
    );
  }
  if (blob === null) throw damaged(row.checkpoint_id, what);
  try {
    return schema.parse(JSON.parse(blobText(blob)));
  } catch (cause) {
    throw damaged(row.checkpoint_id, what, cause);
  }
}

/** Parses the stored state. Throws `checkpoint_damaged` for a damaged row. */
export function parseCheckpoint(row: { checkpoint_id: string; type: string | null; checkpoint: Blob }): RawCheckpoint {
  return readBlob(row, row.checkpoint, "state", RawCheckpointSchema);
}

/** Parses the stored metadata. Throws `checkpoint_damaged` for a damaged row. */
export function parseMetadata(row: { checkpoint_id: string; type: string | null; metadata: Blob }): RawMetadata {
  return row.metadata === null ? {} : readBlob(row, row.metadata, "metadata", RawMetadataSchema);
}

/** True for the channels that carry control flow, not state. `__root__` is the state of a workflow without named channels. */
export function isInternalChannel(channel: string): boolean {
  return channel.startsWith("branch:to:") || channel.startsWith("join:") || (channel.startsWith("__") && channel !== "__root__");
}
