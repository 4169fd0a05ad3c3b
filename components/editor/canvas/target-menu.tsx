"use client";

import {
  AlignHorizontalDistributeCenter,
  AlignStartVertical,
  ArrowRightFromLine,
  ArrowRightToLine,
  Cable,
  ClipboardPaste,
  Code,
  Copy,
  CopyPlus,
  Frame,
  Group,
  Maximize,
  PanelRight,
  Pencil,
  Plus,
  Scissors,
  Sparkle,
  Split,
  StickyNote,
  Trash2,
  Ungroup,
  Workflow,
} from "lucide-react";
import { MenuLabel, MenuLine } from "@/components/ui/menu";
import { useModKey } from "@/components/ui/use-mod-key";
import { END, START, type DesignDrawing } from "@/lib/graph/design-drawing";
import { freeName } from "@/lib/graph/free-name";
import type { Alignment } from "@/lib/graph/align";
import type { CanvasPoint } from "../../canvas/canvas-store";
import type { CanvasEdgeRef, CanvasTarget, DesignCanvasHandle } from "../../canvas/design-canvas";
import { GROUP_COLORS, GROUP_LOOK } from "../../canvas/design/group-colors";
import { sayNode } from "../../canvas/design/way-words";
import { partOf } from "../../canvas/design/wire-rules";
import { BreakpointItems } from "../../debugger/breakpoints/breakpoint-items";
import { useEditor } from "../editor-context";
import { addNote, alignNodes, colourGroup, distributeNodes, dropGroup, dropNote, groupNodes } from "./arrangements";
import { CanvasMenu, MenuCommand } from "./canvas-menu";
import type { CanvasEdits } from "./use-canvas-edits";
import type { useClipboard } from "./use-clipboard";

export type TargetMenuProps = {
  target: CanvasTarget;
  at: CanvasPoint;
  drawing: DesignDrawing;
  edits: CanvasEdits;
  clipboard: ReturnType<typeof useClipboard>;
  canvas: () => DesignCanvasHandle | null;
  onClose: () => void;
};

/** What can be done with what was clicked with the other button. */
export function TargetMenu(props: TargetMenuProps) {
  const { target, at, canvas, onClose } = props;
  const { label, returnFocus } = describe(target, canvas);
  return (
    <CanvasMenu label={label} at={at} onClose={onClose} returnFocus={returnFocus}>
      {target.kind === "canvas" && <CanvasItems {...props} at={target.at} />}
      {target.kind === "node" && <NodeItems {...props} id={target.id} />}
      {target.kind === "selection" && <SelectionItems {...props} />}
      {target.kind === "edge" && <EdgeItems {...props} edge={target.edge} />}
      {target.kind === "group" && <GroupItems {...props} id={target.id} />}
      {target.kind === "note" && <NoteItems {...props} id={target.id} />}
    </CanvasMenu>
  );
}

function describe(target: CanvasTarget, canvas: () => DesignCanvasHandle | null): { label: string; returnFocus: () => void } {
  switch (target.kind) {
    case "node":
      return { label: `What to do with ${target.id}`, returnFocus: () => canvas()?.reveal(target.id) };
    case "edge":
      return {
        label: `What to do with the edge from ${sayNode(target.edge.source)} to ${sayNode(target.edge.target)}`,
        returnFocus: () => canvas()?.revealEdge(target.edge),
      };
    default:
      return { label: `What to do with the ${target.kind}`, returnFocus: () => {} };
  }
}

type ItemsProps = Omit<TargetMenuProps, "target" | "at">;

function CanvasItems({ at, edits, clipboard, canvas, drawing }: ItemsProps & { at: { x: number; y: number } }) {
  const { arrange, readonly, design, select } = useEditor();
  const mod = useModKey();
  return (
    <>
      <MenuCommand icon={<Plus />} hint="N" disabled={readonly} onSelect={() => edits.add(at)}>
        Add a node here
      </MenuCommand>
      <MenuCommand icon={<ClipboardPaste />} hint={`${mod}V`} disabled={readonly} onSelect={clipboard.paste}>
        Paste
      </MenuCommand>
      <MenuCommand
        icon={<StickyNote />}
        disabled={readonly}
        onSelect={() => {
          if (design === null) return;
          const { id, change } = addNote(design.layout, at);
          arrange(change, "Add note");
          requestAnimationFrame(() => canvas()?.startEditNote(id));
        }}
      >
        Write a note here
      </MenuCommand>
      <MenuLine />
      <MenuCommand icon={<Frame />} hint={`${mod}A`} onSelect={() => select({ nodes: [...drawing.nodes.keys()], edge: null })}>
        Select everything
      </MenuCommand>
      <MenuCommand icon={<Sparkle />} hint="⇧L" disabled={readonly} onSelect={() => canvas()?.tidy()}>
        Tidy the layout
      </MenuCommand>
      <MenuCommand icon={<Maximize />} hint="1" onSelect={() => canvas()?.fit()}>
        Show everything
      </MenuCommand>
    </>
  );
}

function NodeItems({ id, drawing, edits, clipboard, canvas }: ItemsProps & { id: string }) {
  const { graph, readonly, openTab, showCode, apply } = useEditor();
  const mod = useModKey();
  const drawn = drawing.nodes.get(id);
  const node = graph?.nodes.find(({ name }) => name === id);
  const lock = readonly ?? drawn?.locked ?? null;
  const place = node?.action.definition ?? node?.place ?? null;
  const plain = graph?.edges.filter(({ source }) => source === id) ?? [];
  const name = graph?.name ?? "";
  const isEntry = graph?.edges.some(({ source, target }) => source === START && target === id) === true;
  const isFinish = plain.some(({ target }) => target === END);
  const inner = drawn?.subgraph ?? null;
  return (
    <>
      <MenuLabel>
        <span className="font-mono">{id}</span>
      </MenuLabel>
      <MenuCommand icon={<PanelRight />} hint="⏎" onSelect={() => openTab("node")}>
        Open
      </MenuCommand>
      <MenuCommand icon={<Code />} disabled={place === null ? "Its code was not found." : null} onSelect={() => place !== null && showCode(place)}>
        Show its code
      </MenuCommand>
      {inner !== null && graph !== null && inner.file === graph.place.file && <EditSubgraph graphName={inner.graph} />}
      <MenuLine />
      <MenuCommand icon={<Pencil />} hint="F2" disabled={lock} onSelect={() => canvas()?.startRename(id)}>
        Rename
      </MenuCommand>
      <MenuCommand icon={<Cable />} hint="C" disabled={readonly} onSelect={() => canvas()?.startConnect(id)}>
        Connect to…
      </MenuCommand>
      <MenuCommand icon={<Plus />} disabled={readonly} onSelect={() => edits.add(null, id)}>
        Add a node behind it
      </MenuCommand>
      {plain.length > 0 && (
        <MenuCommand icon={<Split />} disabled={readonly} onSelect={() => edits.makeConditional(id)}>
          Let a condition decide what follows
        </MenuCommand>
      )}
      {!isEntry && (
        <MenuCommand
          icon={<ArrowRightFromLine />}
          disabled={lock}
          onSelect={() => void apply([{ type: "set_entry", graph: name, node: id }], { label: `Start with ${id}` })}
        >
          Start with it
        </MenuCommand>
      )}
      {!isFinish && (
        <MenuCommand
          icon={<ArrowRightToLine />}
          disabled={lock}
          onSelect={() => void apply([{ type: "set_finish", graph: name, node: id }], { label: `End after ${id}` })}
        >
          End after it
        </MenuCommand>
      )}
      {inner !== null && (
        <MenuCommand
          icon={<Ungroup />}
          disabled={lock}
          onSelect={() => void apply([{ type: "inline_subgraph", graph: name, node: id }], { label: `Dissolve ${id}` })}
        >
          Put its nodes in its place
        </MenuCommand>
      )}
      <MenuLine />
      <BreakpointItems nodeId={id} />
      <MenuLine />
      <MenuCommand icon={<Copy />} hint={`${mod}C`} onSelect={clipboard.copy}>
        Copy as code
      </MenuCommand>
      <MenuCommand icon={<Scissors />} hint={`${mod}X`} disabled={lock} onSelect={clipboard.cut}>
        Cut
      </MenuCommand>
      <MenuCommand icon={<CopyPlus />} hint={`${mod}D`} disabled={lock} onSelect={edits.duplicate}>
        Duplicate
      </MenuCommand>
      <MenuLine />
      <MenuCommand danger icon={<Trash2 />} hint="⌫" disabled={lock} onSelect={() => edits.remove(false, { nodes: [id], edge: null })}>
        Delete
      </MenuCommand>
      <MenuCommand danger hint="⇧⌫" disabled={lock} onSelect={() => edits.remove(true, { nodes: [id], edge: null })}>
        Delete and join what is around
      </MenuCommand>
    </>
  );
}

/** A graph of the same file is drawn in place of this one. */
function EditSubgraph({ graphName }: { graphName: string }) {
  const { drawGraph } = useEditor();
  return (
    <MenuCommand icon={<Workflow />} onSelect={() => drawGraph(graphName)}>
      Edit this workflow
    </MenuCommand>
  );
}

const ALIGNMENTS: [Alignment, string][] = [
  ["left", "Align left"],
  ["center", "Align centres"],
  ["right", "Align right"],
  ["top", "Align top"],
  ["middle", "Align middles"],
  ["bottom", "Align bottom"],
];

function SelectionItems({ edits, clipboard, canvas }: ItemsProps) {
  const { graph, design, selection, readonly, arrange, apply } = useEditor();
  const mod = useModKey();
  const nodes = selection.nodes;
  const boxes = () => canvas()?.boxes(nodes) ?? new Map();
  const settle = (change: ReturnType<typeof alignNodes>, label: string) => {
    const freeze = canvas()?.freeze;
    arrange((layout) => change(freeze?.(layout) ?? layout), label);
  };
  return (
    <>
      <MenuLabel>{nodes.length} nodes</MenuLabel>
      {ALIGNMENTS.map(([alignment, label]) => (
        <MenuCommand
          key={alignment}
          icon={alignment === "left" ? <AlignStartVertical /> : undefined}
          disabled={readonly}
          onSelect={() => settle(alignNodes(boxes(), alignment), label)}
        >
          {label}
        </MenuCommand>
      ))}
      <MenuCommand
        icon={<AlignHorizontalDistributeCenter />}
        disabled={readonly ?? (nodes.length < 3 ? "It takes three nodes." : null)}
        onSelect={() => settle(distributeNodes(boxes(), "x"), "Distribute across")}
      >
        Distribute across
      </MenuCommand>
      <MenuCommand
        disabled={readonly ?? (nodes.length < 3 ? "It takes three nodes." : null)}
        onSelect={() => settle(distributeNodes(boxes(), "y"), "Distribute down")}
      >
        Distribute down
      </MenuCommand>
      <MenuLine />
      <MenuCommand
        icon={<Group />}
        disabled={readonly}
        onSelect={() => {
          if (design === null) return;
          const { id, change } = groupNodes(design.layout, nodes);
          arrange(change, "Group nodes");
          requestAnimationFrame(() => canvas()?.startEditGroup(id));
        }}
      >
        Draw a group around them
      </MenuCommand>
      <MenuCommand
        icon={<Workflow />}
        disabled={readonly}
        onSelect={() => {
          if (graph === null) return;
          const name = freeName("subgraph", edits.taken());
          void apply([{ type: "extract_subgraph", graph: graph.name, nodes, name }], { label: "Make a subgraph", select: [name] });
        }}
      >
        Make a subgraph of them
      </MenuCommand>
      <MenuLine />
      <MenuCommand icon={<Copy />} hint={`${mod}C`} onSelect={clipboard.copy}>
        Copy as code
      </MenuCommand>
      <MenuCommand icon={<CopyPlus />} hint={`${mod}D`} disabled={readonly} onSelect={edits.duplicate}>
        Duplicate
      </MenuCommand>
      <MenuCommand danger icon={<Trash2 />} hint="⌫" disabled={readonly} onSelect={() => edits.remove(false, { nodes, edge: null })}>
        Delete
      </MenuCommand>
    </>
  );
}

function EdgeItems({ edge, drawing, edits, canvas }: ItemsProps & { edge: CanvasEdgeRef }) {
  const { graph, readonly, showCode, select } = useEditor();
  const part = partOf(drawing, edge);
  const lock = readonly ?? part?.locked ?? null;
  const place = placeOf(graph, edge);
  return (
    <>
      <MenuLabel>
        {sayNode(edge.source)} → {sayNode(edge.target)}
        {part?.label === null || part === null ? "" : ` when ${part.label}`}
      </MenuLabel>
      <MenuCommand
        icon={<Plus />}
        disabled={lock}
        onSelect={() => {
          const boxes = canvas()?.boxes([edge.source, edge.target]) ?? new Map<string, { x: number; y: number; width: number; height: number }>();
          const middles = [...boxes.values()].map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
          const sum = middles.reduce((all, { x, y }) => ({ x: all.x + x / middles.length, y: all.y + y / middles.length }), { x: 0, y: 0 });
          edits.insert({ ...edge, label: part?.label ?? null }, sum);
        }}
      >
        Insert a node
      </MenuCommand>
      {part?.kind === "edge" && (
        <MenuCommand icon={<Split />} disabled={lock} onSelect={() => edits.makeConditional(edge.source)}>
          Make it conditional
        </MenuCommand>
      )}
      {part?.kind === "branch" && (
        <MenuCommand
          icon={<Pencil />}
          hint="F2"
          disabled={lock ?? (part.canRename ? null : "The router's own code names it: change it there.")}
          onSelect={() => canvas()?.startRenameBranch(edge)}
        >
          Rename the way
        </MenuCommand>
      )}
      <MenuCommand icon={<Code />} disabled={place === null ? "Its code was not found." : null} onSelect={() => place !== null && showCode(place)}>
        Show its code
      </MenuCommand>
      <MenuLine />
      <MenuCommand icon={<PanelRight />} onSelect={() => select({ nodes: drawing.nodes.has(edge.source) ? [edge.source] : [], edge: null })}>
        Go to {sayNode(edge.source)}
      </MenuCommand>
      <MenuCommand onSelect={() => select({ nodes: drawing.nodes.has(edge.target) ? [edge.target] : [], edge: null })}>
        Go to {sayNode(edge.target)}
      </MenuCommand>
      <MenuLine />
      <MenuCommand danger icon={<Trash2 />} hint="⌫" disabled={lock} onSelect={() => edits.remove(false, { nodes: [], edge })}>
        Delete
      </MenuCommand>
    </>
  );
}

function placeOf(graph: ReturnType<typeof useEditor>["graph"], { source, target, label }: CanvasEdgeRef) {
  const conditional = graph?.conditional.find(
    (item) => item.source === source && item.branches?.some((branch) => branch.target === target && (label === null || branch.label === label)),
  );
  const plain = graph?.edges.find((item) => item.source === source && item.target === target);
  const node = graph?.nodes.find(({ name }) => name === source);
  const goto = node?.gotos.find((item) => item.target === target);
  return (label === null ? plain?.place : undefined) ?? conditional?.router.definition ?? conditional?.place ?? goto?.place ?? plain?.place ?? null;
}

function GroupItems({ id, canvas }: ItemsProps & { id: string }) {
  const { arrange, readonly, design, select } = useEditor();
  const group = design !== null && Object.hasOwn(design.layout.groups, id) ? design.layout.groups[id] : undefined;
  return (
    <>
      <MenuLabel>{group?.title ?? "Group"}</MenuLabel>
      <MenuCommand icon={<Pencil />} hint="F2" disabled={readonly} onSelect={() => canvas()?.startEditGroup(id)}>
        Rename
      </MenuCommand>
      <MenuCommand icon={<Frame />} onSelect={() => select({ nodes: group?.nodes ?? [], edge: null })}>
        Select its nodes
      </MenuCommand>
      <MenuLine />
      {GROUP_COLORS.map((color) => (
        <MenuCommand
          key={color}
          icon={<span aria-hidden className={`size-3.5 rounded-full border ${GROUP_LOOK[color].box}`} />}
          disabled={readonly}
          onSelect={() => arrange(colourGroup(id, color), `Colour group ${GROUP_LOOK[color].label.toLowerCase()}`)}
        >
          {GROUP_LOOK[color].label}
        </MenuCommand>
      ))}
      <MenuLine />
      <MenuCommand danger icon={<Ungroup />} hint="⌫" disabled={readonly} onSelect={() => arrange(dropGroup(id), "Ungroup")}>
        Take the group away
      </MenuCommand>
    </>
  );
}

function NoteItems({ id, canvas }: ItemsProps & { id: string }) {
  const { arrange, readonly } = useEditor();
  return (
    <>
      <MenuCommand icon={<Pencil />} hint="F2" disabled={readonly} onSelect={() => canvas()?.startEditNote(id)}>
        Write
      </MenuCommand>
      <MenuCommand danger icon={<Trash2 />} hint="⌫" disabled={readonly} onSelect={() => arrange(dropNote(id), "Delete note")}>
        Delete
      </MenuCommand>
    </>
  );
}
