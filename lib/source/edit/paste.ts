import ts from "typescript";
import type { SourceGraph, SourceNode } from "../../schema/source";
import { parse, syntaxErrors } from "../ast";
import { memoryHost } from "../host";
import { readSource } from "../read-source";
import { addCall, conditionalParts, draftOf, entryOf, nameText, rootOf, statementOf } from "./builder";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import type { Draft } from "./draft";
import { nodeNameProblem, propertyKey, quoted } from "./names";
import { PastedCode } from "./pasted-code";
import { importName } from "./text";

/** More nodes at once would take longer than anybody waits. */
const MAX_PASTED = 300;

/**
 * Builder calls or a whole file from elsewhere: their nodes with what they need of that text, and the edges among them.
 * Names that are taken get a number.
 */
export function paste(context: EditContext, edit: EditOf<"paste">): StepOutcome {
  if (context.graph.api !== "graph") return refused("The nodes of an agent are made by createAgent: paste them into a workflow of their own.");
  const calls = edit.text.match(/\.\s*addNode\s*\(/g)?.length ?? 0;
  if (calls > MAX_PASTED) return refused(`It has ${calls} calls of addNode; at most ${MAX_PASTED} can be pasted at once.`);
  const text = toProgram(edit.text, context);
  const mistake = syntaxErrors(parse(text, context.file))[0];
  if (mistake !== undefined) return refused(`What was pasted is not valid TypeScript: ${mistake.message}`);
  const pasted = readSource(memoryHost({ [context.file]: text }), context.file).graphs.sort((a, b) => b.nodes.length - a.nodes.length)[0];
  const root = rootOf(context);
  if (pasted === undefined || pasted.nodes.length === 0) return refused("There is no node in what was pasted: it has no call of addNode.");
  if (root === null) return refused("The builder of this workflow is written in a way that can only be changed in the code.", context.graph.place);
  return new Paste(context, draftOf(context), pasted, text).run(root);
}

/** A snippet may lack its beginning (`.addNode(…)` alone) and its imports: what reads it needs both. */
function toProgram(text: string, context: EditContext): string {
  const body = withBuilders(withBeginning(text));
  const isKnown = /\bStateGraph\b[^;]*from\s*["']@langchain\/langgraph/.test(body);
  const names = ["StateGraph", "START", "END", "Command", "Send"].filter((name) => !new RegExp(`import[^;]*\\b${name}\\b`).test(body));
  const imports = isKnown ? "" : `import { ${names.join(", ")} } from "@langchain/langgraph";\n`;
  const { name } = context.graph.state;
  const hasState = name === null || new RegExp(`\\b(?:const|let|var|class|import)\\b[^;=]*\\b${name.replaceAll("$", "\\$")}\\b`).test(body);
  return imports + body + (hasState ? "" : `\ndeclare const ${name}: any;\n`);
}

/** A chain whose first dot continues nothing gets a builder to continue. */
function withBeginning(text: string): string {
  const dot = /\.\s*add(?:Node|Edge|ConditionalEdges|Sequence)\s*\(/.exec(text)?.index ?? -1;
  if (dot < 0) return text;
  const before = text.slice(0, dot);
  return /(?:^|[;}])\s*$/.test(before) ? `${before}new StateGraph(State)${text.slice(dot)}` : text;
}

const STATEMENT = /(?:^|[;}\n])[ \t]*(?:await\s+)?([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*\.\s*add(?:Node|Edge|ConditionalEdges|Sequence)\s*\(/gu;

/** Statements such as `workflow.addNode(…)` without what made `workflow`: that is a builder. */
function withBuilders(text: string): string {
  const names = new Set([...text.matchAll(STATEMENT)].map(([, name = ""]) => name));
  const unknown = [...names].filter(
    (name) => !new RegExp(`\\b(?:const|let|var|import|function)\\b[^;=]{0,500}\\b${name.replaceAll("$", "\\$")}\\b`).test(text),
  );
  return unknown.map((name) => `const ${name} = new StateGraph(State);\n`).join("") + text;
}

class Paste {
  private readonly names = new Map<string, string>();
  private readonly notes: string[] = [];
  private readonly source: ts.SourceFile;

  constructor(
    private readonly context: EditContext,
    private readonly draft: Draft,
    private readonly pasted: SourceGraph,
    text: string,
  ) {
    this.source = parse(text, context.file);
    for (const { name } of pasted.nodes) this.names.set(name, this.freeName(name));
  }

  run(root: ts.Expression): StepOutcome {
    const code = new PastedCode(this.source, this.draft, this.pasted.place, this.context.graph.state.name, this.pasted.state.name);
    const calls = [...this.nodeCalls(code), ...this.edgeCalls(), ...this.routerCalls(code)];
    const declarations = code.declarations();
    for (const lines of declarations) this.draft.insertAbove(statementOf(root), lines);
    for (const wanted of code.imports()) this.draft.add(importName(this.draft.sourceFile, wanted).changes);
    for (const { method, after } of calls) addCall(this.context, this.draft, method, [], after);
    const missing = this.missingChannels();
    if (missing.length > 0) this.notes.push(`The state has no channel called ${missing.join(", ")}, which the pasted nodes use.`);
    const renamed = [...this.names].filter(([from, to]) => from !== to);
    this.notes.push(...renamed.map(([from, to]) => `${from} is called ${to} here: its name was taken.`));
    return { status: "done", changes: new Map([[this.context.file, this.draft.finish()]]), notes: [...this.notes, ...code.notes] };
  }

  private freeName(name: string): string {
    const isFree = (wanted: string) => nodeNameProblem(this.context.graph, wanted) === null && ![...this.names.values()].includes(wanted);
    if (isFree(name)) return name;
    for (let number = 2; ; number += 1) if (isFree(`${name}_${number}`)) return `${name}_${number}`;
  }

  private nodeCalls(code: PastedCode) {
    const after = this.context.graph.nodes.map((node) => entryOf(this.draft.sourceFile, node)?.call ?? null);
    return this.pasted.nodes.map((node) => ({ method: this.nodeMethod(node, code), after }));
  }

  private nodeMethod(node: SourceNode, code: PastedCode): string {
    const entry = entryOf(this.source, node);
    const name = quoted(this.names.get(node.name) ?? node.name, this.draft.style);
    if (entry === null) return `addNode(${name}, () => ({}))`;
    const action = ts.isExpression(entry.action) ? code.take(entry.action, this.names) : `() => ({})`;
    return `addNode(${[name, action, ...(entry.options === null ? [] : [code.take(entry.options, this.names)])].join(", ")})`;
  }

  /** An edge to or from an end stays behind: where the pasted nodes begin and end, is for a person to say. */
  private edgeCalls() {
    return this.pasted.edges.flatMap(({ source, target }) => {
      const [from, to] = [this.names.get(source), this.names.get(target)];
      if (from === undefined || to === undefined) return [];
      return [{ method: `addEdge(${quoted(from, this.draft.style)}, ${quoted(to, this.draft.style)})`, after: [] }];
    });
  }

  private routerCalls(code: PastedCode) {
    return this.pasted.conditional.flatMap((conditional) => {
      const source = this.names.get(conditional.source);
      const path = conditionalParts(this.source, conditional)?.path ?? null;
      const { branches } = conditional;
      if (source === undefined || path === null || branches === null) {
        this.notes.push(`The condition behind ${conditional.source} was left out: where it leads is not to be read from it.`);
        return [];
      }
      const entries = branches
        .filter(({ send }) => !send)
        .map(({ label, target }) => {
          const key = label === "__end__" ? `[${nameText(this.context, this.draft, "__end__")}]` : propertyKey(label, this.draft.style);
          return `${key}: ${this.targetText(target)}`;
        });
      const map = entries.length === 0 ? `[${branches.map(({ target }) => this.targetText(target)).join(", ")}]` : `{ ${entries.join(", ")} }`;
      return [{ method: `addConditionalEdges(${quoted(source, this.draft.style)}, ${code.take(path, this.names)}, ${map})`, after: [] }];
    });
  }

  /** What leads out of the pasted nodes leads to the end. */
  private targetText(target: string): string {
    const name = this.names.get(target);
    return name === undefined ? nameText(this.context, this.draft, "__end__") : quoted(name, this.draft.style);
  }

  private missingChannels(): string[] {
    const known = new Set(this.context.graph.channels.map(({ name }) => name));
    const used = this.pasted.nodes.flatMap(({ reads, writes }) => [...(reads ?? []), ...(writes ?? [])]);
    return known.size === 0 ? [] : [...new Set(used)].filter((name) => !known.has(name));
  }
}
