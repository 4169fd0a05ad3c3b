"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Json } from "@/lib/schema/json";
import { alternativesOf } from "./alternatives-of";
import { WhatIfView } from "./what-if-view";

export type WhatIfDialogProps = {
  item: { thread_id: string; interrupt_id: string; checkpoint_id: string };
  /** The request's payload. */
  value: Json;
  onClose: () => void;
};

/** Both answers tried dry beside each other, before one of them is given. */
export function WhatIfDialog({ item, value, onClose }: WhatIfDialogProps) {
  const [alternatives] = useState(() => alternativesOf(item.interrupt_id, value));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Dry run of both answers"
      description="On copies of the thread: nothing leaves this machine, and the thread does not change."
      className="w-[min(1080px,calc(100vw-32px))]"
    >
      <WhatIfView threadId={item.thread_id} checkpointId={item.checkpoint_id} alternatives={alternatives} />
    </Dialog>
  );
}
