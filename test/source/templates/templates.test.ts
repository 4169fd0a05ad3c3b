import { describe, expect, it } from "vitest";
import { lint } from "../../../lib/lint/lint";
import { readSource } from "../../../lib/source/read-source";
import { TEMPLATES, instantiateTemplate } from "../../../lib/source/templates/templates";
import { projectOf, typeErrors } from "../kit/workflows";

const FILE = "graphs/mine.ts";

function make(id: (typeof TEMPLATES)[number]["id"], project: Record<string, string> = {}): Record<string, string> {
  const made = instantiateTemplate(projectOf(project), id, FILE, 'My "own"');
  if (made === null) throw new Error(`The template ${id} cannot be read.`);
  return { ...Object.fromEntries(made.files), [FILE]: made.text };
}

describe.each(TEMPLATES)("the template $id", ({ id, nodes }) => {
  it("has as many nodes as it says, and nothing that the checks call wrong", () => {
    const host = projectOf(make(id));
    const model = readSource(host, FILE);
    expect(model.graphs[0]?.nodes).toHaveLength(nodes);
    expect(model.graphs.flatMap(({ locked }) => locked)).toEqual([]);
    expect(lint(host, model).filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("is called what a person called it, and brings the kit that it needs along", () => {
    const files = make(id);
    expect(files[FILE]).toContain('export const title = "My \\"own\\"";');
    for (const [, file] of (files[FILE] ?? "").matchAll(/from "\.\.\/(kit\/[\w-]+)"/g)) expect(Object.keys(files)).toContain(`${file}.ts`);
    expect(files[FILE]).not.toMatch(/from "\.\.\/(?!kit\/)/);
  });
});

it("uses the kit that a project has", () => {
  const files = make("chat-agent", { "lib/kit/model-node.ts": "", "lib/kit/tools-node.ts": "", "lib/kit/scripted-model.ts": "" });
  expect(files[FILE]).toContain('from "../lib/kit/model-node"');
  expect(Object.keys(files)).toEqual([FILE]);
});

it("every template passes the strictest TypeScript in a project of its own", { timeout: 120_000 }, () => {
  expect(typeErrors(Object.fromEntries(TEMPLATES.map(({ id }) => [`test/.types-${id}`, make(id)])))).toEqual([]);
});
