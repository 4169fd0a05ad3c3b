import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { Json } from "@/lib/schema/json";
import type { ItemBlame } from "../use-blame";
import { WriterTag } from "../writer-tag";
import { flattenJson, groupPath, previewOf, type JsonRow } from "./json-rows";
import { readSpecial } from "./special";

/** As high as something to press has to be. */
const ROW_HEIGHT = 24;
/** Up to this many rows are laid out as they are; more get their own scrolling, virtualised box. */
const PLAIN_ROWS = 60;
const BOX_HEIGHT = 420;

export type JsonTreeProps = {
  value: Json;
  label: string;
  /** Items of the root list that the selected step added or changed. */
  marked?: ReadonlySet<number>;
  /** How many levels are open at first. */
  depth?: number;
  /** Who wrote the items of the root list. */
  blame?: ItemBlame | undefined;
  /** The item of the root list that one has come for. */
  spotlight?: number | null;
};

/** Any JSON value as a tree. Holds only the rows that are open, and only the visible ones in the page. */
export function JsonTree({ value, label, marked, depth = 0, blame, spotlight = null }: JsonTreeProps) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const group = Array.isArray(value) && spotlight !== null ? groupPath(value, spotlight) : null;
  const [shownGroup, setShownGroup] = useState<string | null>(null);
  if (group !== shownGroup) {
    setShownGroup(group);
    if (group !== null && depth === 0) setToggled(new Set([...toggled, group]));
  }
  const rows = useMemo(() => flattenJson(value, (path, level) => toggled.has(path) !== level < depth), [value, toggled, depth]);
  const toggle = useCallback((path: string) => {
    setToggled((old) => {
      const next = new Set(old);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  }, []);
  const shared = { marked, blame, spotlight, onToggle: toggle };
  if (rows.length > PLAIN_ROWS) return <VirtualRows rows={rows} label={label} {...shared} />;
  return (
    <ul aria-label={label} className="font-mono text-sm">
      {rows.map((row) => (
        <Row key={row.path} row={row} {...itemProps(row, shared)} />
      ))}
    </ul>
  );
}

type SharedProps = {
  marked: ReadonlySet<number> | undefined;
  blame: ItemBlame | undefined;
  spotlight: number | null;
  onToggle: (path: string) => void;
};

/** What a row needs of what the tree knows of its item: little enough that a memoised row is drawn again only when it differs. */
function itemProps(row: JsonRow, { marked, blame, spotlight, onToggle }: SharedProps) {
  return {
    marked: row.rootIndex !== null && marked?.has(row.rootIndex) === true,
    lit: row.rootIndex !== null && row.rootIndex === spotlight,
    blame: row.isItem ? blame : undefined,
    onToggle,
  };
}

function VirtualRows({ rows, label, ...shared }: SharedProps & { rows: JsonRow[]; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const { spotlight } = shared;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.path ?? index,
    overscan: 12,
    initialRect: { width: 320, height: BOX_HEIGHT },
  });
  const litRow = spotlight === null ? -1 : rows.findIndex((row) => row.isItem && row.rootIndex === spotlight);
  const { scrollToIndex } = virtual;
  useEffect(() => {
    if (litRow !== -1) scrollToIndex(litRow, { align: "center" });
  }, [litRow, scrollToIndex]);
  return (
    <div ref={box} tabIndex={0} className="overflow-auto rounded border border-line font-mono text-sm" style={{ maxHeight: BOX_HEIGHT }}>
      <ul aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return <Row key={item.key} row={row} top={item.start} {...itemProps(row, shared)} />;
        })}
      </ul>
    </div>
  );
}

type RowProps = {
  row: JsonRow;
  top?: number;
  marked: boolean;
  lit: boolean;
  blame: ItemBlame | undefined;
  onToggle: (path: string) => void;
};

const Row = memo(function Row({ row, top, marked, lit, blame, onToggle }: RowProps) {
  const [whole, setWhole] = useState(false);
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (lit && row.isItem) element.current?.scrollIntoView({ block: "nearest" });
  }, [lit, row.isItem]);
  const writer = row.rootIndex === null ? null : (blame?.writerOf(row.rootIndex) ?? null);
  const long = row.kind === "leaf" && typeof row.value === "string" && row.value.length > 120 && top === undefined;
  const clickable = row.openable || long;
  const style = { paddingLeft: 4 + row.depth * 14, ...(top === undefined ? {} : { position: "absolute" as const, top, left: 0, right: 0 }) };
  const content = (
    <>
      <ChevronRight
        aria-hidden
        className={cn("mt-[6px] size-3 shrink-0 text-faint transition-transform", !row.openable && "invisible", row.open && "rotate-90")}
      />
      <span className={cn("min-w-0 flex-1 py-[3px]", whole ? "break-words whitespace-pre-wrap" : "truncate")}>
        {row.label === null ? null : <span className="mr-2 text-muted">{row.label}</span>}
        {row.open ? (
          <span className="text-faint">{row.kind === "special" ? previewOf(row.value) : sizeOf(row)}</span>
        ) : (
          <Scalar row={row} whole={whole} />
        )}
      </span>
    </>
  );
  return (
    <li
      ref={element}
      aria-current={lit && row.isItem ? "true" : undefined}
      className={cn(
        "group/item flex min-h-6 pr-1",
        marked && "bg-ok-bg shadow-[inset_2px_0_var(--ok)]",
        lit && "bg-selected shadow-[inset_2px_0_var(--focus)]",
      )}
      style={style}
    >
      {clickable ? (
        <button
          type="button"
          aria-expanded={row.openable ? row.open : whole}
          onClick={() => (row.openable ? onToggle(row.path) : setWhole(!whole))}
          className="flex min-w-0 flex-1 rounded text-left select-text hover:bg-hover focus-visible:-outline-offset-2"
        >
          {content}
        </button>
      ) : (
        <span className="flex min-w-0 flex-1">{content}</span>
      )}
      {blame === undefined || writer === null ? null : (
        <WriterTag writer={writer} always={blame.always} onGo={() => blame.onGo(writer, row.rootIndex ?? 0)} />
      )}
    </li>
  );
});

function sizeOf(row: JsonRow): string {
  if (Array.isArray(row.value)) return `${row.value.length} ${row.value.length === 1 ? "item" : "items"}`;
  return "";
}

/** A value in one line, in the colour of its type. */
function Scalar({ row, whole }: { row: JsonRow; whole: boolean }) {
  const { value } = row;
  if (readSpecial(value) !== null) return <span className="text-fork italic">{previewOf(value)}</span>;
  if (typeof value === "string") return <span className="text-ok">{whole ? value : value === "" ? '""' : previewOf(value, 400)}</span>;
  if (typeof value === "number" || typeof value === "boolean") return <span className="text-run">{String(value)}</span>;
  if (value === null) return <span className="text-faint">null</span>;
  return <span className="text-muted">{row.kind === "group" ? "" : previewOf(value, 200)}</span>;
}
