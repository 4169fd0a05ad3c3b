import type { Doubt, Edit, TextChange } from "../../schema/edit";
import type { Place, SourceModel } from "../../schema/source";
import type { SourceHost } from "../host";
import { readSource } from "../read-source";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { EDITS, type EditHandlers } from "./registry";
import { replaceText } from "./replace-text";
import { applyChanges, composeChanges, minimise } from "./text";

/** What edits come to: nothing is written here. `edit` counts from 0; `model` is that of the workflow's file after them. */
export type EditOutcome =
  | { status: "done"; files: Map<string, { text: string; changes: TextChange[] }>; notes: string[]; model: SourceModel }
  | { status: "ask"; edit: number; question: string; doubts: Doubt[] }
  | { status: "refused"; edit: number; reason: string; place: Place | null };

/** Files as they are while edits are being made: what was changed lies over what is on disk. */
class Overlay implements SourceHost {
  readonly files = new Map<string, { text: string; changes: TextChange[] }>();

  constructor(private readonly base: SourceHost) {}

  read(file: string): string | null {
    return this.files.get(file)?.text ?? this.base.read(file);
  }

  exists(file: string): boolean {
    return this.files.has(file) || (this.base.exists?.(file) ?? this.base.read(file) !== null);
  }

  kit(name: string): string | null {
    return this.base.kit?.(name) ?? null;
  }

  apply(file: string, changes: readonly TextChange[]): void {
    const before = this.base.read(file) ?? "";
    const known = this.files.get(file) ?? { text: before, changes: [] };
    const all = known.changes.length === 0 ? minimise(before, changes) : composeChanges(before, known.changes, changes);
    if (all.length === 0) this.files.delete(file);
    else this.files.set(file, { text: applyChanges(known.text, changes), changes: all });
  }
}

/** What may leave text behind that does not parse: a person is typing it. */
const TYPED: ReadonlySet<Edit["type"]> = new Set(["replace_text", "set_node_code"]);

/** What can be changed of a workflow that `createAgent()` and its like make: code, not the graph. */
const IN_AGENTS: ReadonlySet<Edit["type"]> = new Set(["set_node_code", "set_description", "set_kit_settings"]);

/**
 * Makes edits one after the other, each on the text that the ones before left, or none of them. Gives the new text of
 * every changed file, with one list of minimal changes against the text that `host` has. Writes nothing. `known` is the
 * model of the file as `host` has it, where the caller has read it already.
 */
export function applyEdits(host: SourceHost, file: string, edits: readonly Edit[], known?: SourceModel): EditOutcome {
  const overlay = new Overlay(host);
  const notes: string[] = [];
  let model = known ?? readSource(overlay, file);
  const files = new Set([file, ...model.files]);
  for (const [index, edit] of edits.entries()) {
    const outcome = applyWithinStack(overlay, file, model, edit, files);
    if (outcome.status !== "done") return { ...outcome, edit: index };
    for (const [changed, changes] of outcome.changes) overlay.apply(changed, changes);
    notes.push(...outcome.notes);
    const next = readSource(overlay, file);
    const mistake = next.errors[0];
    if (mistake !== undefined && model.errors.length === 0 && !TYPED.has(edit.type)) {
      return { status: "refused", edit: index, reason: `This would not be valid TypeScript: ${mistake.message}`, place: null };
    }
    model = next;
    for (const each of next.files) files.add(each);
  }
  return { status: "done", files: overlay.files, notes, model };
}

/** A chain of calls is nested as deeply as it is long. */
function applyWithinStack(host: SourceHost, file: string, model: SourceModel, edit: Edit, files: ReadonlySet<string>): StepOutcome {
  try {
    return applyEdit(host, file, model, edit, files);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refused("The code is nested too deeply, or its chain of calls is too long, to be changed here: split it in the code.");
  }
}

function applyEdit(host: SourceHost, file: string, model: SourceModel, edit: Edit, files: ReadonlySet<string>): StepOutcome {
  if (edit.type === "replace_text") return replaceText(host, edit.file ?? file, files, edit.changes);
  const text = host.read(file);
  if (text === null) return refused(`The file ${file} does not exist any more.`);
  const mistake = model.errors[0];
  if (mistake !== undefined && !TYPED.has(edit.type)) {
    return refused(`Line ${mistake.place.line} is not valid TypeScript (${mistake.message}). Mend it first, then change the drawing.`, mistake.place);
  }
  const graph = model.graphs.find(({ name }) => name === edit.graph);
  if (graph === undefined) return refused(`There is no workflow called ${edit.graph} in ${file} any more.`);
  if (graph.api === "entrypoint") return refused("A workflow of the functional API is its code: it is shown here, and changed there.", graph.place);
  if (graph.api === "agent" && !IN_AGENTS.has(edit.type)) {
    return refused("This workflow is made by a function of LangChain: what that is given is changed in the code.", graph.place);
  }
  return dispatch(edit.type, { host, file, text, model, graph }, edit);
}

function dispatch<T extends keyof EditHandlers>(type: T, context: EditContext, edit: EditOf<T>): StepOutcome {
  const handlers: EditHandlers = EDITS;
  const handler: EditHandlers[T] = handlers[type];
  return handler(context, edit);
}
