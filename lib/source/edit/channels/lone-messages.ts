import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import { parse } from "../../ast";
import { done, refused, type EditContext, type StepOutcome } from "../context";
import { annotation } from "./annotation";
import { toKey } from "./code";
import { FileWriter, LANGGRAPH, LANGGRAPH_ZOD, Refusal, type ChannelSpec } from "./dialect";
import { indent } from "./object-literal";
import { nodeAt } from "./state-place";
import { zodObject } from "./zod-object";

type Kind = "messages_annotation" | "messages_zod";
const LIBRARY_NAME: Record<Kind, string> = { messages_annotation: "MessagesAnnotation", messages_zod: "MessagesZodState" };

/**
 * A state that is the library's `MessagesAnnotation` (or `MessagesZodState`) alone gets an object of its own that has the
 * messages and the new channel; the builder and the types of its functions use that from then on.
 */
export function addToLoneMessages(context: EditContext, kind: Kind, name: string, spec: ChannelSpec, comment: string | null): StepOutcome {
  const { file, text, graph } = context;
  const sourceFile = parse(text, file);
  const writer = new FileWriter(sourceFile);
  const builder = nodeAt(sourceFile, graph.place, ts.isNewExpression);
  const uses = builder === null ? [] : usesOf(builder, LIBRARY_NAME[kind]);
  const statement = builder === null ? null : statementAround(builder);
  if (builder === null || uses.length === 0 || statement === null) {
    return refused(
      "The state stands in another file, or is passed on under another name. Give the workflow a state of its own in the code.",
      graph.state.place,
    );
  }
  const value = kind === "messages_zod" ? zodObject.write(spec, writer) : annotation.write(spec, writer);
  if (value instanceof Refusal) return refused(value.reason);
  const local = freeName(sourceFile, "State");
  const { style } = writer;
  const entries = [
    messagesEntry(kind, writer, uses[0]?.getText(sourceFile) ?? ""),
    ...(comment === null ? [] : [comment]),
    `${toKey(name, style.quote)}: ${value}`,
  ];
  const block = entries.map(
    (entry, index) =>
      indent(entry, style.indent, style.eol) + (entry === comment || (index === entries.length - 1 && !style.trailingCommas) ? "" : ","),
  );
  const head = kind === "messages_zod" ? `${writer.z()}.object` : `${writer.use(LANGGRAPH, "Annotation")}.Root`;
  const declaration = `const ${local} = ${head}({${style.eol}${block.join(style.eol)}${style.eol}})${style.semicolons ? ";" : ""}`;

  const isOnly = context.model.graphs.filter(({ state }) => state.kind === kind).length === 1;
  const types = isOnly ? typeUses(sourceFile, uses[0]?.getText(sourceFile) ?? "") : [];
  const at = firstUse(sourceFile, types, statement);
  const changes: TextChange[] = [
    ...writer.imports,
    { start: at, end: at, text: `${declaration}${style.eol}${style.eol}` },
    ...[...uses, ...types].map((use) => ({ start: use.getStart(sourceFile), end: use.end, text: local })),
  ];
  return done(file, changes, [`The state is now \`${local}\`: the messages and ${name}.`]);
}

function messagesEntry(kind: Kind, writer: FileWriter, used: string): string {
  if (kind === "messages_annotation") return `...${used}.spec`;
  const meta = writer.use(LANGGRAPH, "MessagesZodMeta");
  const z = writer.z();
  const schema = writer.isScript ? `${z}.array(${z}.any())` : `${z}.custom<${writer.baseMessage()}[]>()`;
  return `messages: ${writer.use(LANGGRAPH_ZOD, "withLangGraph")}(${schema}, ${meta})`;
}

/** Where the builder's arguments name the library's state: `MessagesAnnotation`, `lg.MessagesAnnotation`. */
function usesOf(builder: ts.NewExpression, name: string): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === name) found.push(node);
    else if (ts.isIdentifier(node) && node.text === name) found.push(node);
    else ts.forEachChild(node, visit);
  };
  for (const argument of builder.arguments ?? []) visit(argument);
  return found;
}

/** `typeof MessagesAnnotation.State` and `z.infer<typeof MessagesZodState>`, the name alone. */
function typeUses(sourceFile: ts.SourceFile, written: string): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeQueryNode(node)) {
      const { exprName } = node;
      if (exprName.getText(sourceFile) === written) found.push(exprName);
      else if (ts.isQualifiedName(exprName) && exprName.left.getText(sourceFile) === written) found.push(exprName.left);
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceFile);
  return found;
}

function statementAround(node: ts.Node): ts.Statement | null {
  let at: ts.Node = node;
  while (!ts.isSourceFile(at.parent)) at = at.parent;
  return ts.isStatement(at) ? at : null;
}

/** Before the first top-level statement that uses it, with the comments above that. */
function firstUse(sourceFile: ts.SourceFile, types: readonly ts.Node[], builder: ts.Statement): number {
  const statements = [builder, ...types.flatMap((node) => statementAround(node) ?? [])];
  const first = statements.reduce((earliest, each) => (each.pos < earliest.pos ? each : earliest));
  const comments = ts.getLeadingCommentRanges(sourceFile.text, first.getFullStart()) ?? [];
  const own = comments.filter(({ end }) => !/\n\s*\n/.test(sourceFile.text.slice(end, first.getStart(sourceFile))));
  return first === sourceFile.statements[0] ? first.getStart(sourceFile) : (own[0]?.pos ?? first.getStart(sourceFile));
}

/** A name that the file does not use for anything. */
function freeName(sourceFile: ts.SourceFile, name: string): string {
  const isTaken = (candidate: string) => new RegExp(`\\b${candidate}\\b`).test(sourceFile.text.replace(/\.State\b/g, ""));
  let free = name;
  for (let count = 2; isTaken(free); count += 1) free = `${name}${count}`;
  return free;
}
