"use client";

import { useEditor } from "../editor-context";
import { CodePane } from "./code-pane";

/** The workflow's file as text, beside the canvas that shows the same. */
export function CodePanel() {
  const { design } = useEditor();
  if (design === null) return <div aria-busy="true" aria-label="Reading the file" className="m-3.5 h-40 animate-pulse rounded-md bg-hover" />;
  return <CodePane key={design.file} design={design} />;
}
