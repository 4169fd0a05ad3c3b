"use client";

import type { ComponentProps } from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";

const SAFE_LINK = /^(https?:|mailto:)/i;

/** The address itself where it is safe to follow, else nothing. */
export function safeLink(url: string): string {
  return SAFE_LINK.test(url) ? url : "";
}

function SafeAnchor({ href, children }: ComponentProps<"a">) {
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** Images would be fetched from wherever the text says: their description stands in for them. */
function ImageAsText({ alt }: ComponentProps<"img">) {
  return <span className="text-muted">[image: {alt || "no description"}]</span>;
}

/** Code scrolls sideways where its lines are long: also by keyboard. */
function ScrollingCode({ children }: ComponentProps<"pre">) {
  return (
    <pre tabIndex={0} role="group" aria-label="Code">
      {children}
    </pre>
  );
}

const COMPONENTS = { a: SafeAnchor, img: ImageAsText, pre: ScrollingCode };

export function MarkdownRenderer({ text, showHtml = false }: { text: string; showHtml?: boolean }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} skipHtml={!showHtml} urlTransform={safeLink} components={COMPONENTS}>
      {text}
    </ReactMarkdown>
  );
}
