"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { InboxItem } from "@/lib/schema/inbox";
import type { Json } from "@/lib/schema/json";
import { WhatIfView, type WhatIfAlternative } from "../../approvals/what-if/what-if-view";
import { quickAnswer } from "../batch/quick-answer";

/** Approve and refuse, where the request has both; else the one that it has. */
export function alternativesOf(interruptId: string, value: Json): WhatIfAlternative[] {
  const both: WhatIfAlternative[] = [];
  for (const [label, verdict] of [["Approve", "approve"] as const, ["Refuse", "refuse"] as const]) {
    const { answer, problem } = quickAnswer(value, verdict, "Tried out");
    if (problem === null) both.push({ label, answers: { [interruptId]: answer } });
  }
  return both;
}

/** Both answers tried dry beside each other, before one of them is given. */
export function WhatIfDialog({ item, value, onClose }: { item: InboxItem; value: Json; onClose: () => void }) {
  const [alternatives] = useState(() => alternativesOf(item.interrupt_id, value));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Dry run of both answers"
      description="On a copy of the thread: nothing leaves this machine, and the thread does not change."
      className="w-[min(1080px,calc(100vw-32px))]"
    >
      <WhatIfView threadId={item.thread_id} checkpointId={item.checkpoint_id} alternatives={alternatives} />
    </Dialog>
  );
}
