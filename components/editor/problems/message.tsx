import { Fragment } from "react";

/** The first sentence of a message, which says what is wrong, and the rest, which says why and what to do. */
export function splitMessage(message: string): { title: string; rest: string } {
  const end = message.search(/[.!?](\s|$)/);
  if (end === -1 || message.slice(0, end).split("`").length % 2 === 0) return { title: message, rest: "" };
  return { title: message.slice(0, end), rest: message.slice(end + 1).trim() };
}

/** Text whose names stand between backticks. */
export function MessageText({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="font-mono text-[0.95em] break-words">
        {part}
      </code>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
