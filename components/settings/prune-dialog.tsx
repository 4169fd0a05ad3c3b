"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/field";
import { formatBytes, formatCount } from "@/components/ui/format";
import { notify } from "@/components/ui/notify";
import { pruneStorage } from "@/lib/client/api";
import type { PruneBody, PruneResult } from "@/lib/schema/storage";
import { useStorageChanged } from "./use-storage";

export type PruneTarget = { kind: "all" } | { kind: "thread"; thread_id: string; title: string };

type Rule = PruneBody["rule"];

const REASONS: Record<PruneResult["kept"][number]["reason"], string> = {
  waiting: "wait for an answer",
  needed_by_delta: "are what delta channels of others are rebuilt from",
  marked: "have a label, a note, a star or a branch’s name",
  running: "belong to a thread that runs",
  subgraph_memory: "are a subgraph’s memory",
  needed_by_sends: "hold what was sent to nodes that have not run yet",
};

function summaryOf(result: PruneResult): string {
  const threads = result.threads > 0 ? `, with ${formatCount(result.threads, "whole thread")}` : "";
  return `${formatCount(result.checkpoints, "checkpoint")}${threads}, ${formatBytes(result.bytes)}`;
}

function Preview({ result }: { result: PruneResult }) {
  const nothing = result.checkpoints === 0 && result.threads === 0;
  return (
    <div role="status" className="mt-4 rounded-md border border-line bg-canvas px-3 py-2">
      <p className="font-medium">{nothing ? "Nothing would go." : `${summaryOf(result)} would go for good.`}</p>
      {nothing ? null : (
        <p className="text-muted tabular-nums">
          The file shrinks from {formatBytes(result.file_bytes_before)} to about {formatBytes(result.file_bytes_after)}.
        </p>
      )}
      {result.kept.length > 0 ? (
        <ul className="mt-1 text-muted">
          {result.kept.map((kept) => (
            <li key={kept.reason}>
              {formatCount(kept.checkpoints, "checkpoint stays", "checkpoints stay")}: they {REASONS[kept.reason]}.
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function NumberRow({
  value,
  onChange,
  label,
  before,
  after,
  max,
}: {
  value: number;
  onChange: (value: number) => void;
  label: string;
  before: string;
  after: string;
  max: number;
}) {
  return (
    <span className="flex items-center gap-2">
      {before}
      <TextInput
        type="number"
        aria-label={label}
        min={1}
        max={max}
        value={value}
        onChange={(event) => onChange(Math.min(max, Math.max(1, Math.round(Number(event.target.value) || 1))))}
        className="w-20 tabular-nums"
      />
      {after}
    </span>
  );
}

/** Asks what is to go, says what that comes to, and does it once it is confirmed. */
export function PruneDialog({ target, onClose }: { target: PruneTarget; onClose: () => void }) {
  const [kind, setKind] = useState<"keep_latest" | "older_than">(target.kind === "all" ? "older_than" : "keep_latest");
  const [days, setDays] = useState(30);
  const [count, setCount] = useState(20);
  const changed = useStorageChanged();
  const rule: Rule = kind === "older_than" ? { kind, days } : { kind, count };
  const scope: PruneBody["scope"] = target.kind === "all" ? { kind: "all" } : { kind: "thread", thread_id: target.thread_id };
  const preview = useMutation({ mutationFn: () => pruneStorage({ scope, rule, dry_run: true }) });
  const prune = useMutation({
    mutationFn: () => pruneStorage({ scope, rule }),
    onSuccess(result) {
      notify(`${formatCount(result.checkpoints, "checkpoint")} pruned`, {
        description: `The file is ${formatBytes(Math.max(0, result.file_bytes_before - result.file_bytes_after))} smaller.`,
      });
      onClose();
    },
    onSettled: changed,
  });
  const isSomething = preview.data !== undefined && (preview.data.checkpoints > 0 || preview.data.threads > 0);
  const error = prune.error ?? preview.error;

  function change(next: () => void) {
    next();
    preview.reset();
    prune.reset();
  }

  const option = (value: typeof kind, body: React.ReactNode, help: string) => (
    <div className="flex items-start gap-2.5">
      <input type="radio" name="rule" id={`rule-${value}`} className="mt-2" checked={kind === value} onChange={() => change(() => setKind(value))} />
      <div className="min-w-0">
        <label htmlFor={`rule-${value}`}>{body}</label>
        <p className="text-sm text-muted">{help}</p>
      </div>
    </div>
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !prune.isPending) onClose();
      }}
      title={target.kind === "all" ? "Prune all threads" : "Prune the thread"}
      {...(target.kind === "thread" ? { description: target.title } : {})}
      footer={
        <>
          <Button onClick={onClose} disabled={prune.isPending}>
            Cancel
          </Button>
          {isSomething ? (
            <Button variant="danger" onClick={() => prune.mutate()} disabled={prune.isPending}>
              {prune.isPending ? "Pruning…" : "Delete for good"}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => preview.mutate()} disabled={preview.isPending}>
              {preview.isPending ? "Counting…" : "Show what would go"}
            </Button>
          )}
        </>
      }
    >
      <fieldset disabled={prune.isPending} className="flex flex-col gap-3">
        <legend className="sr-only">What is to go</legend>
        {option(
          "older_than",
          <NumberRow
            value={days}
            onChange={(value) => change(() => (setKind("older_than"), setDays(value)))}
            label="Days"
            before={target.kind === "all" ? "Threads without activity for" : "Branches without activity for"}
            after={days === 1 ? "day" : "days"}
            max={100_000}
          />,
          target.kind === "all" ? "Whole threads, with their runs, traces and answers." : "With everything that is on them alone.",
        )}
        {option(
          "keep_latest",
          <NumberRow
            value={count}
            onChange={(value) => change(() => (setKind("keep_latest"), setCount(value)))}
            label="Checkpoints that stay"
            before="All but the newest"
            after={`${count === 1 ? "checkpoint" : "checkpoints"} of every branch`}
            max={1_000_000}
          />,
          "Every branch can go on as before; its distant past can no longer be looked at or forked from.",
        )}
      </fieldset>
      <p className="mt-3 text-muted">What waits for an answer, what you marked and what others need stays in any case.</p>
      {preview.data ? <Preview result={preview.data} /> : null}
      {error ? (
        <p role="alert" className="mt-3 text-bad">
          {error.message}
        </p>
      ) : null}
    </Dialog>
  );
}
