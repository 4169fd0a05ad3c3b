"use client";

import { Dialog } from "@/components/ui/dialog";
import type { Repeat } from "@/lib/schema/effect";
import { RepeatRow } from "./repeat-row";
import { repeatKey } from "./words";

/** The executions of repeated effects of one run or thread, side by side. */
export function RepeatsDialog({ repeats, onClose }: { repeats: readonly Repeat[]; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="What ran again" className="w-[min(920px,calc(100vw-32px))]">
      <ol aria-label="Repeated side effects" className="-mx-3 divide-y divide-line">
        {repeats.map((repeat) => (
          <RepeatRow key={repeatKey(repeat)} repeat={repeat} isOpen={repeats.length === 1} />
        ))}
      </ol>
    </Dialog>
  );
}
