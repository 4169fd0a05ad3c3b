import { Lock, TriangleAlert } from "lucide-react";
import type { DesignCanvasProps } from "../design-canvas";

type DesignNotesProps = Pick<DesignCanvasProps, "readonly" | "isStale"> & { error: string | null };

/** Why the drawing cannot be changed, or could not be made. */
export function DesignNotes({ readonly, isStale, error }: DesignNotesProps) {
  if (readonly === null && !isStale && error === null) return null;
  const box =
    "pointer-events-auto flex max-w-full items-center gap-2 rounded-md border bg-raised px-2.5 py-1 text-sm [&_svg]:size-3.5 [&_svg]:shrink-0";
  return (
    <div className="pointer-events-none absolute inset-x-3 top-3 z-10 flex flex-wrap items-start gap-2">
      {readonly !== null && (
        <div role="status" className={`${box} border-line text-muted`}>
          <Lock aria-hidden />
          {readonly}
        </div>
      )}
      {isStale && (
        <div role="status" className={`${box} border-wait text-wait`}>
          <TriangleAlert aria-hidden />
          Drawn from before the error. You can edit here again once it is corrected.
        </div>
      )}
      {error !== null && (
        <div role="alert" className={`${box} border-bad text-bad`}>
          <TriangleAlert aria-hidden />
          The graph could not be laid out: {error}. Reload the page to try again.
        </div>
      )}
    </div>
  );
}
