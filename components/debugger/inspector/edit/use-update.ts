import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { previewUpdate } from "@/lib/client/api";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Channel } from "@/lib/schema/graph";
import type { Json, JsonObject } from "@/lib/schema/json";
import { buildUpdate, type BuiltUpdate, type DraftProblem } from "./build-update";
import type { EditDraft } from "./draft";

export type EditedChannel = { name: string; channel: Channel | null; built: BuiltUpdate };

/** Each edited channel with the value that it writes, or what is wrong with it. */
export function useEditedChannels(draft: EditDraft, channels: readonly Channel[], values: JsonObject): EditedChannel[] {
  return useMemo(() => {
    const byName = new Map(channels.map((channel) => [channel.name, channel]));
    return Object.entries(draft.channels).map(([name, channelDraft]) => {
      const channel = byName.get(name) ?? null;
      return { name, channel, built: buildUpdate(channel, Object.hasOwn(values, name) ? values[name] : undefined, channelDraft) };
    });
  }, [draft.channels, channels, values]);
}

/** The values to write, or null while something is wrong or nothing is changed. */
export function valuesToWrite(edited: readonly EditedChannel[]): JsonObject | null {
  const values = new Map<string, Json>();
  for (const { name, built } of edited) {
    if (!built.ok) return null;
    if (built.changed) values.set(name, built.value);
  }
  return values.size === 0 ? null : Object.fromEntries(values);
}

/**
 * Where the values would not fit the schemas that the workflow declares for its channels. A schema may describe what is
 * passed in rather than what is held (messages, dates): it counts only where it fits the value that is there now.
 * The validator is loaded when first needed.
 */
export function useSchemaProblems(edited: readonly EditedChannel[], values: JsonObject): Map<string, DraftProblem[]> {
  const [problems, setProblems] = useState<Map<string, DraftProblem[]>>(new Map());
  useEffect(() => {
    let current = true;
    void import("@/lib/request/schema-problems").then(({ findSchemaProblems }) => {
      if (!current) return;
      const found = new Map<string, DraftProblem[]>();
      for (const { name, channel, built } of edited) {
        if (!built.ok || built.next === null || channel?.schema === undefined || channel.schema === null || channel.reducer.kind === "messages")
          continue;
        if (Object.hasOwn(values, name) && findSchemaProblems(channel.schema, values[name]).length > 0) continue;
        const list = findSchemaProblems(channel.schema, built.next).map(({ path, message }) => ({
          item: null,
          message: path === "" ? message : `${path}: ${message}`,
        }));
        if (list.length > 0) found.set(name, list);
      }
      setProblems(found);
    });
    return () => {
      current = false;
    };
  }, [edited, values]);
  return problems;
}

/** Larger states are previewed only when asked: the answer holds the whole state. */
export const MAX_AUTO_PREVIEW_BYTES = 2_000_000;
const TYPING_MS = 300;

/** What the workflow's reducers would make of the values, and what would run next. */
export function usePreview(threadId: string, entry: TimelineEntry, values: JsonObject | null, asNode: string, enabled: boolean) {
  const body = useDebounced(
    useMemo(() => (values === null ? null : JSON.stringify({ values, asNode })), [values, asNode]),
    TYPING_MS,
  );
  return useQuery({
    queryKey: ["preview", threadId, entry.checkpoint_id, body],
    queryFn: ({ signal }) =>
      previewUpdate(
        threadId,
        { checkpoint_id: entry.checkpoint_id, checkpoint_ns: entry.checkpoint_ns, values: values ?? {}, as_node: asNode },
        signal,
      ),
    enabled: enabled && body !== null && values !== null,
    placeholderData: (previous) => previous,
    retry: false,
    gcTime: 0,
  });
}

function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
