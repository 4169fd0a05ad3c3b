"use client";

import dynamic from "next/dynamic";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Me } from "@/lib/schema/access";
import { AssignMenu } from "../request/assign-menu";
import { SnoozeMenu } from "../request/snooze-menu";
import type { useChangeRequests } from "../use-change-requests";
import type { Selected } from "../use-selected";
import type { Verdict } from "@/lib/request/quick-answer";

const BatchDialog = dynamic(() => import("./batch-dialog").then((module) => module.BatchDialog), { ssr: false });

export type BatchBarProps = { selected: Selected; me: Me | undefined; changes: ReturnType<typeof useChangeRequests> };

/** What can be done with the selected requests together. */
export function BatchBar({ selected, me, changes }: BatchBarProps) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [isSnoozeOpen, setSnoozeOpen] = useState(false);
  const items = [...selected.items.values()];
  const [first] = items;
  if (first === undefined) return null;
  const areWaiting = items.every(({ status }) => status === "waiting");
  const isOneKind = items.every(({ kind }) => kind === first.kind);
  const assignee = items.every((item) => item.assignee === first.assignee) ? first.assignee : undefined;
  const why = !areWaiting ? "Some of them wait no more" : !isOneKind ? "Only requests of the same kind can be answered together" : undefined;

  return (
    <div role="group" aria-label="Selected requests" className="flex flex-wrap items-center gap-1.5">
      <div className="flex w-full items-center gap-1.5">
        <span role="status" className="mr-auto font-medium tabular-nums">
          {items.length} selected
        </span>
        <Button variant="ghost" size="icon-sm" aria-label="Select none" className="max-md:size-11" onClick={selected.clear}>
          <X />
        </Button>
      </div>
      {(["approve", "refuse"] as const).map((one) => (
        <Button key={one} disabled={why !== undefined} title={why} className="max-md:h-11" onClick={() => setVerdict(one)}>
          {one === "approve" ? "Approve…" : "Refuse…"}
        </Button>
      ))}
      <AssignMenu assignee={assignee} me={me} disabled={!areWaiting} isCompact onAssign={(name) => void changes.assign(items, name)} />
      <SnoozeMenu
        isSnoozed={items.some(({ snoozed_until }) => snoozed_until !== null)}
        hasDeadline={items.some(({ due_at }) => due_at !== null)}
        disabled={!areWaiting}
        isCompact
        open={isSnoozeOpen}
        onOpenChange={setSnoozeOpen}
        onSnooze={(until) => void changes.snooze(items, until).then((isDone) => (isDone ? selected.clear() : undefined))}
      />
      {why === undefined ? null : <p className="w-full text-sm text-muted">{why}.</p>}
      {verdict === null ? null : <BatchDialog items={items} verdict={verdict} onClose={() => setVerdict(null)} onSent={selected.keep} />}
    </div>
  );
}
