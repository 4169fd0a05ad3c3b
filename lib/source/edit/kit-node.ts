import type ts from "typescript";
import type { JsonObject } from "../../schema/json";
import type { KitKind } from "../../schema/kit";
import { kitEntry } from "../kit/catalogue";
import { importKit } from "../kit/kit-import";
import type { NodePlan } from "../kit/new-node";
import { routesOf } from "../kit/routes";
import { inLines, toCodeSetting, toSetting, type Setting } from "../kit/setting";
import { draftOf, sourceOf } from "./builder";
import { refused, type EditContext, type StepOutcome } from "./context";
import type { Draft } from "./draft";
import { toVariableName, unusedName } from "./names";
import { importName } from "./text";
import { stateHead, writeNode } from "./write-node";

const ZOD = [{ from: "zod", name: "z" }] as const;

/** A node that a function of the kit makes, with its router's branches leading to the end. */
export function writeKitNode(context: EditContext, name: string, kind: Exclude<KitKind, "code" | "subgraph">, plan: NodePlan): StepOutcome {
  const sourceFile = sourceOf(context);
  const { made } = kitEntry(kind);
  if (made === null) return refused(`There is no kit for ${kind}.`);
  const kit = importKit(context.host, sourceFile, made.file);
  if (kit === null) return refused(`This project has no kit, and there is none to copy: lib/kit/${made.file}.ts is missing.`);
  const draft = draftOf(context);
  const { local } = importName(sourceFile, { from: kit.from, name: made.function });
  const wished = toVariableName(name, kitEntry(kind).name);
  const identifier = unusedName(sourceFile, wished === local ? `${wished}Node` : wished);
  const example = kind === "tools" && plan.code.tools === undefined && plan.settings.tools === undefined ? exampleTool(draft, sourceFile) : null;
  const code = example === null ? plan.code : { ...plan.code, tools: `[${example.name}]` };
  const text = writeOptions(context, draft, kind, plan.settings, code);
  return writeNode(context, name, {
    lines: [
      ...(example === null ? [] : [...example.lines, ""]),
      ...`const ${identifier} = ${local}(${text})${draft.style.semicolons ? ";" : ""}`.split(/\r?\n/),
    ],
    action: identifier,
    route: routesOf({ kind, settings: plan.settings }),
    imports: [{ from: kit.from, name: made.function }, ...(example?.imports ?? []), ...(/\bz\.infer</.test(text) ? ZOD : [])],
    files: kit.files,
    notes: kit.notes,
  });
}

function writeOptions(context: EditContext, draft: Draft, kind: KitKind, settings: JsonObject, code: Record<string, string>): string {
  const values = Object.entries(settings).map(([path, value]): [string, Setting] => [path, toSetting(kind, path, value)]);
  const texts = Object.entries(code).map(([path, text]): [string, Setting] => [path, toCodeSetting(kind, path, text)]);
  const names = kitEntry(kind).fields.map(({ name }) => name);
  const order = kind === "map" || kind === "tools" ? names : [...values, ...texts].map(([path]) => path);
  const entries = [...values, ...texts].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const head = stateHead(context);
  return entries.length === 0 ? "{}" : inLines({ type: "object", entries }, { style: draft.style, head, indentation: "" });
}

function exampleTool(draft: Draft, sourceFile: ts.SourceFile) {
  const { quote, indent, semicolons } = draft.style;
  const name = unusedName(sourceFile, "getTime");
  const text = (words: string) => quote + words + quote;
  return {
    name,
    lines: [
      `const ${name} = tool(() => new Date().toISOString(), {`,
      `${indent}name: ${text("get_time")},`,
      `${indent}description: ${text("Tells the date and time of now.")},`,
      `${indent}schema: z.object({}),`,
      `})${semicolons ? ";" : ""}`,
    ],
    imports: [
      { from: "@langchain/core/tools", name: "tool" },
      { from: "zod", name: "z" },
    ],
  };
}
