import { useMutation, type UseQueryResult } from "@tanstack/react-query";
import { Check, Copy, GitBranch, PenLine, Play, Star } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Tooltip } from "@/components/ui/tooltip";
import { formatBytes } from "@/components/ui/format";
import { forkThread } from "@/lib/client/api";
import { isRetrographError } from "@/lib/errors";
import { indexBranches, type Branch } from "@/lib/graph/branches";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { CheckpointView, TimelineEntry } from "@/lib/schema/checkpoint";
import type { CheckpointMark } from "@/lib/schema/travel";
import { formatStep, formatTime, shortId } from "../timeline/format";
import { branchColour, branchName, useMarks } from "../timeline/mark-index";
import { originOf } from "../timeline/words";
import { CompareMenu } from "./compare-menu";
import type { InspectorProps } from "./inspector";

const EditDialog = dynamic(() => import("./edit/edit-dialog").then((module) => module.EditDialog), { ssr: false });

export type InspectorHeaderProps = InspectorProps & {
  entry: TimelineEntry;
  tree: CheckpointTree;
  branches: Branch[];
  checkpoint: UseQueryResult<CheckpointView>;
};

const BUSY = "A run is active on this thread. Wait for it or stop it first.";
const NOT_LOADED = "The workflow does not load. Its threads can be read; running and editing need its code.";
const AT_END = "The workflow ended here: nothing is left to run. Edit and fork to run a part of it again.";

const DAMAGED = "Its stored state is damaged. Go on from the checkpoint before it.";

/** What the selected checkpoint is, and what can be done from it. */
export function InspectorHeader(props: InspectorHeaderProps) {
  const { entry, tree, branches, busy, threadId, onContinue, onForked, onCompare } = props;
  const [editing, setEditing] = useState(false);
  const fork = useMutation({
    mutationFn: () => forkThread(threadId, { checkpoint_id: entry.checkpoint_id, checkpoint_ns: entry.checkpoint_ns }),
    onSuccess: onForked,
  });
  const { word, nodes } = originOf(entry);
  const branch = useMemo(() => indexBranches(branches), [branches]).get(entry.checkpoint_id);
  const marks = useMarks(threadId, entry.checkpoint_ns);
  const mark = marks.checkpoints.get(entry.checkpoint_id);
  const { error } = props.checkpoint;
  const isDamaged = isRetrographError(error) && error.code === "checkpoint_damaged";
  const barred = busy ? BUSY : props.description === null ? NOT_LOADED : isDamaged ? DAMAGED : null;
  const blocked = barred ?? ((props.isAtEnd ?? entry.next.length === 0) ? AT_END : null);
  return (
    <header className="@container shrink-0 border-b border-line px-3.5 pt-3 pb-2.5">
      <div className="flex min-h-6 items-center gap-2">
        <h2
          title={[`Step ${formatStep(entry.step)}`, word, nodes].filter(Boolean).join(" ")}
          className="max-w-[70%] min-w-0 shrink-0 truncate text-[13.5px] font-semibold"
        >
          Step {formatStep(entry.step)} · {word} {nodes === "" ? null : <span className="font-mono text-base">{nodes}</span>}
        </h2>
        {branch === undefined || branchName(branch, marks) === "main" ? null : (
          <Chip
            tone="fork"
            title={branchName(branch, marks)}
            className="block max-w-32 min-w-8 shrink truncate leading-[18px]"
            {...colourOf(branchColour(branch.id, marks))}
          >
            {branchName(branch, marks)}
          </Chip>
        )}
        <span className="flex-1" />
        <CompareMenu entry={entry} tree={tree} branches={branches} marks={marks} onCompare={onCompare} />
      </div>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        <time dateTime={entry.created_at} suppressHydrationWarning>
          {formatTime(entry.created_at)}
        </time>
        <span aria-hidden>·</span>
        <CopyId id={entry.checkpoint_id} />
        <span aria-hidden>·</span>
        <span>{formatBytes(entry.bytes)}</span>
      </p>
      {mark === undefined ? null : <MarkLine mark={mark} />}
      <div className="mt-2.5 flex flex-wrap gap-1">
        <Action reason={blocked} onClick={() => onContinue(entry.checkpoint_id)} icon={<Play />}>
          Continue from here
        </Action>
        <Action reason={blocked} onClick={() => fork.mutate()} busy={fork.isPending} icon={<GitBranch />}>
          Fork
        </Action>
        <Action reason={barred} onClick={() => setEditing(true)} icon={<PenLine />}>
          Edit and fork
        </Action>
      </div>
      {fork.error === null ? null : (
        <p role="alert" className="mt-2 text-sm text-bad">
          {fork.error.message}
        </p>
      )}
      {editing ? <EditDialog {...props} onClose={() => setEditing(false)} /> : null}
    </header>
  );
}

function colourOf(colour: string | null) {
  return colour === null ? {} : { style: { color: colour, background: `color-mix(in srgb, ${colour} 14%, transparent)` } };
}

/** Star, label and note of the checkpoint. */
function MarkLine({ mark }: { mark: CheckpointMark }) {
  return (
    <div className="mt-1 flex items-start gap-1.5 text-sm">
      {mark.starred ? <Star aria-label="starred" className="mt-[3px] size-3 shrink-0 fill-wait text-wait" /> : null}
      <p className="min-w-0">
        {mark.label === null ? null : <span className="font-medium break-words">{mark.label}</span>}
        {mark.label !== null && mark.note !== null ? " · " : ""}
        {mark.note === null ? null : (
          <span title={mark.note} className="line-clamp-2 break-words text-muted">
            {mark.note}
          </span>
        )}
      </p>
    </div>
  );
}

type ActionProps = { reason: string | null; busy?: boolean; icon: ReactNode; onClick: () => void; children: ReactNode };

/** A button that stays in the tab order while it cannot be used, and says why. */
function Action({ reason, busy = false, icon, onClick, children }: ActionProps) {
  const button = (
    <Button
      aria-disabled={reason !== null || busy}
      onClick={() => {
        if (reason === null && !busy) onClick();
      }}
      className="aria-disabled:cursor-not-allowed @max-[350px]:[&_svg]:hidden aria-disabled:opacity-45 aria-disabled:enabled:hover:bg-panel"
    >
      {icon}
      {children}
    </Button>
  );
  return reason === null ? button : <Tooltip content={reason}>{button}</Tooltip>;
}

function CopyId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      title={`Copy ${id}`}
      aria-label={`Copy checkpoint id ${id}`}
      onClick={() => void navigator.clipboard.writeText(id).then(() => setCopied(true))}
      className="group inline-flex items-center gap-1 rounded font-mono text-xs hover:text-text"
    >
      {shortId(id)}
      {copied ? <Check aria-hidden className="size-3 text-ok" /> : <Copy aria-hidden className="size-3 opacity-40 group-hover:opacity-100" />}
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </button>
  );
}
