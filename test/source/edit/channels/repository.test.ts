import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../../lib/source/edit/apply-edits";
import { readSource } from "../../../../lib/source/read-source";
import { EditSchema } from "../../../../lib/schema/edit";

const disk = new Map<string, string | null>();

function readDisk(file: string): string | null {
  if (!disk.has(file)) {
    try {
      disk.set(file, readFileSync(file, "utf8"));
    } catch {
      disk.set(file, null);
    }
  }
  return disk.get(file) ?? null;
}

const graphs = ["graphs", "lib/kit/templates", "test/support/graphs"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`))
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => readSource({ read: readDisk }, file).graphs.map((graph) => ({ file, graph })))
  .filter(({ graph }) => graph.api === "graph");

/** The files after edits, by name; null where one was refused. */
function make(file: string, edits: Record<string, unknown>[]): Map<string, { text: string }> | null {
  const outcome = applyEdits(
    { read: readDisk },
    file,
    edits.map((edit) => EditSchema.parse(edit)),
  );
  return outcome.status === "done" ? outcome.files : null;
}

describe("On every workflow of the repository", () => {
  it("there are enough of them to say something", () => {
    expect(graphs.length).toBeGreaterThan(20);
  });

  it("a channel that is added and deleted again leaves the state as it was", () => {
    let made = 0;
    for (const { file, graph } of graphs) {
      // Where the state is the library's it becomes one of the file's own, which stays.
      if (graph.state.entries === null) continue;
      const add = { type: "add_channel", graph: graph.name, name: "brand_new", value_type: "string[]", description: "New" };
      const files = make(file, [add, { type: "delete_channel", graph: graph.name, channel: "brand_new", also: "none" }]);
      if (files === null) continue;
      made += 1;
      const left = [...files].filter(([name, { text }]) => readDisk(name) !== text).map(([name, { text }]) => ({ name, text }));
      // An import that was needed for it may stay.
      for (const { name, text } of left) expect(withoutImports(text), `${name} ${graph.name}`).toBe(withoutImports(readDisk(name) ?? ""));
    }
    expect(made).toBeGreaterThan(15);
  });

  it("a channel that is renamed there and back leaves every byte as it was", () => {
    let made = 0;
    for (const { file, graph } of graphs) {
      for (const { name, place } of graph.channels) {
        if (place === null) continue;
        const rename = (from: string, to: string) => ({ type: "rename_channel", graph: graph.name, channel: from, name: to, also: "none" });
        const there = make(file, [rename(name, "brand_new")]);
        if (there === null) continue;
        made += 1;
        const back = make(file, [rename(name, "brand_new"), rename("brand_new", name)]);
        for (const [changed, { text }] of back ?? [])
          expect(unshortened(text, name), `${changed} ${graph.name} ${name}`).toBe(unshortened(readDisk(changed) ?? "", name));
      }
    }
    expect(made).toBeGreaterThan(40);
  });
});

/** A state on one line that became too long has a line for each channel from then on. */
function withoutImports(text: string): string {
  return text
    .replace(/^import [\s\S]*? from "[^"]*";\n/gm, "")
    .replace(/\s+/g, "")
    .replace(/,([}\])])/g, "$1");
}

/** `{ x }` comes back as `{ x: x }`. */
function unshortened(text: string, name: string): string {
  return text.replaceAll(`${name}: ${name}`, name);
}
