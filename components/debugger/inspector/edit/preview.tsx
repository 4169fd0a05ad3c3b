import { CircleAlert } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { diffValues } from "@/lib/graph/diff";
import type { PreviewResult } from "@/lib/schema/debug-api";
import type { JsonObject } from "@/lib/schema/json";
import { ChannelChanges } from "../changes/channel-changes";

export type PreviewProps = {
  before: JsonObject;
  result: PreviewResult | undefined;
  error: Error | null;
  loading: boolean;
  /** There is something valid to preview. */
  ready: boolean;
  /** For states too large to preview while typing. */
  onAsk: (() => void) | null;
};

/** What the state will be once the reducers have had the edit. */
export function Preview({ before, result, error, loading, ready, onAsk }: PreviewProps) {
  const diff = useMemo(() => (result === undefined ? null : diffValues(before, result.values)), [before, result]);
  return (
    <section aria-label="Preview" aria-busy={loading} className="min-w-0 overflow-hidden rounded-md border border-line">
      <h3 className="border-b border-line bg-canvas px-3.5 py-1.5 text-sm font-medium">What the state will be</h3>
      {!ready ? (
        <p className="px-3.5 py-3 text-sm text-muted">Change something to see what the reducers make of it.</p>
      ) : onAsk !== null && result === undefined && !loading ? (
        <div className="px-3.5 py-3 text-sm text-muted">
          <p>This state is large.</p>
          <Button size="sm" className="mt-2" onClick={onAsk}>
            Preview
          </Button>
        </div>
      ) : error !== null ? (
        <p role="alert" className="flex gap-2 px-3.5 py-3 text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-bad" />
          <span className="min-w-0 break-words">{error.message}</span>
        </p>
      ) : diff === null ? (
        <p className="px-3.5 py-3 text-sm text-muted">Asking the workflow…</p>
      ) : (
        <div className={cn("transition-opacity", loading && "opacity-60 delay-200")}>
          {diff.changes.length === 0 ? <p className="px-3.5 py-3 text-sm text-muted">Nothing changes.</p> : null}
          {diff.changes.map((change) => (
            <ChannelChanges key={change.channel} change={{ ...change, writers: [] }} onSelectCheckpoint={noWriters} />
          ))}
        </div>
      )}
    </section>
  );
}

/** A preview has no writers, so nothing calls it. */
function noWriters(): void {}
