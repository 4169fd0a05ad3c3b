"use client";

import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignStartHorizontal,
  AlignStartVertical,
  Copy,
  Group,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/field";
import { align, distribute, type Alignment } from "@/lib/graph/align";
import { freeName } from "@/lib/graph/free-name";
import { CARD, type Box, type Point } from "@/lib/graph/layout-input";
import type { EditInput } from "@/lib/schema/edit";
import type { CanvasLayout } from "@/lib/schema/layout";
import { useEditor } from "../editor-context";
import { Section } from "./section";

const ALIGNMENTS: readonly [Alignment, string, LucideIcon][] = [
  ["left", "Align left", AlignStartVertical],
  ["center", "Align centres, side by side", AlignCenterVertical],
  ["top", "Align top", AlignStartHorizontal],
  ["middle", "Align middles, one below the other", AlignCenterHorizontal],
];

function withPlaces(places: ReadonlyMap<string, Point>) {
  return (layout: CanvasLayout): CanvasLayout => ({ ...layout, nodes: { ...layout.nodes, ...Object.fromEntries(places) } });
}

/** Several selected nodes: align, duplicate, delete them, or make them a workflow of their own. */
export function SelectionForm({ nodes }: { nodes: readonly string[] }) {
  const { graph, apply, arrange, readonly, shownNodes } = useEditor();
  if (graph === null) return null;
  const isOff = readonly !== null;
  const taken = [...graph.nodes.map(({ name }) => name), ...graph.channels.map(({ name }) => name)];

  const boxes = () =>
    new Map(
      nodes.flatMap((name): [string, Box][] => {
        const at = shownNodes.current[name];
        return at === undefined ? [] : [[name, { ...at, ...CARD }]];
      }),
    );

  function duplicate() {
    const names = new Set(taken);
    const copies = nodes.map((node) => {
      const name = freeName(node, names);
      names.add(name);
      return { node, name };
    });
    const edits = copies.map((copy): EditInput => ({ type: "duplicate_node", graph: graph?.name ?? "", ...copy }));
    void apply(edits, { label: `Duplicate ${nodes.length} nodes`, select: copies.map(({ name }) => name) });
  }

  return (
    <div className="pb-6">
      <header className="px-3.5 py-3">
        <h2 className="font-semibold">{nodes.length} nodes</h2>
        <p className="truncate font-mono text-sm text-muted">{nodes.join(", ")}</p>
      </header>
      <Section title="Arrange">
        <div className="flex flex-wrap gap-1">
          {ALIGNMENTS.map(([alignment, words, Icon]) => (
            <Button
              key={alignment}
              size="icon"
              aria-label={words}
              title={words}
              disabled={isOff}
              onClick={() => arrange(withPlaces(align(boxes(), alignment)), words)}
            >
              <Icon aria-hidden />
            </Button>
          ))}
          <Button disabled={isOff || nodes.length < 3} onClick={() => arrange(withPlaces(distribute(boxes(), "x")), "Spread out sideways")}>
            Spread sideways
          </Button>
          <Button disabled={isOff || nodes.length < 3} onClick={() => arrange(withPlaces(distribute(boxes(), "y")), "Spread out downwards")}>
            Spread downwards
          </Button>
        </div>
      </Section>
      <Extract nodes={nodes} taken={taken} isOff={isOff} />
      <Section title="Nodes">
        <div className="flex gap-1">
          <Button disabled={isOff} onClick={duplicate}>
            <Copy aria-hidden />
            Duplicate
          </Button>
          <Button
            variant="danger"
            disabled={isOff}
            onClick={() =>
              void apply(
                nodes.map((node): EditInput => ({ type: "delete_node", graph: graph.name, node })),
                { label: `Delete ${nodes.length} nodes`, select: [] },
              )
            }
          >
            <Trash2 aria-hidden />
            Delete
          </Button>
        </div>
      </Section>
    </div>
  );
}

function Extract({ nodes, taken, isOff }: { nodes: readonly string[]; taken: readonly string[]; isOff: boolean }) {
  const { graph, apply } = useEditor();
  const [typed, setTyped] = useState("");
  const name = typed.trim() === "" ? freeName("part", taken) : typed.trim();
  const isTaken = taken.includes(name) && !nodes.includes(name);
  return (
    <Section title="Make a subgraph of them">
      <form
        className="flex gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (graph === null || isTaken) return;
          void apply([{ type: "extract_subgraph", graph: graph.name, nodes: [...nodes], name }], {
            label: `Make the subgraph ${name}`,
            select: [name],
          });
        }}
      >
        <TextInput
          aria-label="Name of the subgraph"
          placeholder={name}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-invalid={isTaken || undefined}
          readOnly={isOff}
        />
        <Button type="submit" disabled={isOff || isTaken}>
          <Group aria-hidden />
          Extract
        </Button>
      </form>
    </Section>
  );
}
