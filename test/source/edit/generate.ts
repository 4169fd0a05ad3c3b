import fc from "fast-check";

/** A workflow as the generator means it; `text` is written from it in some style. */
export type Spec = {
  nodes: string[];
  edges: { source: string; target: string }[];
  conditional: {
    source: string;
    map: "object" | "array" | "inferred";
    form: "if" | "ternary" | "switch";
    branches: { label: string; target: string }[];
  }[];
};

export type Style = {
  builder: "chain" | "line" | "statements" | "mixed";
  adding: "call" | "object" | "array" | "sequence";
  quote: '"' | "'";
  semicolons: boolean;
  eol: "\n" | "\r\n";
  indent: string;
  comments: boolean;
  ends: "imported" | "strings";
};

const NAMES = ["a", "b2", "call tools", "it's", 'say "hi"', "back\\slash", "größe", "</script>", "工具", "line\nbreak", "UPPER", "default"];

const style: fc.Arbitrary<Style> = fc.record({
  builder: fc.constantFrom("chain" as const, "chain" as const, "line" as const, "statements" as const, "mixed" as const),
  adding: fc.constantFrom("call" as const, "call" as const, "call" as const, "object" as const, "array" as const, "sequence" as const),
  quote: fc.constantFrom('"' as const, "'" as const),
  semicolons: fc.boolean(),
  eol: fc.constantFrom("\n" as const, "\n" as const, "\r\n" as const),
  indent: fc.constantFrom("  ", "    ", "\t"),
  comments: fc.boolean(),
  ends: fc.constantFrom("imported" as const, "strings" as const),
});

const spec: fc.Arbitrary<Spec> = fc.shuffledSubarray(NAMES, { minLength: 2, maxLength: 5 }).chain((nodes) => {
  const target = fc.constantFrom(...nodes, "__end__");
  const edges = fc.uniqueArray(fc.record({ source: fc.constantFrom(...nodes), target }), {
    maxLength: 5,
    selector: ({ source, target: to }) => `${source} > ${to}`,
  });
  const conditional = fc.uniqueArray(
    fc.record({
      source: fc.constantFrom(...nodes),
      map: fc.constantFrom("object" as const, "array" as const, "inferred" as const),
      form: fc.constantFrom("if" as const, "ternary" as const, "switch" as const),
      targets: fc.uniqueArray(target, { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 2, selector: ({ source }) => source },
  );
  return fc.record({ edges, conditional, entry: fc.constantFrom(...nodes) }).map((parts): Spec => ({
    nodes,
    edges: [{ source: "__start__", target: parts.entry }, ...parts.edges],
    conditional: parts.conditional.map(({ source, map, form, targets }) => ({
      source,
      map,
      form,
      branches: targets.map((to, index) => ({ label: map === "object" ? `way ${index + 1}` : to, target: to })),
    })),
  }));
});

/** A workflow with its text, in all ways in which builders are written. */
export const workflow = fc.record({ spec, style }).map((both) => ({ ...both, text: write(both.spec, both.style) }));

function write(of: Spec, look: Style): string {
  const { indent, eol, comments } = look;
  const end = look.semicolons ? ";" : "";
  const q = (name: string) => literal(name, look.quote);
  const name = (each: string) =>
    look.ends === "imported" && each === "__end__" ? "END" : look.ends === "imported" && each === "__start__" ? "START" : q(each);
  const imports = ["Annotation", ...(look.ends === "imported" ? ["END", "START"] : []), "StateGraph"];
  const lines = [
    `import { ${imports.join(", ")} } from ${q("@langchain/langgraph")}${end}`,
    "",
    ...(comments ? ["/** What the workflow works on. */"] : []),
    "const State = Annotation.Root({",
    `${indent}n: Annotation<number>,`,
    `})${end}`,
    "",
  ];
  of.nodes.forEach((_, index) => {
    if (comments) lines.push(`/** Step ${index}. */`);
    lines.push(
      `function step${index}(state: typeof State.State) {`,
      `${indent}return { n: state.n + ${index} }${end}${comments ? " // the sum" : ""}`,
      "}",
      "",
    );
  });
  of.conditional.forEach((each, index) => lines.push(...routerLines(each, `route${index}`, look), ""));

  const isSequence = look.adding === "sequence";
  const followed = new Set(isSequence ? of.nodes.slice(1).map((to, index) => `${of.nodes[index] ?? ""} > ${to}`) : []);
  const calls = [
    ...nodeCalls(of.nodes, look),
    ...of.edges
      .filter(({ source, target }) => !followed.has(`${source} > ${target}`))
      .map(({ source, target }) => `addEdge(${name(source)}, ${name(target)})`),
    ...of.conditional.map((each, index) => {
      const map = each.branches.map(({ label, target }) => (each.map === "object" ? `${q(label)}: ${name(target)}` : name(target))).join(", ");
      const written = each.map === "object" ? `, { ${map} }` : each.map === "array" ? `, [${map}]` : "";
      return `addConditionalEdges(${name(each.source)}, route${index}${written})`;
    }),
  ];
  lines.push(...builderLines(calls, look, end), "");
  return lines.join("\n").replaceAll("\n", eol);
}

function builderLines(calls: string[], { builder, indent, comments }: Style, end: string): string[] {
  if (builder === "line") return [`export const graph = new StateGraph(State)${calls.map((call) => `.${call}`).join("")}.compile()${end}`];
  const remark = (index: number) => (comments && index % 2 === 0 ? [`// about call ${index}`] : []);
  const behind = (index: number) => (comments && index % 3 === 0 ? " // behind it" : "");
  if (builder === "chain") {
    return [
      "export const graph = new StateGraph(State)",
      ...calls.flatMap((call, index) => [...remark(index).map((line) => indent + line), `${indent}.${call}${behind(index)}`]),
      `${indent}.compile()${end}`,
    ];
  }
  const [first = "", ...rest] = calls;
  const chained = builder === "mixed" ? `.${first}` : "";
  return [
    `const builder = new StateGraph(State)${chained}${end}`,
    ...(builder === "mixed" ? rest : calls).flatMap((call, index) => [...remark(index), `builder.${call}${end}${behind(index)}`]),
    "",
    `export const graph = builder.compile()${end}`,
  ];
}

function nodeCalls(nodes: readonly string[], look: Style): string[] {
  const q = (name: string) => literal(name, look.quote);
  if (look.adding === "object") return [`addNode({ ${nodes.map((node, index) => `${q(node)}: step${index}`).join(", ")} })`];
  if (look.adding === "call") return nodes.map((node, index) => `addNode(${q(node)}, step${index})`);
  return [`${look.adding === "array" ? "addNode" : "addSequence"}([${nodes.map((node, index) => `[${q(node)}, step${index}]`).join(", ")}])`];
}

function routerLines(each: Spec["conditional"][number], name: string, { indent, semicolons, quote }: Style): string[] {
  const end = semicolons ? ";" : "";
  const q = (text: string) => literal(text, quote);
  const labels = each.branches.map(({ label }) => label);
  const last = labels.at(-1) ?? "";
  const head = `function ${name}(state: typeof State.State) {`;
  if (each.form === "ternary") {
    const chain = labels.slice(0, -1).map((label, index) => `state.n > ${index} ? ${q(label)} : `);
    return [`const ${name} = (state: typeof State.State) => ${chain.join("")}${q(last)}${end}`];
  }
  if (each.form === "if") {
    return [
      head,
      ...labels.slice(0, -1).map((label, index) => `${indent}if (state.n > ${index}) return ${q(label)}${end}`),
      `${indent}return ${q(last)}${end}`,
      "}",
    ];
  }
  return [
    head,
    `${indent}switch (state.n) {`,
    ...labels.slice(0, -1).flatMap((label, index) => [`${indent}${indent}case ${index}:`, `${indent}${indent}${indent}return ${q(label)}${end}`]),
    `${indent}${indent}default:`,
    `${indent}${indent}${indent}return ${q(last)}${end}`,
    `${indent}}`,
    "}",
  ];
}

function literal(text: string, quote: '"' | "'"): string {
  const inner = JSON.stringify(text).slice(1, -1);
  return quote === '"' ? `"${inner}"` : `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** The graph that a spec means; steps of a sequence lead to one another. */
export function meaningOf(of: Spec, look: Style): Spec {
  if (look.adding !== "sequence") return of;
  const steps = of.nodes.slice(1).map((target, index) => ({ source: of.nodes[index] ?? "", target }));
  const has = (edge: { source: string; target: string }) => of.edges.some(({ source, target }) => source === edge.source && target === edge.target);
  return { ...of, edges: [...of.edges, ...steps.filter((step) => !has(step))] };
}
