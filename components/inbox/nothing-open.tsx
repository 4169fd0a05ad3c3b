"use client";

import { Inbox, MessageCircleQuestionMark, SearchX } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import type { Box } from "./filters";

const link = "underline decoration-line-strong underline-offset-2 hover:decoration-current";

/** What an empty list says: that it is fine, and what will be here. */
export function NothingHere({ box, isNarrowed, hasRun, onClear }: { box: Box; isNarrowed: boolean; hasRun: boolean; onClear: () => void }) {
  if (isNarrowed)
    return (
      <Empty icon={<SearchX />} title="No request fits">
        <Button className="mt-2 max-md:h-11" onClick={onClear}>
          Show all
        </Button>
      </Empty>
    );
  if (box === "answered")
    return (
      <Empty icon={<Inbox />} title="Nothing answered yet">
        Requests that were answered are kept here, with who answered what.
      </Empty>
    );
  if (box === "snoozed")
    return (
      <Empty icon={<Inbox />} title="Nothing snoozed">
        What you snooze is here until its time, then it waits again.
      </Empty>
    );
  return (
    <Empty icon={<Inbox />} title="Nothing waits for you">
      <div className="md:hidden">
        <WhatWillBeHere hasRun={hasRun} />
      </div>
    </Empty>
  );
}

/** The place of a request while there is none. */
export function NothingOpen({ hasRun }: { hasRun: boolean }) {
  return (
    <div className="grid h-full place-items-center">
      <Empty icon={<MessageCircleQuestionMark />} title="What workflows ask is answered here">
        <WhatWillBeHere hasRun={hasRun} />
      </Empty>
    </div>
  );
}

function WhatWillBeHere({ hasRun }: { hasRun: boolean }) {
  return (
    <>
      <p>When a workflow asks a person, with an approval, a review of tool calls or any interrupt, it waits here, from all threads.</p>
      {hasRun ? null : (
        <p className="mt-2">
          <Link href="/" className={link}>
            Run an example that asks
          </Link>
        </p>
      )}
    </>
  );
}
