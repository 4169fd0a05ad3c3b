"use client";

import { useEditor } from "../editor-context";

/** Which graph of the file is drawn, where it has several. */
export function GraphSwitch() {
  const { design, graph, drawGraph } = useEditor();
  const graphs = design?.model.graphs ?? [];
  if (graphs.length < 2) return null;
  return (
    <label className="absolute top-3 right-3 z-10 flex items-center gap-2 rounded-md border border-line bg-raised py-0.5 pr-1 pl-2.5 text-sm text-muted">
      Graph
      <select
        className="h-6 max-w-56 rounded bg-raised pr-1 font-mono text-sm text-text"
        value={graph?.name ?? ""}
        onChange={(event) => drawGraph(event.currentTarget.value)}
      >
        {graph === null && <option value="">as it runs</option>}
        {graphs.map(({ name }) => (
          <option key={name} value={name}>
            {name === design?.graph ? `${name} (this workflow)` : name}
          </option>
        ))}
      </select>
    </label>
  );
}
