import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CodeDocument, type CodeState } from "../../../../components/editor/code/code-document";
import type { Draft } from "../../../../components/editor/code/draft";
import type { EditsOf } from "../../../../components/editor/editor-context";
import { changedText } from "../../../../lib/graph/rebase-changes";
import type { DesignModel } from "../../../../lib/schema/design-api";

const FILE = "one\r\ntwo\r\nthree\r\n";

/** A field and a document behind it, without a browser and a server: `file` is what is saved. */
function setUp(text = FILE) {
  const world = {
    file: text,
    shown: text.replaceAll("\r\n", "\n"),
    kept: null as Draft | null,
    states: [] as CodeState["status"][],
    labels: [] as string[],
    isReachable: true,
    /** Runs when an edit's turn has come, before it is made. */
    meanwhile: () => {},
  };
  async function apply(edits: EditsOf, { label }: { label: string }): Promise<boolean> {
    await Promise.resolve();
    world.meanwhile();
    const made = typeof edits === "function" ? edits({ text: world.file } as DesignModel) : edits;
    if (!world.isReachable) return false;
    for (const edit of made) if (edit.type === "replace_text") world.file = changedText(world.file, edit.changes);
    if (made.length > 0) world.labels.push(label);
    return true;
  }
  const document = new CodeDocument(
    {
      shown: () => world.shown,
      change: (changes) => (world.shown = changedText(world.shown, changes)),
      apply,
      keep: (draft) => (world.kept = draft),
      tell: ({ status }) => world.states.push(status),
    },
    text,
  );
  const type = (before: string, after: string) => {
    world.shown = world.shown.replace(before, after);
    document.typed();
  };
  return { world, document, type };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is typed is saved a moment after the last key, with the file's own line breaks", async () => {
  const { world, document, type } = setUp();
  type("two", "two and");
  await vi.advanceTimersByTimeAsync(300);
  type("two and", "two and\na half");
  await vi.advanceTimersByTimeAsync(300);
  expect(world.file).toBe(FILE);
  await vi.advanceTimersByTimeAsync(200);
  expect(world.file).toBe("one\r\ntwo and\r\na half\r\nthree\r\n");
  document.receive(world.file);
  expect(document.state).toEqual({ status: "saved" });
  expect(world.labels).toEqual(["Edit code"]);
});

test("somebody who never stops typing is saved all the same", async () => {
  const { world, type } = setUp();
  for (let key = 0; key < 20; key++) {
    type("one", "one.");
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(world.file).not.toBe(FILE);
});

test("a draft is kept as long as something is unsaved", async () => {
  const { world, document, type } = setUp();
  type("two", "2");
  expect(world.kept).toEqual({ base: FILE, sent: null, text: "one\n2\nthree\n" });
  await document.flush();
  expect(world.kept).toBeNull();
});

test("what is typed while a save is under way is saved after it, once", async () => {
  const { world, document, type } = setUp();
  type("two", "2");
  const saving = document.flush();
  type("three", "3");
  expect(await saving).toBe(true);
  document.receive(world.file);
  await vi.advanceTimersByTimeAsync(500);
  expect(world.file).toBe("one\r\n2\r\n3\r\n");
});

test("a change that comes from the canvas before the own one has its turn stays", async () => {
  const { world, document, type } = setUp();
  type("two", "2");
  world.meanwhile = () => (world.file = world.file.replace("one", "ONE"));
  await document.flush();
  expect(world.file).toBe("ONE\r\n2\r\nthree\r\n");
  expect(world.shown).toBe("ONE\n2\nthree\n");
});

test("what could not be saved stays in the field and as a draft, and is saved with the next try", async () => {
  const { world, document, type } = setUp();
  world.isReachable = false;
  type("two", "2");
  expect(await document.flush()).toBe(false);
  expect(document.state).toEqual({ status: "failed" });
  expect(world.kept?.text).toBe("one\n2\nthree\n");
  world.isReachable = true;
  expect(await document.flush()).toBe(true);
  expect(world.file).toBe("one\r\n2\r\nthree\r\n");
});

test("where both sides changed the same, nothing is saved until a person decides", async () => {
  const { world, document, type } = setUp();
  type("two", "mine");
  world.file = FILE.replace("two", "theirs");
  document.receive(world.file);
  expect(document.state).toEqual({ status: "clash", theirs: world.file });
  expect(await document.flush()).toBe(false);
  expect(world.file).toBe("one\r\ntheirs\r\nthree\r\n");
  expect(world.kept?.text).toBe("one\nmine\nthree\n");
});

test("a clash can end with the own text, what others changed elsewhere included", async () => {
  const { world, document, type } = setUp("one\r\nand\r\ntwo\r\n");
  type("two", "mine");
  world.file = "ONE\r\nand\r\ntheirs\r\n";
  document.receive(world.file);
  document.settleClash("mine");
  expect(world.shown).toBe("ONE\nand\nmine\n");
  await document.flush();
  expect(world.file).toBe("ONE\r\nand\r\nmine\r\n");
});

test("a clash can end with the file's text", async () => {
  const { world, document, type } = setUp();
  type("two", "mine");
  document.receive("one\r\ntheirs\r\nthree\r\n");
  document.settleClash("theirs");
  expect(world.shown).toBe("one\ntheirs\nthree\n");
  expect(document.state).toEqual({ status: "saved" });
  expect(world.kept).toBeNull();
});

test("what was typed before a reload comes back on top of what the file has become", () => {
  const { world, document } = setUp("ONE\r\ntwo\r\nthree\r\n");
  expect(document.restore({ base: FILE, sent: null, text: "one\ntwo\n3\n" })).toBe(true);
  expect(world.shown).toBe("ONE\ntwo\n3\n");
  expect(document.state).toEqual({ status: "unsaved" });
});

test("a draft of which a part was on its way is not put in twice when that arrives", () => {
  const { world, document } = setUp();
  document.restore({ base: FILE, sent: "one\ntwo and\nthree\n", text: "one\ntwo and more\nthree\n" });
  document.receive("one\r\ntwo and\r\nthree\r\n");
  expect(world.shown).toBe("one\ntwo and more\nthree\n");
  expect(document.state).toEqual({ status: "unsaved" });
});

test("a draft that was saved after all is forgotten", () => {
  const { world, document } = setUp("one\r\ntwo\r\n3\r\n");
  expect(document.restore({ base: FILE, sent: null, text: "one\ntwo\n3\n" })).toBe(false);
  expect(world.shown).toBe("one\ntwo\n3\n");
  expect(world.kept).toBeNull();
});

test("a draft that does not fit the file any more is shown, and a person decides", () => {
  const { world, document } = setUp("one\r\nTWO\r\nthree\r\n");
  expect(document.restore({ base: FILE, sent: null, text: "one\n2\nthree\n" })).toBe(true);
  expect(document.state).toEqual({ status: "clash", theirs: "one\r\nTWO\r\nthree\r\n" });
  expect(world.shown).toBe("one\n2\nthree\n");
});
