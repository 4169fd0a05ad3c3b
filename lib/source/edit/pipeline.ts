import type { TextChange } from "../../schema/edit";
import { readSource } from "../read-source";
import type { EditContext, StepOutcome } from "./context";
import { applyChanges, composeChanges } from "./text";

/** Makes one step after the other, each on what the ones before left, as one outcome against the text of `context`. */
export function inSteps(context: EditContext, steps: readonly ((context: EditContext) => StepOutcome)[]): StepOutcome {
  const changes = new Map<string, TextChange[]>();
  const texts = new Map<string, string>();
  const notes: string[] = [];
  const host = {
    read: (file: string) => texts.get(file) ?? context.host.read(file),
    exists: (file: string) => texts.has(file) || (context.host.exists?.(file) ?? context.host.read(file) !== null),
    kit: (name: string) => context.host.kit?.(name) ?? null,
  };
  let at = context;
  for (const [index, step] of steps.entries()) {
    if (index > 0) {
      const model = readSource(host, context.file);
      const graph = model.graphs.find(({ name }) => name === context.graph.name);
      if (graph === undefined) return { status: "refused", reason: "The workflow could not be read any more halfway through.", place: null };
      at = { host, file: context.file, text: host.read(context.file) ?? "", model, graph };
    }
    const outcome = step(at);
    if (outcome.status !== "done") return outcome;
    notes.push(...outcome.notes);
    for (const [file, next] of outcome.changes) {
      const base = context.host.read(file) ?? "";
      const before = changes.get(file);
      texts.set(file, applyChanges(texts.get(file) ?? base, next));
      changes.set(file, before === undefined ? next : composeChanges(base, before, next));
    }
  }
  return { status: "done", changes, notes };
}
