"use client";

import dynamic from "next/dynamic";
import { cn } from "./cn";
import type { CodeEditorProps } from "./code-editor";

const CodeEditor = dynamic(() => import("./code-editor").then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => <div className="h-full min-h-24 animate-pulse bg-hover" />,
});

/** A JSON text field with highlighting and bracket matching; the editor itself is loaded when it is first shown. */
export function JsonEditor({ className, invalid, ...props }: Omit<CodeEditorProps, "language"> & { className?: string; invalid?: boolean }) {
  return (
    <div
      className={cn("overflow-hidden rounded-md border bg-panel focus-within:border-line-strong", invalid ? "border-bad" : "border-line", className)}
    >
      <CodeEditor language="json" {...props} />
    </div>
  );
}
