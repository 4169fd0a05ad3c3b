"use client";

import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { Empty } from "@/components/ui/empty";
import { notify } from "@/components/ui/notify";
import type { JsonObject } from "@/lib/schema/json";
import { LazyRunForm } from "../../debugger/run-form/lazy-run-form";
import { useWorkbench } from "../../debugger/workbench-context";
import { useEditor } from "../editor-context";
import { NodeTrial } from "./node-trial";
import { PinsList } from "./pins-list";
import { usePins } from "./use-pins";

type Scope = "node" | "workflow";
const SCOPES: [Scope, string][] = [
  ["node", "One node"],
  ["workflow", "The workflow"],
];

/** Trying out what is drawn: the whole workflow on a new thread, or one node alone. */
export function TryPanel() {
  const { graphId, graph, selection, select } = useEditor();
  const { description } = useWorkbench();
  const [scope, setScope] = useState<Scope>(selection.nodes.length > 0 ? "node" : "workflow");
  const pins = usePins(graphId);

  if (description === null) {
    return (
      <Empty icon={<FlaskConical />} title="Nothing to try yet">
        The workflow has to load first. What keeps it from loading is under Problems.
      </Empty>
    );
  }
  const nodes = description.nodes.filter(({ kind, parent }) => parent === null && kind !== "start" && kind !== "end" && kind !== "error_handler");
  const names = nodes.map(({ name }) => name);
  const node = selection.nodes.find((name) => names.includes(name)) ?? names[0];

  function pin(name: string, values: JsonObject): void {
    pins.pin(name, values);
    notify(`The output of ${name} is pinned`, { description: "Runs from the workbench use it instead of running the node." });
  }

  return (
    <div className="flex flex-col">
      <div role="group" aria-label="What to try" className="mx-3.5 mt-3 flex self-start overflow-hidden rounded-md border border-line">
        {SCOPES.map(([value, words]) => (
          <button
            key={value}
            type="button"
            aria-pressed={scope === value}
            onClick={() => setScope(value)}
            className="h-7 px-3 text-muted -outline-offset-2 hover:text-text aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-text"
          >
            {words}
          </button>
        ))}
      </div>
      {scope === "workflow" ? (
        <div className="px-3.5 py-3">
          <LazyRunForm description={description} newThread />
        </div>
      ) : node === undefined ? (
        <Empty icon={<FlaskConical />} title="No node to try">
          Add a node first.
        </Empty>
      ) : (
        <NodeTrial
          key={node}
          description={description}
          node={node}
          nodes={names}
          reads={graph?.nodes.find(({ name }) => name === node)?.reads ?? null}
          onChooseNode={(name) => select({ nodes: [name], edge: null })}
          onPin={(values) => pin(node, values)}
        />
      )}
      <PinsList {...pins} />
    </div>
  );
}
