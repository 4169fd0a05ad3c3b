"use client";

import { cn } from "@/components/ui/cn";
import type { RequestView } from "@/lib/request/request-view";
import { FoldedText } from "./folded-text";
import { ValueTree } from "./value-tree";

/** Longer documents begin closed in the narrow panel. */
const OPEN_TEXT = 400;
/** So much of a document's words is counted. */
const COUNTED = 200_000;

function countWords(text: string): string {
  const words = text.slice(0, COUNTED).trim().split(/\s+/).length.toLocaleString("en");
  return text.length > COUNTED ? `more than ${words} words` : `${words} words`;
}

export type RequestBodyProps = { view: RequestView; layout: "panel" | "page" };

/** What a request shows: its texts as Markdown, everything else as it is. */
export function RequestBody({ view, layout }: RequestBodyProps) {
  const isPanel = layout === "panel";
  const rest = Object.keys(view.rest).length;
  return (
    <>
      {view.texts.map(({ label, text }, index) =>
        label === null ? (
          <FoldedText key={index} asMarkdown text={text} className={cn("mt-1.5 text-muted", isPanel && "max-h-72 overflow-y-auto")} />
        ) : (
          <details key={index} className="mt-2.5 rounded-md border border-line bg-panel" open={!isPanel || text.length < OPEN_TEXT}>
            <summary className="cursor-default px-2.5 py-1.5 text-sm">
              <span className="font-mono">{label}</span>
              <span className="ml-2 text-faint">{countWords(text)}</span>
            </summary>
            <FoldedText asMarkdown text={text} className={cn("border-t border-line px-2.5 py-2", isPanel && "max-h-72 overflow-y-auto")} />
          </details>
        ),
      )}
      {rest > 0 ? (
        <div className={cn("mt-2.5 rounded-md border border-line bg-panel px-2.5 py-1.5 text-sm", isPanel && "max-h-48 overflow-y-auto")}>
          <ValueTree value={view.rest} />
        </div>
      ) : null}
    </>
  );
}
