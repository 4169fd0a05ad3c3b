/**
 * The checkpoint of the enclosing graph that a subgraph's checkpoint belongs to, by LangGraph's `metadata.parents`
 * (namespace to checkpoint id, all enclosing graphs); null for the workflow's own and where the metadata tell none.
 */
export function outerCheckpointId(checkpointNs: string, metadata: { [key: string]: unknown }): string | null {
  const { parents } = metadata;
  if (checkpointNs === "" || typeof parents !== "object" || parents === null) return null;
  // A subgraph that a node calls twice has a namespace segment of its own that no graph runs in: the nearest one counts.
  const byNamespace: { [namespace: string]: unknown } = { ...parents };
  for (let ns = checkpointNs; ns !== "";) {
    ns = ns.slice(0, Math.max(ns.lastIndexOf("|"), 0));
    const id = Object.hasOwn(byNamespace, ns) ? byNamespace[ns] : undefined;
    if (typeof id === "string" && id !== "") return id;
  }
  return null;
}
