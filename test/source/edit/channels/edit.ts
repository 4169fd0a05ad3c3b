import { expect } from "vitest";
import { applyEdits, type EditOutcome } from "../../../../lib/source/edit/apply-edits";
import { applyChanges, invertChanges } from "../../../../lib/source/edit/text";
import { memoryHost } from "../../../../lib/source/host";
import { readSource } from "../../../../lib/source/read-source";
import { EditSchema } from "../../../../lib/schema/edit";

type Files = Record<string, string>;
export type LooseEdit = { type: string; graph?: string } & Record<string, unknown>;

/** What edits of `a.ts` come to; `graph` is the first graph of the file where it is left out. */
export function tryEdit(files: Files | string, ...edits: LooseEdit[]): EditOutcome {
  const texts = typeof files === "string" ? { "a.ts": files } : files;
  const file = Object.keys(texts)[0] ?? "a.ts";
  const host = memoryHost(texts);
  const graph = readSource(host, file).graphs[0]?.name ?? "graph";
  return applyEdits(
    host,
    file,
    edits.map((edit) => EditSchema.parse({ graph, ...edit })),
  );
}

/** The texts after edits that have to be done; what they change can be taken back to the last byte. */
export function editFiles(files: Files, ...edits: LooseEdit[]): Files {
  const outcome = tryEdit(files, ...edits);
  if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
  const after = { ...files };
  for (const [file, { text, changes }] of outcome.files) {
    const before = files[file] ?? "";
    expect(applyChanges(before, changes)).toBe(text);
    expect(applyChanges(text, invertChanges(before, changes))).toBe(before);
    after[file] = text;
  }
  return after;
}

export function edit(text: string, ...edits: LooseEdit[]): string {
  return editFiles({ "a.ts": text }, ...edits)["a.ts"] ?? "";
}

/** The lines that an edit took away and put in, without those around them. */
export function changed(text: string, ...edits: LooseEdit[]): string[] {
  const before = text.split("\n");
  const after = edit(text, ...edits).split("\n");
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

export function refusal(files: Files | string, ...edits: LooseEdit[]): string {
  const outcome = tryEdit(files, ...edits);
  return outcome.status === "refused" ? outcome.reason : `${outcome.status}`;
}
