import type { Json } from "@/lib/schema/json";
import type { ItemBlame } from "../use-blame";
import { JsonTree } from "./json-tree";
import { isContainer } from "./json-rows";
import { LongText } from "./long-text";
import { MessageCard } from "./message-card";
import { MessageList } from "./message-list";
import { isMessageList, readMessage } from "./read-message";

/** Texts from here on are prose; shorter ones are shown as the literal that they are. */
const PROSE = 80;

export type ValueViewProps = {
  value: Json;
  label: string;
  /** Items of a list that the selected step added or changed. */
  marked?: ReadonlySet<number>;
  /** Who wrote the items of a list. */
  blame?: ItemBlame | undefined;
  /** The item of a list that one has come for. */
  spotlight?: number | null;
};

/** A state value as what it is: prose, conversation, message, literal or tree. */
export function ValueView({ value, label, marked, blame, spotlight = null }: ValueViewProps) {
  if (typeof value === "string") {
    if (value.length > PROSE || value.includes("\n")) return <LongText text={value} />;
    return <p className="font-mono text-sm break-words text-ok">{JSON.stringify(value)}</p>;
  }
  if (isMessageList(value)) return <MessageList messages={value} blame={blame} spotlight={spotlight} {...(marked === undefined ? {} : { marked })} />;
  const message = readMessage(value);
  if (message !== null) return <MessageCard message={message} />;
  if (Array.isArray(value) && value.length === 0) return <p className="text-sm text-faint">empty list</p>;
  if (!isContainer(value)) return <p className={`font-mono text-sm ${value === null ? "text-faint" : "text-run"}`}>{JSON.stringify(value)}</p>;
  return <JsonTree value={value} label={label} blame={blame} spotlight={spotlight} {...(marked === undefined ? {} : { marked })} />;
}
