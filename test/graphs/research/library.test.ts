import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { syncLibrary } from "../../../graphs/research/domain/index-documents";
import { openLibrary, type Library } from "../../../graphs/research/domain/library";
import { readPage } from "../../../graphs/research/domain/read-page";
import { search } from "../../../graphs/research/domain/search";
import { makeFixture, type Fixture } from "./fixture";

let fixture: Fixture;
let library: Library;
beforeEach(async () => {
  fixture = makeFixture();
  library = openLibrary(fixture.documents, "folder", fixture.data);
});
afterEach(() => {
  library.db.close();
  fixture.remove();
});

describe("syncLibrary", () => {
  it("reads every Markdown and text file, but no hidden one and no licence", async () => {
    expect(await syncLibrary(library)).toEqual({ documents: 3, added: 3, removed: 0 });
    expect(library.db.prepare("SELECT file, title FROM documents ORDER BY file").all()).toEqual([
      { file: "birds.txt", title: "birds.txt" },
      { file: "keeper/duties.md", title: "Duties of the keeper" },
      { file: "lamp.md", title: "The lamp" },
    ]);
  });

  it("reads again only what has changed, and forgets what has gone", async () => {
    await syncLibrary(library);
    expect(await syncLibrary(library)).toEqual({ documents: 3, added: 0, removed: 0 });
    fixture.write("birds.txt", "Puffins have moved in.\n");
    rmSync(join(fixture.documents, "lamp.md"));
    expect(await syncLibrary(library)).toEqual({ documents: 2, added: 1, removed: 1 });
    expect(search(library, "puffins", 5).map(({ file }) => file)).toEqual(["birds.txt"]);
    expect(search(library, "gulls", 5)).toEqual([]);
    expect(search(library, "sunset", 5)).toEqual([]);
  });

  it("sees a change of the same length by its time", async () => {
    await syncLibrary(library);
    const file = join(fixture.documents, "birds.txt");
    fixture.write("birds.txt", "Terns".padEnd(5));
    await syncLibrary(library);
    writeFileSync(file, "Skuas");
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    await syncLibrary(library);
    expect(search(library, "skuas", 5)).toHaveLength(1);
  });

  it("keeps the index for the next start", async () => {
    await syncLibrary(library);
    const again = openLibrary(fixture.documents, "folder", fixture.data);
    expect(await syncLibrary(again)).toEqual({ documents: 3, added: 0, removed: 0 });
    again.db.close();
  });

  it("builds a damaged index anew", async () => {
    await syncLibrary(library);
    library.db.close();
    for (const name of await readdir(fixture.data)) writeFileSync(join(fixture.data, name), "this is no database, ".repeat(500));
    library = openLibrary(fixture.documents, "folder", fixture.data);
    expect(await syncLibrary(library)).toMatchObject({ added: 3 });
  });

  it("shares one pass among callers at the same time, and lets others run meanwhile", async () => {
    for (let index = 0; index < 300; index += 1)
      fixture.write(`many/${index}.md`, `# Page ${index}\n\n${"Words about nothing in particular. ".repeat(120)}\n`);
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const [first, second] = await Promise.all([syncLibrary(library), syncLibrary(library)]);
    clearInterval(timer);
    expect(first).toBe(second);
    expect(longest).toBeLessThan(150);
  });

  it("stops when its signal fires, and goes on from there", async () => {
    for (let index = 0; index < 100; index += 1) fixture.write(`many/${index}.md`, `# Page ${index}\n\nWords.\n`);
    const controller = new AbortController();
    const stopped = syncLibrary(library, { signal: controller.signal, onProgress: () => controller.abort() });
    await expect(stopped).rejects.toThrow(/abort/i);
    const { added, documents } = await syncLibrary(library);
    expect(documents).toBe(103);
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(103);
  });

  it("goes on for others when the one who began it stops", async () => {
    for (let index = 0; index < 100; index += 1) fixture.write(`many/${index}.md`, `# Page ${index}\n\nWords.\n`);
    const controller = new AbortController();
    const stopped = syncLibrary(library, { signal: controller.signal, onProgress: () => controller.abort() });
    const other = syncLibrary(library);
    await expect(stopped).rejects.toThrow(/abort/i);
    expect((await other).documents).toBe(103);
    expect(search(library, "gulls", 1)).toHaveLength(1);
  });

  it("says which setting is wrong when there is no such folder", () => {
    expect(() => openLibrary(join(fixture.root, "nowhere"), "folder", fixture.data)).toThrow(/no folder ".*nowhere".*RETROGRAPH_RESEARCH_FOLDER/);
  });
});

describe("The library of a project", () => {
  it("has the project's documentation and that of its packages, docs folders only of its own dependencies", async () => {
    fixture.write("package.json", JSON.stringify({ dependencies: { direct: "1.0.0" } }));
    fixture.write("README.md", "# Own\n");
    fixture.write("docs/guide/start.md", "# Start\n");
    fixture.write("src/notes.md", "# Not documentation\n");
    for (const name of ["direct", "indirect", "@scope/inner"]) {
      fixture.write(`node_modules/${name}/README.md`, `# ${name}\n`);
      fixture.write(`node_modules/${name}/docs/api.md`, "# Docs\n");
      fixture.write(`node_modules/${name}/node_modules/deep/README.md`, "# Deep\n");
    }
    const project = openLibrary(fixture.documents, "project", fixture.data);
    await syncLibrary(project);
    expect(project.db.prepare("SELECT file, kind FROM documents ORDER BY file").all()).toEqual([
      { file: "README.md", kind: "own" },
      { file: "birds.txt", kind: "own" },
      { file: "docs/guide/start.md", kind: "own" },
      { file: "lamp.md", kind: "own" },
      { file: "node_modules/@scope/inner/README.md", kind: "indirect" },
      { file: "node_modules/direct/README.md", kind: "direct" },
      { file: "node_modules/direct/docs/api.md", kind: "direct" },
      { file: "node_modules/indirect/README.md", kind: "indirect" },
    ]);
    project.db.close();
  });
});

describe("search", () => {
  beforeEach(() => syncLibrary(library));

  it("puts the page first that says most about the question, with the lines that say it", () => {
    const [first, second] = search(library, "What happens after a failure of the lamp?", 5);
    expect(first?.file).toBe("lamp.md");
    expect(first?.passage).toMatchObject({ heading: "Failure of the lamp", line: 8 });
    expect(first?.relevance).toBe(1);
    expect(second?.file).toBe("keeper/duties.md");
  });

  it("finds other forms of a word", () => {
    expect(search(library, "nesting", 5).map(({ file }) => file)).toEqual(["birds.txt"]);
    expect(search(library, "failing", 5).map(({ file }) => file)).toContain("lamp.md");
  });

  it("tells how little of a question a page covers", () => {
    const [first] = search(library, "lamp submarine periscope", 5);
    expect(first?.relevance).toBeLessThan(0.4);
  });

  it.each(['"unclosed', "NEAR(a b)", "lamp* OR *", "text:lamp", "-lamp AND (", "'; DROP TABLE passages; --", "…", ""])(
    "takes %j as words, never as search syntax",
    (query) => {
      expect(() => search(library, query, 5)).not.toThrow();
      expect(search(library, "lamp", 5).length).toBeGreaterThan(0);
    },
  );

  it("finds nothing when no word of the question tells anything", () => {
    expect(search(library, "what is it?", 5)).toEqual([]);
  });
});

describe("readPage", () => {
  beforeEach(() => syncLibrary(library));

  it("gives the parts that matter as they stand in the file", async () => {
    const excerpts = await readPage(library, "lamp.md", ["failure"], 1);
    expect(excerpts).toMatchObject([{ heading: "Failure of the lamp", line: 8 }]);
    expect(excerpts[0]?.text.split("\n")[0]).toBe("When the lamp fails, a second lamp is lit by itself");
  });

  it("reads no file outside the library", async () => {
    await expect(readPage(library, "../data", ["lamp"], 1)).rejects.toThrow(/not among the documents/);
    await expect(readPage(library, ".hidden/secret.md", ["lamp"], 1)).rejects.toThrow(/not among the documents/);
  });

  it("says so when a page has gone since", async () => {
    rmSync(join(fixture.documents, "lamp.md"));
    await expect(readPage(library, "lamp.md", ["lamp"], 1)).rejects.toThrow(/cannot be read now/);
  });
});
