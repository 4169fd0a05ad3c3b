import { describe, expect, it } from "vitest";
import { buildUpdate, findUnwritable, parseJson } from "@/components/debugger/inspector/edit/build-update";
import { beginAdded, beginDraft, beginItem, type ListDraft } from "@/components/debugger/inspector/edit/draft";
import type { Channel } from "@/lib/schema/graph";
import type { Json } from "@/lib/schema/json";

const channel = (kind: Channel["reducer"]["kind"], type = kind === "last" ? "LastValue" : "BinaryOperatorAggregate"): Channel => ({
  name: "channel",
  type,
  reducer: { kind, label: kind, source: null },
  schema: null,
  input: false,
  output: true,
});
const list = (rest: Partial<ListDraft>): ListDraft => ({ kind: "list", edits: {}, removed: [], added: [], through: false, ...rest });
const written = (target: Channel, base: Json, draft: ListDraft) => {
  const built = buildUpdate(target, base, draft);
  return built.ok ? built.value : built.problems;
};

describe("a value as a whole", () => {
  it("replaces a last value", () => {
    expect(buildUpdate(channel("last"), "old", { kind: "text", text: "new", through: false })).toMatchObject({
      ok: true,
      changed: true,
      value: "new",
    });
    expect(buildUpdate(channel("last"), "old", { kind: "text", text: "old", through: false })).toMatchObject({ ok: true, changed: false });
  });

  it("leaves a custom reducer out unless it is asked for", () => {
    const draft = { kind: "json", text: "3", through: false } as const;
    expect(buildUpdate(channel("custom"), 2, draft)).toMatchObject({ value: { __overwrite__: 3 }, next: 3 });
    expect(buildUpdate(channel("custom"), 2, { ...draft, through: true })).toMatchObject({ value: 3, next: null });
  });

  it("says where text is not JSON", () => {
    const built = buildUpdate(channel("last"), {}, { kind: "json", text: '{\n  "a": 1,\n  b\n}', through: false });
    expect(built.ok ? [] : built.problems.map((problem) => problem.message)).toEqual([expect.stringMatching(/not JSON.*line 3, column 3/)]);
    expect(parseJson("  ").ok).toBe(false);
  });
});

describe("lists", () => {
  const notes = [
    { id: "n1", text: "one" },
    { id: "n2", text: "two" },
  ];

  it("appends new items through the reducer", () => {
    const draft = list({ added: [{ key: "k", as: "json", text: '{"text":"three"}' }] });
    expect(written(channel("append"), notes, draft)).toEqual([{ text: "three" }]);
  });

  it("sets the list as a whole once an item is edited or removed", () => {
    const draft = list({ edits: { "0": { as: "json", text: '{"id":"n1","text":"ONE"}' } }, removed: [1] });
    expect(written(channel("append"), notes, draft)).toEqual({ __overwrite__: [{ id: "n1", text: "ONE" }] });
  });

  it("replaces a list that has no reducer", () => {
    expect(written(channel("last"), ["a", "b"], list({ removed: [0], added: [{ key: "k", as: "text", text: "c" }] }))).toEqual(["b", "c"]);
  });

  it("refuses an edit that a reducer would not let through", () => {
    const built = buildUpdate(channel("append", "Topic"), ["a"], list({ removed: [0] }));
    expect(built.ok).toBe(false);
  });

  it("names the item that is not valid", () => {
    const built = buildUpdate(channel("append"), notes, list({ edits: { "1": { as: "json", text: "{" } } }));
    expect(built.ok ? [] : built.problems.map((problem) => problem.item)).toEqual(["1"]);
  });

  it("is unchanged by an editor that was only opened", () => {
    expect(buildUpdate(channel("append"), notes, list({ edits: { "0": beginItem(notes[0] ?? null) } }))).toMatchObject({ ok: true, changed: false });
  });
});

describe("messages", () => {
  const messages: Json = [
    { type: "human", id: "m1", content: "Hi" },
    { type: "ai", id: "m2", content: "Hello", tool_calls: [] },
  ];

  it("replaces, removes and adds by id", () => {
    const draft = list({
      edits: { "1": { as: "message", text: "Good day" } },
      removed: [0],
      added: [{ key: "k", as: "message", role: "human", text: "Go on" }],
    });
    expect(written(channel("messages"), messages, draft)).toEqual([
      { type: "ai", id: "m2", content: "Good day", tool_calls: [] },
      { type: "remove", id: "m1", content: "" },
      { type: "human", content: "Go on" },
    ]);
  });

  it("sets the list as a whole where a message has no id", () => {
    const built = buildUpdate(channel("messages"), [{ type: "human", content: "Hi" }], list({ removed: [0] }));
    expect(built).toMatchObject({ ok: true, value: { __overwrite__: [] } });
  });
});

describe("beginning to edit", () => {
  it("takes text as text, lists item by item, and the rest as JSON", () => {
    expect(beginDraft(null, "a").kind).toBe("text");
    expect(beginDraft(null, [1]).kind).toBe("list");
    expect(beginDraft(null, 1)).toMatchObject({ kind: "json", text: "1" });
    expect(beginDraft(channel("messages"), undefined).kind).toBe("list");
    expect(beginDraft({ ...channel("last"), schema: { type: "string" } }, undefined)).toMatchObject({ kind: "text", text: "" });
  });

  it("edits a message by its text, and as JSON where that is not plain", () => {
    expect(beginItem({ type: "ai", content: "Hello" })).toEqual({ as: "message", text: "Hello" });
    expect(beginItem({ type: "ai", content: [{ type: "text", text: "Hello" }] }).as).toBe("json");
  });

  it("offers a new item in the shape of the others, without their id", () => {
    expect(JSON.parse(beginAdded([{ id: "n1", text: "one", line: 4, tags: ["a"] }], false).text)).toEqual({ text: "", line: 0, tags: [] });
    expect(beginAdded([], true)).toEqual({ as: "message", text: "", role: "human" });
    expect(beginAdded(["a"], false)).toEqual({ as: "text", text: "" });
  });
});

it("finds what would come back as something else", () => {
  expect(findUnwritable({ a: [{ $type: "Date", value: "2026-01-01" }] })).toBeNull();
  expect(findUnwritable({ a: [{ $type: "instance", name: "Note", value: {} }] })).toBe("instance of Note");
});
