import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import { parseType } from "./code";
import {
  canAppend,
  cannotAppend,
  LANGGRAPH,
  notAType,
  Refusal,
  type ChannelChange,
  type ChannelSpec,
  type Dialect,
  type FileWriter,
} from "./dialect";
import { changeOptions, writeOptions } from "./options-object";

/** `Annotation.Root({ name: Annotation<T>({ reducer, default }) })` */
export const annotation: Dialect = { write, change };

function write(spec: ChannelSpec, file: FileWriter): string | Refusal {
  const type = toType(spec, file);
  if (type instanceof Refusal) return type;
  const head = `${file.use(LANGGRAPH, "Annotation")}${file.isScript ? "" : `<${type}>`}`;
  const options = writeOptions(spec, file, "reducer");
  return options.length === 0 ? head : file.withOptions(`${head}(`, options);
}

function toType({ type, reducer }: ChannelSpec, file: FileWriter): string | Refusal {
  if (reducer === "messages") return file.isScript ? "" : `${file.baseMessage()}[]`;
  if (parseType(type) === null) return notAType(type);
  return reducer === "append" && !canAppend(type) ? cannotAppend(type) : type.trim();
}

/** `Annotation`, `Annotation<T>`, `Annotation<T>()` and `Annotation<T>({…})` in their parts. */
function read(
  value: ts.Expression,
): { callee: ts.Node; type: ts.TypeNode | null; call: ts.CallExpression | null; options: ts.ObjectLiteralExpression | null } | null {
  const isCalled = ts.isCallExpression(value);
  const callee = isCalled || ts.isExpressionWithTypeArguments(value) ? value.expression : value;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : "";
  if (!/Annotation$/.test(name)) return null;
  const type = isCalled || ts.isExpressionWithTypeArguments(value) ? (value.typeArguments?.[0] ?? null) : null;
  if (!isCalled) return { callee, type, call: null, options: null };
  const [argument] = value.arguments;
  if (argument !== undefined && !ts.isObjectLiteralExpression(argument)) return null;
  return { callee, type, call: value, options: argument ?? null };
}

function change(value: ts.Expression, wanted: ChannelChange, file: FileWriter): TextChange[] | Refusal {
  const { sourceFile } = file;
  const parts = read(value);
  if (parts === null)
    return new Refusal(`It is not written as \`Annotation<…>\` but as \`${value.getText(sourceFile).slice(0, 80)}\`: change it in the code.`);
  const spec = { type: wanted.type ?? parts.type?.getText(sourceFile) ?? "any", reducer: wanted.reducer ?? "last", default: null };
  const type = toType(spec, file);
  if (type instanceof Refusal) return type;
  const changes: TextChange[] = [];
  if (!file.isScript && (wanted.type !== undefined || wanted.reducer === "messages")) {
    const { callee } = parts;
    changes.push(
      parts.type === null
        ? { start: callee.end, end: callee.end, text: `<${type}>` }
        : { start: parts.type.getStart(sourceFile), end: parts.type.end, text: type },
    );
  }
  if (wanted.reducer === undefined && wanted.default === undefined) return changes;
  if (parts.options !== null && parts.call !== null) {
    const inside = changeOptions(parts.options, wanted, file);
    if (inside !== null) return [...changes, ...inside];
    // Without options there is nothing to call.
    const open = sourceFile.text.lastIndexOf("(", parts.options.getStart(sourceFile));
    return [...changes, { start: open, end: parts.call.end, text: "" }];
  }
  const options = writeOptions({ reducer: wanted.reducer, default: wanted.default ?? null }, file, "reducer");
  if (options.length === 0) return changes;
  const written = file.withOptions("(", options);
  const end = parts.call === null ? value.end : sourceFile.text.lastIndexOf("(", value.end);
  return [...changes, { start: end, end: value.end, text: written }];
}
