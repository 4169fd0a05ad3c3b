import { describe, expect, it } from "vitest";
import { toMermaid } from "../../lib/graph/mermaid";
import type { GraphDescription, GraphNode } from "../../lib/schema/graph";
import { importWorkflow } from "../../lib/source/import/import-workflow";
import { memoryHost } from "../../lib/source/host";
import { readSource } from "../../lib/source/read-source";

function node(id: string, parent: string | null = null): GraphNode {
  const kind = id.endsWith("__start__") ? "start" : id.endsWith("__end__") ? "end" : "node";
  return { id, name: id.split(":").at(-1) ?? id, kind, parent, description: null, source: null, ends: [], triggers: [], defer: false, metadata: {} };
}

function edge(
  source: string,
  target: string,
  kind: "static" | "conditional" | "command" = "static",
  labels: string[] = [],
): GraphDescription["edges"][number] {
  return { id: `${source} ${target}`, source, target, kind, labels };
}

describe("a workflow as Mermaid", () => {
  it("has solid and dotted edges with their labels", () => {
    const text = toMermaid(
      {
        nodes: [node("__start__"), node("plan"), node("call tools"), node("__end__")],
        edges: [
          edge("__start__", "plan"),
          edge("plan", "call tools", "conditional", ["more", 'a "b" | c']),
          edge("plan", "__end__", "conditional", ["done"]),
          edge("call tools", "plan", "command"),
        ],
      },
      "LR",
    );
    expect(text).toBe(`flowchart LR
  __start__(["start"])
  plan
  n1["call tools"]
  __end__(["end"])
  __start__ --> plan
  plan -.->|"more"| n1
  plan -.->|"a #34;b#34; #124; c"| n1
  plan -.->|"done"| __end__
  n1 -.-> plan
`);
  });

  it("has subgraphs as groups, and names that Mermaid keeps for itself by another id", () => {
    const text = toMermaid({
      nodes: [node("__start__"), node("child"), node("child:inner", "child"), node("end"), node("n1")],
      edges: [edge("__start__", "child:inner"), edge("child:inner", "end"), edge("end", "nowhere")],
    });
    expect(text).toContain('  subgraph child ["child"]\n    n2["inner"]\n  end\n');
    expect(text).toContain('n3["end"]');
    expect(text).not.toContain("nowhere");
  });

  it("can be imported again as the same graph", () => {
    const names = ["plan", 'say "hi" & <go>', "end", "größe", "a|b"];
    const text = toMermaid({
      nodes: ["__start__", ...names, "__end__"].map((id) => node(id)),
      edges: [
        edge("__start__", "plan"),
        edge("plan", names[1] ?? "", "conditional", ["yes #1; -> x"]),
        edge("plan", "end", "conditional", ["no"]),
        edge(names[1] ?? "", "größe"),
        edge("größe", "plan"),
        edge("end", "a|b"),
        edge("a|b", "__end__"),
      ],
    });
    const imported = importWorkflow(text, "");
    if ("error" in imported) throw new Error(imported.error);
    expect(imported.notes).toEqual([]);
    const [graph] = readSource(memoryHost({ "a.ts": imported.text }), "a.ts").graphs;
    expect(graph?.nodes.map(({ name, description }) => description ?? name)).toEqual(["plan", 'say "hi" & <go>', "end", "größe", "a_b"]);
    expect(graph?.conditional.map(({ branches }) => branches?.map(({ label }) => label))).toEqual([["yes #1; -> x", "no"]]);
  });
});
