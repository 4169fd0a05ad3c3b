"use client";

import { Search } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { KitIcon } from "@/components/canvas/node-icon";
import { Kbd } from "@/components/ui/kbd";
import { useEditor } from "../editor-context";
import { KIT_DRAG_TYPE } from "./kit-drag";
import { kitGroups, type KitItem } from "./kit-items";
import { useAddNode } from "./use-add-node";

/** The kinds of node that can be added: by a click beside the selection, or by dragging one onto the canvas. */
export function PalettePanel() {
  const { openPalette } = useEditor();
  const { reason, addBeside } = useAddNode();
  const [search, setSearch] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const groups = kitGroups(search);
  const first = groups[0]?.items[0];

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Enter" && first !== undefined && search !== "" && reason === null) {
      event.preventDefault();
      void addBeside(first.kind).then((isDone) => (isDone ? setSearch("") : undefined));
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      list.current?.querySelector("button")?.focus();
    } else if (event.key === "Escape" && search !== "") {
      event.stopPropagation();
      setSearch("");
    }
  }

  return (
    <section aria-label="Palette" className="flex h-full min-h-0 flex-col bg-panel">
      <div className="p-2.5 pb-1.5">
        <label className="flex h-7 items-center gap-1.5 rounded-md border border-line px-2 text-muted focus-within:border-line-strong hover:border-line-strong">
          <Search aria-hidden className="size-3.5 shrink-0" />
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={onKeyDown}
            aria-label="Search the palette"
            placeholder="Add a node"
            className="min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-faint [&::-webkit-search-cancel-button]:hidden"
          />
          <button
            type="button"
            tabIndex={-1}
            aria-label="Open the search for a node"
            title="Open the search for a node"
            onClick={() => openPalette()}
          >
            <Kbd>N</Kbd>
          </button>
        </label>
      </div>
      {reason === null ? null : <p className="px-3 pb-1.5 text-sm text-muted">{reason}</p>}
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto pb-3">
        {groups.length === 0 ? <p className="px-3 py-4 text-muted">No kind of node is called that.</p> : null}
        {groups.map(({ group, items }) => (
          <section key={group} aria-label={group}>
            <h3 className="px-3 pt-2 pb-1 text-xs font-medium text-faint">{group}</h3>
            <ul>
              {items.map((item) => (
                <PaletteItem key={item.kind} item={item} isOff={reason !== null} onAdd={() => void addBeside(item.kind)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

function PaletteItem({ item, isOff, onAdd }: { item: KitItem; isOff: boolean; onAdd: () => void }) {
  return (
    <li>
      <button
        type="button"
        disabled={isOff}
        draggable={!isOff}
        onDragStart={(event) => {
          event.dataTransfer.setData(KIT_DRAG_TYPE, item.kind);
          event.dataTransfer.effectAllowed = "copy";
        }}
        onClick={onAdd}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          moveFocus(event.currentTarget, event.key === "ArrowDown" ? 1 : -1);
        }}
        aria-label={`Add ${item.title}: ${item.line}`}
        className="grid w-full grid-cols-[26px_1fr] items-center gap-2 px-3 py-1.5 text-left -outline-offset-2 enabled:cursor-grab enabled:hover:bg-hover disabled:opacity-50"
      >
        <span className="grid size-[26px] place-items-center rounded-md bg-hover text-muted">
          <KitIcon kind={item.kind} className="size-3.5" />
        </span>
        <span className="min-w-0">
          <span className="block leading-[17px] font-medium">{item.title}</span>
          <span className="block truncate text-xs leading-4 text-muted">{item.line}</span>
        </span>
      </button>
    </li>
  );
}

/** The arrow keys walk all kinds, across the groups. */
function moveFocus(button: HTMLElement, by: 1 | -1): void {
  const all = [...(button.closest("section[aria-label=Palette]")?.querySelectorAll<HTMLElement>("li > button") ?? [])];
  all[all.indexOf(button) + by]?.focus();
}
