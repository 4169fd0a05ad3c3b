import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EditSchema, type EditInput } from "../../../lib/schema/edit";
import { applyEdits } from "../../../lib/source/edit/apply-edits";
import { applyChanges, invertChanges, minimise } from "../../../lib/source/edit/text";
import { memoryHost } from "../../../lib/source/host";
import { readSource } from "../../../lib/source/read-source";
import { meaningOf, workflow, type Spec } from "./generate";
import { FILE, graphIn, outcomeOf, shapeOf, type LooseEdit, type Shape } from "./support";

/** The shape that a generated workflow has. */
function shape(spec: Spec): Shape {
  return {
    nodes: [...spec.nodes].sort(),
    edges: [...new Set(spec.edges.map(({ source, target }) => `${source} > ${target}`))].sort(),
    branches: spec.conditional.flatMap(({ source, branches }) => branches.map(({ label, target }) => `${source}#0 ${label} > ${target}`)).sort(),
  };
}

/** An edit, and what it makes of a workflow; null where it has to be refused. */
type Step = { edit: LooseEdit; result: Spec | null };

/** All edits that are tried on a workflow, `pick` chooses among nodes, edges and branches. */
function stepsOf(spec: Spec, pick: number): Step[] {
  const at = <T>(list: readonly T[]): T | undefined => list[pick % list.length];
  const node = at(spec.nodes) ?? "";
  const other = spec.nodes[(pick + 1) % spec.nodes.length] ?? node;
  const edge = at(spec.edges);
  const conditional = at(spec.conditional);
  const branch = conditional === undefined ? undefined : at(conditional.branches);
  const rename = (name: string) => (each: string) => (each === name ? "new name" : each);
  const has = (source: string, target: string) => spec.edges.some((each) => each.source === source && each.target === target);
  const steps: Step[] = [
    { edit: { type: "rename_node", node, name: "new name", also: "none" }, result: renamed(spec, rename(node)) },
    { edit: { type: "rename_node", node, name: other }, result: null },
    { edit: { type: "rename_node", node, name: "a|b" }, result: null },
    { edit: { type: "add_edge", source: node, target: other }, result: has(node, other) ? null : withEdge(spec, node, other) },
    { edit: { type: "add_edge", source: node, target: "__end__" }, result: has(node, "__end__") ? null : withEdge(spec, node, "__end__") },
    {
      edit: { type: "set_entry", node },
      result: { ...spec, edges: [...spec.edges.filter(({ source }) => source !== "__start__"), { source: "__start__", target: node }] },
    },
    { edit: { type: "set_finish", node }, result: withEdge(spec, node, "__end__") },
    { edit: { type: "set_node_options", node, options: { defer: "true", metadata: "{ kind: 1 }" } }, result: spec },
    { edit: { type: "set_node_options", node, options: { defer: null } }, result: spec },
  ];
  if (edge !== undefined) {
    const without = { ...spec, edges: spec.edges.filter((each) => each.source !== edge.source || each.target !== edge.target) };
    steps.push({ edit: { type: "delete_edge", source: edge.source, target: edge.target }, result: without });
    const isSame = edge.target === other;
    steps.push({
      edit: { type: "retarget_edge", source: edge.source, target: edge.target, new_target: other },
      result: isSame ? spec : has(edge.source, other) ? null : withEdge(without, edge.source, other),
    });
  }
  if (conditional !== undefined && branch !== undefined) steps.push(...branchSteps(spec, conditional, branch, other));
  return steps;
}

function branchSteps(spec: Spec, conditional: Spec["conditional"][number], branch: { label: string; target: string }, other: string): Step[] {
  const { source } = conditional;
  const withBranches = (branches: Spec["conditional"][number]["branches"]): Spec => ({
    ...spec,
    conditional: spec.conditional.map((each) => (each === conditional ? { ...each, branches } : each)),
  });
  const changed = (change: Partial<typeof branch>) =>
    withBranches(conditional.branches.map((each) => (each === branch ? { ...each, ...change } : each)));
  return [
    { edit: { type: "rename_branch", source, label: branch.label, name: "other way", also: "none" }, result: changed({ label: "other way" }) },
    {
      edit: { type: "add_branch", source, label: "third way", target: other, when: "state.n === 7" },
      result: withBranches([...conditional.branches, { label: "third way", target: other }]),
    },
    { edit: { type: "delete_conditional", source }, result: { ...spec, conditional: spec.conditional.filter((each) => each !== conditional) } },
    { edit: { type: "add_branch", source, label: branch.label, target: other }, result: null },
  ];
}

function renamed(spec: Spec, name: (each: string) => string): Spec {
  return {
    nodes: spec.nodes.map(name),
    edges: spec.edges.map(({ source, target }) => ({ source: name(source), target: name(target) })),
    conditional: spec.conditional.map((each) => ({
      ...each,
      source: name(each.source),
      branches: each.branches.map(({ label, target }) => ({ label: each.map === "object" ? label : name(label), target: name(target) })),
    })),
  };
}

function withEdge(spec: Spec, source: string, target: string): Spec {
  return { ...spec, edges: [...spec.edges, { source, target }] };
}

describe("Generated workflows in all styles", { timeout: 240_000 }, () => {
  it("are read as they are meant", () => {
    fc.assert(
      fc.property(workflow, ({ spec, style, text }) => {
        expect(shapeOf(graphIn(text))).toEqual(shape(meaningOf(spec, style)));
      }),
      { numRuns: 40 },
    );
  });

  it("become what an edit means, and the inverse gives the original back", () => {
    fc.assert(
      fc.property(workflow, fc.nat(20), ({ spec, style, text }, pick) => {
        for (const { edit, result } of stepsOf(meaningOf(spec, style), pick)) {
          const outcome = outcomeOf(text, edit);
          if (result === null) {
            expect(outcome.status, JSON.stringify(edit)).toBe("refused");
            continue;
          }
          if (outcome.status !== "done") throw new Error(`${JSON.stringify(edit)}: ${JSON.stringify(outcome)}\n${text}`);
          const { text: after, changes } = outcome.files.get(FILE) ?? { text, changes: [] };
          const message = `${JSON.stringify(edit)}\n${text}\n----\n${after}`;
          expect(applyChanges(text, changes), message).toBe(after);
          expect(minimise(text, changes), message).toEqual(changes);
          expect(applyChanges(after, invertChanges(text, changes)), message).toBe(text);
          expect(readSource(memoryHost({ [FILE]: after }), FILE).errors, message).toEqual([]);
          expect(shapeOf(graphIn(after)), message).toEqual(shape(result));
          if (style.eol === "\r\n") expect(after.replaceAll("\r\n", "").includes("\n"), message).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("lose a node with all that leads to it and leaves it", () => {
    fc.assert(
      fc.property(workflow, fc.nat(20), fc.boolean(), ({ text }, pick, heal) => {
        const before = shapeOf(graphIn(text));
        const node = before.nodes[pick % before.nodes.length] ?? "";
        const outcome = outcomeOf(text, { type: "delete_node", node, heal });
        if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
        const after = outcome.files.get(FILE)?.text ?? text;
        const shapeAfter = shapeOf(graphIn(after));
        const message = `${node} ${String(heal)}\n${text}\n----\n${after}\n${outcome.notes.join("\n")}`;
        expect(shapeAfter.nodes, message).toEqual(before.nodes.filter((each) => each !== node));
        const names = (of: string[]) => of.flatMap((each) => each.split(" > "));
        expect(names(shapeAfter.edges), message).not.toContain(node);
        if (outcome.notes.length === 0)
          expect(
            shapeAfter.branches.some((each) => each.endsWith(` > ${node}`)),
            message,
          ).toBe(false);
        if (!heal) expect(shapeAfter.edges, message).toEqual(before.edges.filter((each) => !each.split(" > ").includes(node)));
        expect(applyChanges(after, invertChanges(text, outcome.files.get(FILE)?.changes ?? [])), message).toBe(text);
        expect(readSource(memoryHost({ [FILE]: after }), FILE).errors, message).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("are the same after nodes moved into a subgraph and back", () => {
    fc.assert(
      fc.property(workflow, fc.nat(40), ({ text }, pick) => {
        const graph = graphIn(text);
        const nodes = graph.nodes.map(({ name }) => name).filter((_, index) => (pick >> index) % 2 === 1);
        if (nodes.length === 0) return;
        const extracted = outcomeOf(text, { type: "extract_subgraph", nodes, name: "inner" });
        if (extracted.status === "refused") {
          expect(extracted.reason.length).toBeGreaterThan(20);
          return;
        }
        if (extracted.status !== "done") throw new Error(JSON.stringify(extracted));
        const inner = extracted.files.get(FILE)?.text ?? text;
        expect(readSource(memoryHost({ [FILE]: inner }), FILE).errors, inner).toEqual([]);
        const inlined = outcomeOf(inner, { type: "inline_subgraph", node: "inner" });
        if (inlined.status !== "done") throw new Error(`${JSON.stringify(inlined)}\n${text}\n----\n${inner}`);
        const after = inlined.files.get(FILE)?.text ?? inner;
        const labels = (shapeOfAll: Shape) => ({
          ...shapeOfAll,
          branches: shapeOfAll.branches.map((each) => each.replace(/#0 .* > /, " > ")).sort(),
        });
        expect(
          labels(withoutImpliedEnds(shapeOf(graphIn(after)), shapeOf(graph))),
          `${nodes.join()}\n${text}\n----\n${inner}\n----\n${after}`,
        ).toEqual(labels(shapeOf(graph)));
      }),
      { numRuns: 60 },
    );
  });
});

/** An edge to the end says what is so without it. */
function withoutImpliedEnds(after: Shape, before: Shape): Shape {
  return { ...after, edges: after.edges.filter((edge) => before.edges.includes(edge) || !edge.endsWith(" > __end__")) };
}

/** Every workflow of the repository. */
function workflowFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe("The workflows of this repository", { timeout: 240_000 }, () => {
  const files = [...workflowFiles("graphs"), ...workflowFiles("test/support/graphs")];
  const host = memoryHost(Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")])));

  it("are not changed by being opened", () => {
    for (const file of files) expect(applyEdits(host, file, [])).toMatchObject({ status: "done", files: new Map(), notes: [] });
  });

  it("take every edit that applies, and give the original back", () => {
    let count = 0;
    for (const file of files) {
      for (const graph of readSource(host, file).graphs.filter(({ api }) => api === "graph")) {
        for (const edit of editsOf(graph.name, shapeOf(graph))) {
          const outcome = applyEdits(host, file, [EditSchema.parse(edit)]);
          if (outcome.status !== "done") {
            expect(outcome.status === "refused" ? outcome.reason : outcome.question, JSON.stringify(edit)).not.toBe("");
            continue;
          }
          count++;
          for (const [changed, { text: after, changes }] of outcome.files) {
            const text = host.read(changed) ?? "";
            expect(applyChanges(text, changes), file).toBe(after);
            expect(applyChanges(after, invertChanges(text, changes)), file).toBe(text);
            expect(minimise(text, changes), file).toEqual(changes);
            expect(readSource(memoryHost({ [changed]: after }), changed).errors, `${file} ${JSON.stringify(edit)}\n${after}`).toEqual([]);
          }
        }
      }
    }
    expect(count).toBeGreaterThan(250);
  });
});

/** Edits of the first node, edge and branch: enough for each way in which a file is written. */
function editsOf(graph: string, { nodes, edges, branches }: Shape): EditInput[] {
  const edits: EditInput[] = [];
  for (const node of nodes.slice(0, 1)) {
    edits.push({ type: "rename_node", graph, node, name: "renamed node", also: "none" });
    edits.push({ type: "delete_node", graph, node }, { type: "delete_node", graph, node, heal: true });
    edits.push({ type: "set_node_options", graph, node, options: { retryPolicy: "{ maxAttempts: 2 }" } });
    edits.push({ type: "add_edge", graph, source: node, target: "__end__" }, { type: "set_entry", graph, node });
    edits.push({ type: "extract_subgraph", graph, nodes: [node], name: "part" }, { type: "inline_subgraph", graph, node });
    edits.push({
      type: "make_conditional",
      graph,
      source: node,
      branches: [
        { label: "go on", target: node, when: "true" },
        { label: "stop", target: "__end__" },
      ],
    });
  }
  for (const edge of edges.slice(0, 1)) {
    const [source = "", target = ""] = edge.split(" > ");
    edits.push({ type: "delete_edge", graph, source, target }, { type: "retarget_edge", graph, source, target, new_target: nodes[0] ?? "" });
  }
  for (const branch of branches.slice(0, 1)) {
    const [, source = "", router = "0", label = ""] = /^(.*)#(\d+) (.*) > /.exec(branch) ?? [];
    const at = { graph, source, router: Number(router), label };
    edits.push({ type: "rename_branch", ...at, name: "renamed label", also: "none" }, { type: "delete_branch", ...at });
    edits.push({ type: "retarget_branch", ...at, target: nodes[0] ?? "" }, { type: "delete_conditional", graph, source, router: Number(router) });
    edits.push({ type: "add_branch", graph, source, router: Number(router), label: "one more", target: nodes[0] ?? "", when: "true" });
  }
  return edits;
}
