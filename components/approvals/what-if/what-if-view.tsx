"use client";

import { CircleAlert, ShieldCheck } from "lucide-react";
import { Spinner } from "@/components/ui/spinner";
import type { Json } from "@/lib/schema/json";
import { AlternativeColumn } from "./alternative-column";
import { Differences } from "./differences";
import { useWhatIf } from "./use-what-if";

export type WhatIfAlternative = { label: string; answers: Record<string, Json> };

export type WhatIfViewProps = {
  threadId: string;
  /** The checkpoint whose requests are answered. */
  checkpointId: string;
  /** What is tried beside each other: 1 to 4. The first two are compared. */
  alternatives: readonly WhatIfAlternative[];
};

/** Answers tried beside each other, dry and on copies of the thread, before one is given. The copies go when this is closed. */
export function WhatIfView({ threadId, checkpointId, alternatives }: WhatIfViewProps) {
  const { whatIf, error, isRunning } = useWhatIf({ threadId, checkpointId, alternatives });
  if (error !== null) return <Failure message={error} />;
  return (
    <section aria-label="What if" aria-busy={isRunning || whatIf === null} className="flex min-w-0 flex-col gap-3">
      <p role="status" className="flex items-start gap-2 text-muted [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
        {isRunning || whatIf === null ? <Spinner label="" className="text-run" /> : <ShieldCheck aria-hidden className="text-ok" />}
        {isRunning || whatIf === null
          ? "Trying the answers on copies of the thread. Nothing is sent."
          : "Nothing was sent, and the thread is as it was. Calls were answered from recordings and by stand-ins."}
      </p>
      {whatIf === null ? null : (
        <>
          <div className="grid min-w-0 grid-cols-1 gap-3 sm:grid-cols-2">
            {whatIf.alternatives.map((alternative, place) => (
              <AlternativeColumn key={place} alternative={alternative} />
            ))}
          </div>
          {whatIf.comparison === null ? null : (
            <Differences comparison={whatIf.comparison} labels={[whatIf.alternatives[0]?.label ?? "", whatIf.alternatives[1]?.label ?? ""]} />
          )}
        </>
      )}
    </section>
  );
}

function Failure({ message }: { message: string }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md border border-bad bg-bad-bg px-3 py-2 [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0"
    >
      <CircleAlert aria-hidden />
      <span className="min-w-0 break-words">The answers could not be tried. {message}</span>
    </p>
  );
}
