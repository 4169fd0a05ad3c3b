import { describe, expect, it } from "vitest";
import { flattenJson, GROUP_SIZE, previewOf } from "@/components/debugger/inspector/values/json-rows";
import { isMessageList, messageText, readMessage } from "@/components/debugger/inspector/values/read-message";
import { readSpecial } from "@/components/debugger/inspector/values/special";
import type { Json } from "@/lib/schema/json";

const closed = () => false;

describe("messages", () => {
  it("reads the same message in all the forms that are in use", () => {
    const calls = [{ name: "search", args: { q: "x" }, id: "c1" }];
    const forms: Json[] = [
      { type: "ai", id: "m", content: "Hi", tool_calls: calls },
      { type: "ai", data: { id: "m", content: "Hi", tool_calls: calls } },
      { lc: 1, type: "constructor", id: ["langchain_core", "messages", "AIMessageChunk"], kwargs: { id: "m", content: "Hi", tool_calls: calls } },
      { role: "assistant", id: "m", content: "Hi", tool_calls: [{ id: "c1", function: { name: "search", arguments: '{"q":"x"}' } }] },
    ];
    for (const form of forms) {
      expect(readMessage(form)).toMatchObject({
        role: "ai",
        id: "m",
        parts: [{ kind: "text", text: "Hi", citations: [] }],
        toolCalls: [{ id: "c1", name: "search", args: { q: "x" } }],
      });
    }
  });

  it("does not take every object with a content for a message", () => {
    expect(readMessage({ content: "page", title: "x" })).toBeNull();
    expect(readMessage({ type: "note", content: "page" })).toBeNull();
    expect(isMessageList([])).toBe(false);
    expect(isMessageList([{ type: "human", content: "a" }, "b"])).toBe(false);
  });

  it("shows images only when they are in the message itself", () => {
    const content = [
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "image_url", image_url: { url: "https://elsewhere.example/track.png" } },
    ];
    expect(readMessage({ type: "human", content })?.parts.map((part) => part.kind)).toEqual(["image", "data"]);
  });

  it("reads pictures in every provider's form, and no other kinds of data as pictures", () => {
    const kinds = (part: Json) =>
      readMessage({ type: "ai", content: [part] })?.parts.map((found) => (found.kind === "image" ? found.url : found.kind));
    expect(kinds({ type: "image", mimeType: "image/png", data: "AAAA" })).toEqual(["data:image/png;base64,AAAA"]);
    expect(kinds({ type: "image", source: { type: "base64", media_type: "image/webp", data: "AAAA" } })).toEqual(["data:image/webp;base64,AAAA"]);
    expect(kinds({ type: "image", mimeType: "image/svg+xml", data: "AAAA" })).toEqual(["data"]);
    expect(kinds({ type: "image", source: { type: "url", url: "https://elsewhere.example/a.png" } })).toEqual(["data"]);
  });

  it("tells reasoning, citations and unknown blocks apart, and says tool calls once", () => {
    const content: Json[] = [
      { type: "reasoning", reasoning: "Hm." },
      { type: "reasoning", summary: [{ type: "summary_text", text: "First." }, { text: "Then." }] },
      { type: "text", text: "So.", annotations: [{ type: "citation", title: "A page", url: "https://a.example" }] },
      { type: "tool_call", name: "search", args: {}, id: "c" },
      { type: "server_tool_result", output: 1 },
    ];
    expect(readMessage({ type: "ai", content })?.parts).toEqual([
      { kind: "reasoning", text: "Hm." },
      { kind: "reasoning", text: "First.\n\nThen." },
      { kind: "text", text: "So.", citations: [{ title: "A page", url: "https://a.example", text: null }] },
      { kind: "data", type: "server_tool_result", value: { type: "server_tool_result", output: 1 } },
    ]);
  });

  it("tells in a preview what a message without text does", () => {
    const message = readMessage({ type: "ai", content: "", tool_calls: [{ name: "read", args: {}, id: "c" }] });
    expect(message === null ? "" : messageText(message)).toBe("calls read");
  });
});

describe("the tree of a JSON value", () => {
  it("walks only what is open", () => {
    const value = { a: { b: { c: 1 } }, d: [1, 2] };
    expect(flattenJson(value, closed).map((row) => row.path)).toEqual(["/a", "/d"]);
    expect(flattenJson(value, (path) => path === "/a").map((row) => row.path)).toEqual(["/a", "/a/b", "/d"]);
  });

  it("groups long lists and keeps the items' own indexes", () => {
    const list = Array.from({ length: 2500 }, (_, index) => index);
    const rows = flattenJson(list, closed);
    expect(rows.map((row) => row.label)).toEqual(["0 … 999", "1000 … 1999", "2000 … 2499"]);
    const opened = flattenJson(list, (path) => path.includes("1000"));
    expect(opened).toHaveLength(3 + GROUP_SIZE);
    expect(opened[2]).toMatchObject({ label: "1000", value: 1000, rootIndex: 1000 });
  });

  it("tells which item of the list each row belongs to", () => {
    const rows = flattenJson([{ a: { b: 1 } }, 2], () => true);
    expect(rows.map((row) => [row.path, row.rootIndex])).toEqual([
      ["/0", 0],
      ["/0/a", 0],
      ["/0/a/b", 0],
      ["/1", 1],
    ]);
  });

  it("has one row for a value without parts", () => {
    const values: Json[] = [null, 1, "a", {}, [], { $type: "undefined" }];
    for (const value of values) expect(flattenJson(value, () => true)).toHaveLength(1);
  });
});

describe("what JSON has no word for", () => {
  it("is shown as what it is", () => {
    expect(readSpecial({ $type: "Map", entries: [["a", 1]] })).toMatchObject({ summary: "Map with 1 entry", inner: [["a", 1]] });
    expect(readSpecial({ $type: "BigInt", value: "12" })?.summary).toBe("12n");
    expect(readSpecial({ $type: "instance", name: "Note", value: { a: 1 } })).toMatchObject({ summary: "instance of Note", inner: { a: 1 } });
    expect(readSpecial({ $type: "circular" })?.summary).toBe("reference to an object that contains it");
  });

  it("is ordinary data under an unknown name", () => {
    expect(readSpecial({ $type: "Invoice" })).toBeNull();
    expect(previewOf({ $type: "Invoice" })).toBe("$type: Invoice");
  });
});
