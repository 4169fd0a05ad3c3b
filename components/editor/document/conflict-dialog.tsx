"use client";

import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notify";
import type { Conflict } from "./document-store";

const TwoTexts = dynamic(() => import("./two-texts").then((module) => module.TwoTexts), { ssr: false });

function copy(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify("Your version is on the clipboard"),
    () => notify("The browser did not allow to copy", { tone: "error" }),
  );
}

/** The file was changed where an edit changes it: a person decides between the texts, and neither is lost unasked. */
export function ConflictDialog({ conflict: { label, versions, decide } }: { conflict: Conflict }) {
  const { mine, current } = versions;
  return (
    <Dialog
      open
      // To close it is to lose one of the texts: that takes a decision, by one of the buttons below.
      onOpenChange={() => {}}
      title="The file was changed meanwhile"
      description={`“${label}” changes what somebody else, or another program, changed at the same time. Nothing was written yet.`}
      className="w-[min(1200px,calc(100vw-32px))] [&>header>button]:hidden"
      footer={
        <>
          {mine === null ? null : (
            <Button className="mr-auto" onClick={() => copy(mine.text)}>
              Copy mine
            </Button>
          )}
          <Button onClick={() => decide("theirs")}>Keep theirs</Button>
          <Button variant="primary" disabled={current === null} onClick={() => decide("mine")}>
            Apply mine again
          </Button>
        </>
      }
    >
      {current === null ? (
        <p className="text-muted">The file is gone. Copy your version if you need it.</p>
      ) : mine === null ? (
        <p className="text-muted">
          “{label}” can be tried again on the file as it is now, or be left out. Your other changes are in the file already.
        </p>
      ) : (
        <TwoTexts left={{ title: "Theirs: the file as it is now", text: current.text }} right={{ title: `Mine: with “${label}”`, text: mine.text }} />
      )}
    </Dialog>
  );
}
