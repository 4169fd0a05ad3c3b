"use client";

import { History } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useLive } from "../live/live-context";
import { useWorkbench } from "../workbench-context";
import { summaryWords } from "./change-words";
import { useRevisionReport } from "./use-revision-report";

const RevisionDialog = dynamic(() => import("./revision-dialog").then((module) => module.RevisionDialog), { ssr: false });
const Blockers = dynamic(() => import("./blockers").then((module) => module.Blockers), { ssr: false });

/** What of the workflow is not as it was when the selected checkpoint was made, and what keeps it from going on. */
export function RevisionNotice() {
  const { threadId, entry, description } = useWorkbench();
  const runs = useLive((state) => state.runs);
  const { data: report, isPlaceholderData } = useRevisionReport({ threadId: threadId ?? "", entry, description, runs });
  const [isOpen, setOpen] = useState(false);
  if (report === undefined || entry === null || threadId === null) return null;
  const blockers = isPlaceholderData ? [] : report.blockers.filter(({ kind }) => kind !== "workflow_failed");
  const showChanges = report.changes.length === 0 ? null : () => setOpen(true);
  return (
    <>
      {blockers.length > 0 ? (
        <Blockers key={entry.checkpoint_id} threadId={threadId} entry={entry} report={report} onShowChanges={showChanges} />
      ) : showChanges === null ? null : (
        <div role="status" className="flex shrink-0 items-center gap-2 border-b border-line bg-hover py-1 pr-2 pl-3.5 text-sm text-muted">
          <History aria-hidden className="mt-1 size-3.5 shrink-0 self-start" />
          <span className="line-clamp-2 min-w-0 flex-1" title={summaryWords(report.changes)}>
            {summaryWords(report.changes)}
          </span>
          <Button variant="ghost" size="sm" onClick={showChanges} aria-haspopup="dialog">
            Show
          </Button>
        </div>
      )}
      {isOpen ? <RevisionDialog report={report} step={entry.step} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
