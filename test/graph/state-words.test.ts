import { describe, expect, it } from "vitest";
import { readChannelLine } from "../../lib/graph/channel-line";
import { sampleUpdates } from "../../lib/graph/sample-updates";
import { toTypeLabel, toTypeText } from "../../lib/graph/type-label";

describe("the words for a type", () => {
  it.each([
    ["string[]", "string[]"],
    ["z.string()", "string"],
    ["z.number().int().min(1).max(20)", "number"],
    ["z.array(z.string())", "string[]"],
    ['z.array(z.enum(["a", "b"]))', '("a" | "b")[]'],
    ["z.array(ReportSchema)", "ReportSchema[]"],
    ["z.record(z.string(), z.array(z.number()))", "Record<string, number[]>"],
    ["z.object({ name: z.string(), count: z.number().optional() })", "{ name: string; count?: number }"],
    ["z.string().nullable().optional()", "string | null | undefined"],
    ["z.custom<BaseMessage[]>()", "BaseMessage[]"],
    ['z.literal("a, (b")', '"a, (b"'],
    ["z.union([z.string(), z.number()]).array()", "(string | number)[]"],
    ["z.tuple([z.string(), z.number()])", "[string, number]"],
    ["z.lazy(() => Node)", "z.lazy(() => Node)"],
    ["z.array(", "z.array("],
    ["Report", "Report"],
  ])("of %s are %s", (text, label) => {
    expect(toTypeLabel(text)).toBe(label);
  });
});

describe("the code of a type", () => {
  it.each([
    ["z.number().int().default(0)", "z.number().int()"],
    ["z.array(z.string()).default(() => [])", "z.array(z.string())"],
    ['z\n  .string()\n  .default(first ?? "")\n  .meta({ title: "A" })', "z\n  .string()"],
    ["ActionSchema.nullable().default(null)", "ActionSchema.nullable()"],
    ['z.string().describe("x").optional()', 'z.string().describe("x").optional()'],
    ["Schema.default(3)", "Schema"],
    ["string[]", "string[]"],
    ["Report", "Report"],
    ["z.string(", "z.string("],
  ])("of %s is %s", (text, base) => {
    expect(toTypeText(text)).toBe(base);
  });
});

describe("a channel in one line", () => {
  it.each([
    ["notes: string[] append", { name: "notes", type: "string[]", reducer: "append", default: null }],
    ["notes: string[] append = []", { name: "notes", type: "string[]", reducer: "append", default: "[]" }],
    ["count: number = 0", { name: "count", type: "number", reducer: "last", default: "0" }],
    ["count = 3", { name: "count", type: "number", reducer: "last", default: "3" }],
    ["messages", { name: "messages", type: "messages", reducer: "messages", default: null }],
    ["chat: messages", { name: "chat", type: "messages", reducer: "messages", default: null }],
    ['level: "low" | "high"', { name: "level", type: '"low" | "high"', reducer: "last", default: null }],
    ["make: () => string", { name: "make", type: "() => string", reducer: "last", default: null }],
    ["by_id: Record<string, { a: 1 }>", { name: "by_id", type: "Record<string, { a: 1 }>", reducer: "last", default: null }],
    ['"two words": string', { name: "two words", type: "string", reducer: "last", default: null }],
    ["größe: number", { name: "größe", type: "number", reducer: "last", default: null }],
  ])("%s is read", (line, expected) => {
    expect(readChannelLine(line)).toEqual({ ok: true, ...expected });
  });

  it("takes the chosen reducer where the line names none", () => {
    expect(readChannelLine("notes: string[]", "append")).toMatchObject({ ok: true, reducer: "append" });
    expect(readChannelLine("notes: string[] last", "append")).toMatchObject({ ok: true, reducer: "last" });
  });

  it("says what is missing", () => {
    expect(readChannelLine("")).toMatchObject({ ok: false, problem: expect.stringContaining("Begin with a name") });
    expect(readChannelLine("notes")).toMatchObject({ ok: false, problem: expect.stringContaining("notes: string") });
    expect(readChannelLine("notes string")).toMatchObject({ ok: false, problem: expect.stringContaining("a colon") });
    expect(readChannelLine("notes:")).toMatchObject({ ok: false });
    expect(readChannelLine("notes: string append")).toMatchObject({ ok: false, problem: "Append joins lists: make it notes: string[] append" });
  });
});

describe("sample updates", () => {
  const of = (type: string, kind: "last" | "append" | "messages" | "custom" = "last") =>
    sampleUpdates({ type, reducer: { kind, label: kind, text: null, place: null } });

  it("fit the channel's type", () => {
    expect(of("z.array(z.string())", "append")).toEqual([["first"], ["second"]]);
    expect(of("number")).toEqual([1, 2]);
    expect(of('"low" | "high"')).toEqual(["low", "high"]);
    expect(of("z.object({ title: z.string(), stars: z.number() })")).toEqual([
      { title: "first", stars: 1 },
      { title: "second", stars: 2 },
    ]);
    expect(of("Record<string, number>", "custom")).toEqual([{ a: 1 }, { b: 2 }]);
    expect(of("BaseMessage[]")).toHaveLength(3);
    expect(of("Report[]", "append")).toEqual([["first"], ["second"]]);
  });

  it("fit the JSON schema of the value where the type is a name", () => {
    const report = {
      type: "object",
      properties: { index: { type: "integer" }, level: { enum: ["low", "high"] }, note: { anyOf: [{ type: "null" }, { type: "string" }] } },
    };
    const channel = { type: "z.array(ReportSchema)", reducer: null };
    expect(sampleUpdates(channel, { type: "array", items: report })).toEqual([
      [{ index: 1, level: "low", note: "first" }],
      [{ index: 2, level: "high", note: "second" }],
    ]);
    expect(sampleUpdates(channel, { type: "object", additionalProperties: { type: "number" } })).toEqual([{ a: 1 }, { b: 2 }]);
    expect(sampleUpdates(channel, {})).toHaveLength(2);
  });
});
