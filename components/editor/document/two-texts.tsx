"use client";

import { javascript } from "@codemirror/lang-javascript";
import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { codeStyle } from "@/components/ui/code-style";

/** In the colours of the page, and with a sign that its fonts have. */
const mergeStyle = EditorView.theme({
  "& .cm-collapsedLines": { background: "var(--hover)", color: "var(--muted)" },
  "& .cm-collapsedLines:before, & .cm-collapsedLines:after": { content: '"⋯"' },
});

type Side = { title: string; text: string };

function sideOf({ title, text }: Side) {
  return {
    doc: text,
    extensions: [
      javascript({ typescript: true, jsx: true }),
      codeStyle,
      mergeStyle,
      lineNumbers(),
      EditorView.lineWrapping,
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ "aria-label": title, tabindex: "0" }),
    ],
  };
}

/** Two texts side by side, what differs marked, what is the same folded. */
export function TwoTexts({ left, right }: { left: Side; right: Side }) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (parent.current === null) return;
    const view = new MergeView({
      a: sideOf(left),
      b: sideOf(right),
      parent: parent.current,
      gutter: true,
      highlightChanges: true,
      collapseUnchanged: { margin: 3, minSize: 6 },
    });
    return () => view.destroy();
  }, [left, right]);
  return (
    <div>
      <div className="grid grid-cols-2 gap-2 pb-1 text-sm font-medium">
        <span>{left.title}</span>
        <span>{right.title}</span>
      </div>
      <div ref={parent} className="max-h-[56vh] overflow-auto rounded-md border border-line text-sm" />
    </div>
  );
}
