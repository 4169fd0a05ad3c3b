import { useMemo, useState } from "react";
import { Chip, type Tone } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import type { Json } from "@/lib/schema/json";
import { JsonTree } from "./json-tree";
import { LongText, MoreButton } from "./long-text";
import { readMessage, type MessagePart, type MessageRole, type MessageValue } from "./read-message";

/** The newest messages are what one looks for; older ones are a click away, this many at a time. */
const SHOWN = 20;

const ROLE_TONE: Record<MessageRole, Tone> = { human: "run", ai: "fork", system: "off", tool: "ok", other: "plain" };

export type MessageListProps = { messages: Json[]; marked?: ReadonlySet<number> };

/** Chat messages as a conversation, newest last. */
export function MessageList({ messages, marked }: MessageListProps) {
  const [shown, setShown] = useState(SHOWN);
  const start = Math.max(0, messages.length - shown);
  const visible = useMemo(() => messages.slice(start).map((message) => readMessage(message)), [messages, start]);
  return (
    <div>
      {start > 0 ? (
        <MoreButton
          onClick={() => setShown(shown + 100)}
        >{`Show ${Math.min(100, start)} of ${start.toLocaleString("en")} earlier messages`}</MoreButton>
      ) : null}
      <ol start={start} className="-mx-3.5">
        {visible.map((message, index) =>
          message === null ? null : (
            <li
              key={message.id ?? start + index}
              className={cn("px-3.5 py-1.5", marked?.has(start + index) === true && "bg-ok-bg shadow-[inset_2px_0_var(--ok)]")}
            >
              <MessageCard message={message} index={start + index} />
            </li>
          ),
        )}
      </ol>
    </div>
  );
}

/** One message: who, what, and which tools it calls. */
export function MessageCard({ message, index }: { message: MessageValue; index?: number }) {
  return (
    <article className="min-w-0">
      <header className="mb-0.5 flex items-center gap-1.5 text-sm text-muted">
        {index === undefined ? null : <span className="font-mono tabular-nums">{index}</span>}
        <Chip tone={message.failed ? "bad" : ROLE_TONE[message.role]}>{message.roleName}</Chip>
        {message.name === null ? null : <span className="truncate font-mono">{message.name}</span>}
        {message.failed ? <span className="text-bad">failed</span> : null}
        {message.id === null ? null : (
          <span className="ml-auto max-w-28 truncate font-mono text-xs" title={message.id}>
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
      return <LongText text={part.text} mono={mono} />;
    case "reasoning":
      return (
        <div className="border-l-2 border-line pl-2 text-muted">
          <LongText text={part.text} short={200} />
        </div>
      );
    case "image":
      // eslint-disable-next-line @next/next/no-img-element -- a data: URL from the state; there is nothing to optimise
      return <img src={part.url} alt="Image in the message" className="max-h-48 max-w-full rounded-md border border-line" />;
    case "data":
      return <JsonTree value={part.value} label="Content" depth={1} />;
  }
}
