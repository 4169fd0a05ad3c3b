"use client";

import { ShieldCheck } from "lucide-react";
import { Spinner } from "@/components/ui/spinner";
import type { Json } from "@/lib/schema/json";
import type { WhatIf } from "@/lib/schema/what-if";
import { useWhatIf } from "./use-what-if";

export type WhatIfAlternative = { label: string; answers: Record<string, Json> };

export type WhatIfViewProps = {
  threadId: string;
  /** The checkpoint whose requests are answered. */
  checkpointId: string;
  /** What is tried beside each other: 1 to 4. The first two are compared. */
  alternatives: readonly WhatIfAlternative[];
};

/** Answers tried beside each other, dry and on a copy, before one is given. */
export function WhatIfView({ threadId, checkpointId, alternatives }: WhatIfViewProps) {
  const { whatIf, error, isRunning } = useWhatIf({ threadId, checkpointId, alternatives });
  if (error !== null) return <p role="alert">{error}</p>;
  if (whatIf === null) return <Spinner label="Starting" />;
  return (
    <section aria-label="What if">
      <p className="flex items-center gap-1.5 text-muted [&_svg]:size-3.5">
        <ShieldCheck />
        Nothing was sent.
        {isRunning ? <Spinner label="Running" /> : null}
      </p>
      <div className="grid grid-cols-2 gap-3">
        {whatIf.alternatives.map((alternative) => (
          <Column key={alternative.label} alternative={alternative} />
        ))}
      </div>
    </section>
  );
}

function Column({ alternative }: { alternative: WhatIf["alternatives"][number] }) {
  return (
    <article>
      <h3 className="font-medium">{alternative.label}</h3>
      <p>{alternative.run.state.status}</p>
    </article>
  );
}
