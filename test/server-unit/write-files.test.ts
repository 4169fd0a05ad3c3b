import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeFiles } from "../../lib/server/design/write-files";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "retrograph-write-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const readNow = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : null);

it("writes a file whose name is as long as a name can be", () => {
  const path = join(folder, `${"字".repeat(80)}.layout.json`);
  writeFiles([{ path, text: "{}", before: null }], readNow);
  expect(readFileSync(path, "utf8")).toBe("{}");
});

it("refuses a name that is too long, a folder and a link that leads nowhere, and leaves nothing behind", () => {
  const long = join(folder, "x".repeat(300));
  const taken = join(folder, "folder.json");
  const link = join(folder, "link.json");
  mkdirSync(taken);
  symlinkSync(join(folder, "nowhere"), link);
  for (const path of [long, taken, link]) {
    const other = join(folder, "other.ts");
    writeFileSync(other, "before");
    const writes = [
      { path: other, text: "after", before: "before" },
      { path, text: "{}", before: null },
    ];
    expect(() => writeFiles(writes, readNow)).toThrow(expect.objectContaining({ code: "edit_refused" }));
    expect(readFileSync(other, "utf8")).toBe("before");
  }
  expect(readdirSync(folder).sort()).toEqual(["folder.json", "link.json", "other.ts"]);
});
