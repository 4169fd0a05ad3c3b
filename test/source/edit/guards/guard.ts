import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { EditSchema, type Edit } from "../../../../lib/schema/edit";
import type { SourceModel } from "../../../../lib/schema/source";
import { applyEdits, type EditOutcome } from "../../../../lib/source/edit/apply-edits";
import { memoryHost, type SourceHost } from "../../../../lib/source/host";
import { readSource } from "../../../../lib/source/read-source";
import { filesOf, type Unsafe } from "./unsafe";

export const GUARDS = ["own_node", "node_per_call", "task", "key"] as const;
export type Guard = (typeof GUARDS)[number];

const KIT = resolve(import.meta.dirname, "../../../../lib/kit");

/** Files in memory, with this repository's kit to copy from. */
export function projectHost(files: Readonly<Record<string, string>>): SourceHost {
  return { ...memoryHost(files), kit: (name) => readFileSync(`${KIT}/${name}.ts`, "utf8") };
}

export function modelOf({ file }: Pick<Unsafe, "file">, files: Readonly<Record<string, string>>): SourceModel {
  return readSource(projectHost(files), file);
}

/** The edit that guards the call of an unsafe workflow. */
export function guardEdit(unsafe: Unsafe, guard: Guard): Edit {
  const files = filesOf(unsafe);
  const file = unsafe.callFile ?? unsafe.file;
  const start = (files[file] ?? "").indexOf(unsafe.call);
  if (start < 0) throw new Error(`${unsafe.name} has no ${unsafe.call}`);
  const graph = modelOf(unsafe, files).graphs.at(-1)?.name ?? "";
  return EditSchema.parse({
    type: "guard_effect",
    graph,
    node: unsafe.node,
    guard,
    place: { file, start, end: start + unsafe.call.length, line: 1, column: 1 },
  });
}

export function guarded(unsafe: Unsafe, guard: Guard): EditOutcome {
  return applyEdits(projectHost(filesOf(unsafe)), unsafe.file, [guardEdit(unsafe, guard)]);
}

/** All files of a workflow after a guard; null where the guard does not fit. */
export function guardedFiles(unsafe: Unsafe, guard: Guard): Record<string, string> | null {
  const outcome = guarded(unsafe, guard);
  if (outcome.status !== "done") return null;
  return { ...filesOf(unsafe), ...Object.fromEntries([...outcome.files].map(([file, { text }]) => [file, text])) };
}
