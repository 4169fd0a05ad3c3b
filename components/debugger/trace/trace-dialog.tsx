import { Dialog } from "@/components/ui/dialog";
import type { Span } from "@/lib/schema/span";
import { TraceView, type TraceViewProps } from "./trace-view";

/** The trace with room for time, tokens, cost and the selected span beside each other. */
export function TraceDialog({ onClose, checkpointsOf, ...props }: Omit<TraceViewProps, "layout" | "onExpand"> & { onClose: () => void }) {
  const closing = (link: { step: number; onGo: () => void } | null) =>
    link === null
      ? null
      : {
          ...link,
          onGo: () => {
            link.onGo();
            onClose();
          },
        };
  const checkpoints = (span: Span) => {
    const { before, after } = checkpointsOf(span);
    return { before: closing(before), after: closing(after) };
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Trace" className="h-[90vh] max-h-[90vh] w-[min(1500px,calc(100vw-40px))]">
      <div className="-mx-4 -my-3 h-[calc(100%+24px)]">
        <TraceView {...props} checkpointsOf={checkpoints} layout="wide" />
      </div>
    </Dialog>
  );
}
