"use client";

import dynamic from "next/dynamic";
import { cn } from "./cn";

const Renderer = dynamic(() => import("./markdown-renderer").then((module) => module.MarkdownRenderer), { ssr: false });

export type MarkdownProps = {
  text: string;
  className?: string;
  /** Shows HTML as the text that it is, for readers from whom nothing may be hidden; else it is left out. */
  showHtml?: boolean;
};

/** Markdown from a model or a tool: never raw HTML, links only to the web and to mail. */
export function Markdown({ text, className, showHtml = false }: MarkdownProps) {
  return (
    <div className={cn("markdown", className)}>
      <Renderer text={text} showHtml={showHtml} />
    </div>
  );
}
