import type { Template, TemplateId } from "../../schema/design-api";
import type { TextChange } from "../../schema/edit";
import { parse } from "../ast";
import { applyChanges } from "../edit/text";
import type { SourceHost } from "../host";
import { importKit } from "../kit/kit-import";

/** The workflows that a new one can begin with, in the order in which they are offered. Their code is `lib/kit/templates`. */
export const TEMPLATES = [
  { id: "blank", title: "Blank", description: "An empty canvas with a conversation as its state.", nodes: 0 },
  { id: "chat-agent", title: "Chat agent with tools", description: "A model that may call tools, in a loop, until it has an answer.", nodes: 2 },
  {
    id: "research-approval",
    title: "Research with approval",
    description: "Looks a question up in a folder, drafts an answer, and publishes it once a person approves.",
    nodes: 4,
  },
  { id: "map-reduce", title: "Map and reduce", description: "Splits a text, works on the pieces side by side, and joins the results.", nodes: 3 },
  { id: "supervisor", title: "Supervisor with two agents", description: "A supervisor hands the work to a researcher and a writer.", nodes: 3 },
  {
    id: "approval-pipeline",
    title: "Approval pipeline",
    description: "Lets small cases pass at once, and asks a person about large ones.",
    nodes: 5,
  },
] as const satisfies readonly Template[];

/** A new workflow: its text, the files of the kit that the project did not have, and what there is to say about it. */
export type NewWorkflow = { text: string; files: Map<string, string>; notes: string[] };

/**
 * The text of a template as `file` of the project, with its imports of the kit leading to where the project has it;
 * a project without gets the files that are needed. `title` is what the workflow is called in the interface. null where
 * the kit cannot be read.
 */
export function instantiateTemplate(host: SourceHost, id: TemplateId, file: string, title: string): NewWorkflow | null {
  const template = host.kit?.(`templates/${id}`) ?? null;
  if (template === null) return null;
  const files = new Map<string, string>();
  const notes = new Set<string>();
  const changes: TextChange[] = [];
  for (const { name, start, end } of kitImports(template)) {
    const kit = importKit(host, parse("", file), name);
    if (kit === null) return null;
    changes.push({ start, end, text: kit.from });
    for (const [path, [written]] of kit.files) files.set(path, written?.text ?? "");
    for (const note of kit.notes) if (!note.startsWith("Copied")) notes.add(note);
  }
  const text = applyChanges(template, changes).replace(/^(export const title = ).*;$/m, (_, head: string) => `${head}${JSON.stringify(title)};`);
  if (files.size > 0) notes.add(`Copied ${[...files.keys()].join(", ")} into the project.`);
  return { text, files, notes: [...notes] };
}

/** Where a template imports the kit: the text between the quotes. */
function kitImports(text: string): { name: string; start: number; end: number }[] {
  return [...text.matchAll(/\bfrom "(\.\.\/([\w-]+))";/g)].flatMap((match) => {
    const [, specifier, name] = match;
    const start = match.index + 'from "'.length;
    return specifier === undefined || name === undefined ? [] : [{ name, start, end: start + specifier.length }];
  });
}
