import ts from "typescript";
import type { JsonObject } from "../../schema/json";
import type { SourceGraph } from "../../schema/source";
import { lookup } from "../scope";
import { relativeTo } from "../kit/kit-import";
import { readSource } from "../read-source";
import { draftOf, langgraphModule, rootOf, sourceOf } from "./builder";
import { refused, type EditContext, type StepOutcome } from "./context";
import { quoted, toVariableName, unusedName } from "./names";
import { importName } from "./text";
import { functionNode, writeNode, type WrittenNode } from "./write-node";

/**
 * A workflow as a node. `settings.graph` names another graph of the file, with `settings.file` one of another file;
 * without either a small one of one step is written, over the same state.
 */
export function subgraphNode(context: EditContext, name: string, settings: JsonObject): StepOutcome {
  const { graph, file } = settings;
  if (typeof graph !== "string") return freshSubgraph(context, name);
  if (typeof file === "string" && file !== context.file) return importedSubgraph(context, name, file, graph);
  const other = context.model.graphs.find((each) => each.name === graph);
  if (other === undefined || other.name === context.graph.name) return refused(`There is no other workflow called ${graph} in this file.`);
  const root = rootOf(context);
  if (root === null || other.place.start > root.pos || lookup(root, other.name) === null) {
    return refused(`The workflow ${graph} cannot be used here: it has to stand above this one, in a variable.`, other.place);
  }
  return writeNode(context, name, { lines: [], action: compiled(other, other.name), route: [], imports: [] });
}

function compiled(graph: SourceGraph, expression: string): string {
  return graph.compile === null && graph.api === "graph" ? `${expression}.compile()` : expression;
}

function importedSubgraph(context: EditContext, name: string, file: string, graphName: string): StepOutcome {
  const graph = readSource(context.host, file).graphs.find((each) => each.name === graphName);
  const exported = graph?.exported_as[0];
  if (graph === undefined) return refused(`There is no workflow called ${graphName} in ${file}.`);
  if (exported === undefined) return refused(`The workflow ${graphName} of ${file} is not exported, so that no other file can use it.`);
  const sourceFile = sourceOf(context);
  const from = relativeTo(context.file, file.replace(/\.[cm]?[jt]sx?$/, ""), extensionOf(sourceFile));
  const style = draftOf(context).style;
  const local = unusedName(sourceFile, toVariableName(exported === "default" || exported === "graph" ? name : exported, "subgraph"));
  const draft = draftOf(context);
  const imported = exported === "default" ? local : exported === local ? local : `{ ${exported} as ${local} }`;
  const clause = imported === exported ? `{ ${exported} }` : imported;
  // An import of its own: the name may be taken in this file.
  const last = sourceFile.statements.findLast((statement) => ts.isImportDeclaration(statement));
  const line = `import ${clause} from ${quoted(from, style)}${style.semicolons ? ";" : ""}`;
  const written = writeNode(context, name, { lines: [], action: compiled(graph, local), route: [], imports: [] });
  if (written.status !== "done") return written;
  if (last === undefined) draft.insert(0, line + style.eol);
  else draft.insertStatementAfter(last, line);
  const changes = [...draft.finish(), ...(written.changes.get(context.file) ?? [])];
  return { ...written, changes: new Map([[context.file, changes.sort((a, b) => a.start - b.start)]]) };
}

function extensionOf(sourceFile: ts.SourceFile): string {
  const specifiers = sourceFile.statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier) ? [statement.moduleSpecifier.text] : [],
  );
  return specifiers.map((text) => /^\.{1,2}\/.*(\.[cm]?[jt]s)$/.exec(text)?.[1]).find((extension) => extension !== undefined) ?? "";
}

function freshSubgraph(context: EditContext, name: string): StepOutcome {
  const sourceFile = sourceOf(context);
  const draft = draftOf(context);
  const { style } = draft;
  const root = rootOf(context);
  if (root === null || !(ts.isNewExpression(root) || ts.isCallExpression(root))) return refused("The builder of this workflow could not be found.");
  const variable = unusedName(sourceFile, toVariableName(name, "subgraph"));
  const step = functionNode(context, `${variable}Step`);
  const inner = innerName(context.graph);
  const imports = ["START", "END"].map((each) => ({ from: langgraphModule(sourceFile), name: each }));
  const [start, end] = imports.map((wanted) => importName(sourceFile, wanted).local);
  const quote = (text: string) => quoted(text, style);
  const lines = [
    ...step.lines,
    "",
    `const ${variable} = ${root.expression.getText(sourceFile).replace(/^/, ts.isNewExpression(root) ? "new " : "")}(${stateText(root)})`,
    ...[
      `.addNode(${quote(inner)}, ${step.action})`,
      `.addEdge(${start ?? "START"}, ${quote(inner)})`,
      `.addEdge(${quote(inner)}, ${end ?? "END"})`,
      ".compile()",
    ].map((call, index, calls) => `${style.indent}${call}${index === calls.length - 1 && style.semicolons ? ";" : ""}`),
  ];
  const written: WrittenNode = { lines, action: variable, route: [], imports: [...imports, ...step.imports] };
  return writeNode(context, name, written);
}

/** A name for its one node that is no channel's. */
function innerName(graph: SourceGraph): string {
  const channels = new Set(graph.channels.map(({ name }) => name));
  return ["step", "work", "inner"].find((each) => !channels.has(each)) ?? "inner_step";
}

/** The state that the builder is given, without its input and output. */
function stateText(root: ts.NewExpression | ts.CallExpression): string {
  const sourceFile = root.getSourceFile();
  const [first] = root.arguments ?? [];
  if (first === undefined) return "";
  if (!ts.isObjectLiteralExpression(first)) return first.getText(sourceFile);
  const state = first.properties.find(
    (property) => property.name?.getText(sourceFile) === "state" || property.name?.getText(sourceFile) === "stateSchema",
  );
  if (state === undefined) return first.getText(sourceFile);
  return ts.isPropertyAssignment(state) ? state.initializer.getText(sourceFile) : (state.name?.getText(sourceFile) ?? first.getText(sourceFile));
}
