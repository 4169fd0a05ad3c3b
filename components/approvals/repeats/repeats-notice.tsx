"use client";

import { Repeat2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Repeat } from "@/lib/schema/effect";
import { harmOf, whatCameOfIt, whatHappened } from "./words";

const RepeatsDialog = dynamic(() => import("./repeats-dialog").then((module) => module.RepeatsDialog), { ssr: false });

/** What a run did once more than meant, in one line each, with the way to compare. Nothing where there is nothing to say. */
export function RepeatsNotice({ repeats }: { repeats: readonly Repeat[] }) {
  const [isOpen, setOpen] = useState(false);
  const [worst, ...others] = repeats.toSorted((a, b) => ORDER[harmOf(a)] - ORDER[harmOf(b)]);
  if (worst === undefined) return null;
  const isHarmless = harmOf(worst) === "once";
  return (
    <section
      aria-label="What ran again"
      className={`flex shrink-0 items-start gap-2 border-b px-3.5 py-2.5 [&>svg]:mt-0.5 [&>svg]:size-3.5 [&>svg]:shrink-0 ${isHarmless ? "border-line" : "border-wait bg-wait-bg"}`}
    >
      <Repeat2 aria-hidden className={isHarmless ? "text-muted" : "text-wait"} />
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="font-medium">{`${whatHappened(worst)}.`}</span>{" "}
          <span className={isHarmless ? "text-muted" : undefined}>{whatCameOfIt(worst)}</span>
        </p>
        {others.length === 0 ? null : <p className="text-muted">{`And ${others.length} more.`}</p>}
      </div>
      <Button size="sm" onClick={() => setOpen(true)}>
        Side by side
      </Button>
      {isOpen ? <RepeatsDialog repeats={repeats} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

const ORDER = { repeated: 0, maybe: 1, once: 2 } as const;
