import { useState } from "react";
import { formatCount } from "@/components/ui/format";
import type { ItemChange } from "@/lib/schema/checkpoint";
import type { Json } from "@/lib/schema/json";
import { MoreButton } from "../inspector/values/long-text";
import { Pair, SideValue, Tinted } from "./pair";
import { ValuePair } from "./value-pair";

const SHOWN = 40;

/** A list on both sides: only the items that differ, each beside its counterpart. */
export function ItemPairs({ before, after, items }: { before: Json[]; after: Json[]; items: ItemChange[] }) {
  const [shown, setShown] = useState(SHOWN);
  const same = Math.max(0, after.length - items.filter((item) => item.kind === "added" || item.kind === "changed").length);
  return (
    <>
      <Pair left={<Count list={before} />} right={<Count list={after} />} />
      {items.slice(0, shown).map((item) => (
        <PairedItem key={`${item.kind} ${item.key} ${item.index}`} item={item} />
      ))}
      <p className="px-3.5 pb-2 text-sm text-faint">
        {items.length > shown ? (
          <MoreButton onClick={() => setShown(shown + 200)}>{`Show more of ${formatCount(items.length - shown, "other difference")}`}</MoreButton>
        ) : null}{" "}
        {same > 0 ? `${formatCount(same, "item")} the same` : ""}
      </p>
    </>
  );
}

function Count({ list }: { list: Json[] }) {
  return <p className="text-sm text-faint">{formatCount(list.length, "item")}</p>;
}

function PairedItem({ item }: { item: ItemChange }) {
  const { kind, key, index, before, after } = item;
  const label = `Item ${index}`;
  if (kind === "moved") return <p className="px-3.5 py-1 text-sm text-faint">{`Item ${key} stands elsewhere in the list.`}</p>;
  if (kind === "changed") {
    return <ValuePair before={before} after={after} label={label} name={`item ${index}`} />;
  }
  return (
    <Pair
      left={
        before === undefined ? null : (
          <Tinted tone="removed">
            <SideValue value={before} label={label} index={index} />
          </Tinted>
        )
      }
      right={
        after === undefined ? null : (
          <Tinted tone="added">
            <SideValue value={after} label={label} index={index} />
          </Tinted>
        )
      }
    />
  );
}
