import { useState } from "react";
import { formatCount } from "@/components/ui/format";
import type { ItemChange } from "@/lib/schema/checkpoint";
import { MoreButton } from "../values/long-text";
import { readMessage } from "../values/read-message";
import { MessageCard } from "../values/message-card";
import { ValueView } from "../values/value-view";
import type { Json } from "@/lib/schema/json";
import { Side } from "./text-diff";
import { ValueDiff } from "./value-diff";

const SHOWN = 50;

/** A list's differences, item by item. */
export function ItemChanges({ items }: { items: ItemChange[] }) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      <ul className="flex flex-col gap-1">
        {items.slice(0, shown).map((item) => (
          <li key={`${item.kind} ${item.key} ${item.index}`}>
            <Item item={item} />
          </li>
        ))}
      </ul>
      {items.length > shown ? (
        <MoreButton onClick={() => setShown(shown + 200)}>{`Show more of ${formatCount(items.length - shown, "other change")}`}</MoreButton>
      ) : null}
    </>
  );
}

function Item({ item }: { item: ItemChange }) {
  const before = item.before ?? null;
  const after = item.after ?? null;
  switch (item.kind) {
    case "added":
    case "removed":
      return (
        <Side tone={item.kind}>
          <ItemValue value={item.kind === "added" ? after : before} index={item.index} />
        </Side>
      );
    case "moved":
      return (
        <p className="text-sm text-faint">
          <span className="font-mono">{item.key}</span> moved to place {item.index}
        </p>
      );
    case "changed":
      return (
        <div className="border-l-2 border-fork pl-2">
          <p className="text-sm text-muted">
            <span className="font-mono">{nameOf(item)}</span> changed
          </p>
          <ValueDiff before={before} after={after} />
        </div>
      );
  }
}

/** `3` for items without an id, otherwise the place and what the item is. */
function nameOf(item: ItemChange): string {
  const message = item.after === undefined ? null : readMessage(item.after);
  return message === null ? String(item.index) : `${item.index} ${message.roleName}`;
}

function ItemValue({ value, index }: { value: Json; index: number }) {
  const message = readMessage(value);
  if (message !== null) return <MessageCard message={message} index={index} />;
  return (
    <div className="flex gap-2">
      <span className="shrink-0 font-mono text-sm text-faint">{index}</span>
      <div className="min-w-0 flex-1">
        <ValueView value={value} label={`Item ${index}`} />
      </div>
    </div>
  );
}
