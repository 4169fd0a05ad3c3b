"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getBaseText } from "@/lib/client/design-api";
import type { BaseText } from "@/lib/schema/design-api";
import { useEditor } from "../editor-context";
import type { CodeField } from "./use-code-field";

export type Since = BaseText["since"];

const FRESH_MS = 10_000;

/**
 * Compares what is shown with the text of the last commit or of the opening, and shows what was removed if asked to.
 * Without a commit it is the opening. Gives what it is compared with; null while that is not known.
 */
export function useBaseText(field: CodeField | null, since: Since, isDiff: boolean): BaseText | null {
  const { graphId } = useEditor();
  const ask = (wanted: Since, enabled: boolean) => ({
    queryKey: ["design-base", graphId, wanted],
    queryFn: ({ signal }: { signal: AbortSignal }) => getBaseText(graphId, wanted, signal),
    staleTime: FRESH_MS,
    enabled,
  });
  const commit = useQuery(ask("commit", since === "commit"));
  const hasNoCommit = since === "commit" && commit.data?.text === null;
  const opening = useQuery(ask("opening", since === "opening" || hasNoCommit));
  const base = (since === "commit" && !hasNoCommit ? commit.data : opening.data) ?? null;
  const text = base?.text ?? null;
  useEffect(() => {
    if (field === null) return;
    field.compareWith(text);
    field.showRemoved(isDiff);
  }, [field, text, isDiff]);
  return base;
}
