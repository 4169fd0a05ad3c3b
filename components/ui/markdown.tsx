"use client";

import dynamic from "next/dynamic";
import { cn } from "./cn";

const Renderer = dynamic(() => import("./markdown-renderer").then((module) => module.MarkdownRenderer), { ssr: false });

/** Markdown from a model or a tool: never raw HTML, links only to the web and to mail. */
export function Markdown({ text, className }: { text: string; className?: string }) {
  return (
    <div className={cn("markdown", className)}>
      <Renderer text={text} />
    </div>
  );
}
