import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getBlame } from "@/lib/client/api";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Blame, Writer } from "@/lib/schema/travel";

/** Walking past a checkpoint asks for nothing. */
const REST_MS = 200;

/** Who wrote the values of a checkpoint, once one rests on it; undefined until it is known. */
export function useBlame(threadId: string, entry: TimelineEntry, enabled: boolean): Blame | undefined {
  const id = entry.checkpoint_id;
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), REST_MS);
    return () => clearTimeout(timer);
  }, [id]);
  const { data } = useQuery({
    queryKey: ["blame", threadId, entry.checkpoint_ns, id],
    queryFn: ({ signal }) => getBlame(threadId, id, entry.checkpoint_ns, signal),
    enabled: enabled && rested === id,
    staleTime: Infinity,
    retry: false,
  });
  return data?.checkpoint_id === id ? data : undefined;
}

/** What is followed from a value to the step that wrote it, and stays marked there. */
export type Spotlight = { channel: string; index: number | null; messageId: string | null };

/** Who wrote each item of a list, and the way there. */
export type ItemBlame = {
  writerOf: (index: number) => Writer | null;
  onGo: (writer: Writer, index: number) => void;
  /** Always visible rather than only under the pointer. */
  always: boolean;
};

export function itemBlame(
  blame: Blame | undefined,
  channel: string,
  always: boolean,
  onGo: (writer: Writer, index: number) => void,
): ItemBlame | undefined {
  const items = blame !== undefined && Object.hasOwn(blame.channels, channel) ? blame.channels[channel]?.items : undefined;
  if (blame === undefined || items === undefined || items === null) return undefined;
  const writerOf = (index: number) => {
    const writer = items[index];
    return writer === undefined || writer === null ? null : (blame.writers[writer] ?? null);
  };
  return { writerOf, onGo, always };
}
