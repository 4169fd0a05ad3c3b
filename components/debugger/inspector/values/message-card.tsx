import { useState } from "react";
import { Chip, type Tone } from "@/components/ui/chip";
import { formatBytes } from "@/components/ui/format";
import { WriterTag, type WriterTagProps } from "../writer-tag";
import { JsonTree } from "./json-tree";
import { LongText, MoreButton } from "./long-text";
import type { Citation, MessagePart, MessageRole, MessageValue } from "./read-message";

const ROLE_TONE: Record<MessageRole, Tone> = { human: "run", ai: "fork", system: "off", tool: "ok", other: "plain" };

export type MessageCardProps = {
  message: MessageValue;
  index?: number;
  /** Who wrote it, and the way there. */
  written?: WriterTagProps | null;
};

/** One message: who, what, and which tools it calls. */
export function MessageCard({ message, index, written = null }: MessageCardProps) {
  return (
    <article className="min-w-0">
      <header className="mb-0.5 flex items-center gap-1.5 text-sm text-muted">
        {index === undefined ? null : <span className="font-mono tabular-nums">{index}</span>}
        <Chip tone={message.failed ? "bad" : ROLE_TONE[message.role]}>{message.roleName}</Chip>
        {message.name === null ? null : <span className="truncate font-mono">{message.name}</span>}
        {message.failed ? <span className="text-bad">failed</span> : null}
        {message.toolCallId === null ? null : (
          <span className="truncate text-xs" title={`Answers the call ${message.toolCallId}`}>
            answers <span className="font-mono">{message.toolCallId.slice(0, 12)}</span>
          </span>
        )}
        <span className="ml-auto" />
        {written === null ? null : <WriterTag {...written} />}
        {message.id === null ? null : (
          <span className="max-w-20 shrink truncate font-mono text-xs" title={message.id}>
            {message.id}
          </span>
        )}
      </header>
      <div className="flex flex-col gap-1">
        {message.parts.map((part, at) => (
          <Part key={at} part={part} mono={message.role === "tool"} />
        ))}
        {message.toolCalls.map((call, at) => (
          <div key={call.id || at} className="rounded-md border border-line bg-panel px-2 py-1">
            <p className="font-mono text-sm">
              <span className="text-faint">calls </span>
              <span className="font-medium">{call.name}</span>
            </p>
            <JsonTree value={call.args} label={`Arguments of ${call.name}`} />
          </div>
        ))}
        {message.parts.length === 0 && message.toolCalls.length === 0 ? <p className="text-faint italic">empty</p> : null}
      </div>
    </article>
  );
}

function Part({ part, mono }: { part: MessagePart; mono: boolean }) {
  switch (part.kind) {
    case "text":
      return (
        <>
          <LongText text={part.text} mono={mono} />
          {part.citations.length === 0 ? null : <Citations citations={part.citations} />}
        </>
      );
    case "reasoning":
      return <Reasoning text={part.text} />;
    case "image":
      return <Picture url={part.url} />;
    case "data":
      return (
        <div>
          {part.type === null ? null : <p className="text-xs text-faint">{part.type}</p>}
          <JsonTree value={part.value} label={part.type ?? "Content"} depth={1} />
        </div>
      );
  }
}

/** Closed at first: it is long, and seldom what one looks for. */
function Reasoning({ text }: { text: string }) {
  return (
    <details className="border-l-2 border-line pl-2 text-muted">
      <summary className="cursor-pointer rounded text-sm">
        Reasoning <span className="text-faint">{text.trim() === "" ? "(hidden by the provider)" : `· ${text.trim().split(/\s+/).length} words`}</span>
      </summary>
      <LongText text={text} />
    </details>
  );
}

const SHOWN_CITATIONS = 4;

function Citations({ citations }: { citations: Citation[] }) {
  const [all, setAll] = useState(false);
  return (
    <ul className="flex flex-col gap-0.5 border-l-2 border-line pl-2 text-sm text-muted">
      {citations.slice(0, all ? undefined : SHOWN_CITATIONS).map((citation, at) => (
        <li key={at} className="truncate" title={[citation.title, citation.url, citation.text].filter(Boolean).join("\n")}>
          {citation.title ?? citation.url ?? citation.text ?? "citation"}
          {citation.title !== null && citation.url !== null ? <span className="ml-1.5 font-mono text-xs text-faint">{citation.url}</span> : null}
        </li>
      ))}
      {!all && citations.length > SHOWN_CITATIONS ? (
        <li>
          <MoreButton onClick={() => setAll(true)}>{`${citations.length - SHOWN_CITATIONS} more`}</MoreButton>
        </li>
      ) : null}
    </ul>
  );
}

/** Characters of a picture that is drawn without being asked for: about a megabyte. */
const MAX_PICTURE = 1_400_000;

function Picture({ url }: { url: string }) {
  const [shown, setShown] = useState(url.length <= MAX_PICTURE);
  if (!shown) {
    const type = url.slice("data:".length, url.indexOf(";"));
    return <MoreButton onClick={() => setShown(true)}>{`Show the picture (${type}, ${formatBytes(Math.round(url.length * 0.75))})`}</MoreButton>;
  }
  // eslint-disable-next-line @next/next/no-img-element -- a data: URL from the state; there is nothing to optimise
  return <img src={url} alt="Picture in the message" className="max-h-48 max-w-full self-start rounded-md border border-line" />;
}
