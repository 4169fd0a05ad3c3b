import ts from "typescript";
import { describe, expect, it } from "vitest";
import { toZod } from "../../../../lib/source/edit/channels/zod-type";

const options = { z: "z", quote: '"', isScript: false } as const;

describe("a TypeScript type as a zod schema", () => {
  it.each([
    ["string", "z.string()"],
    ["number[]", "z.array(z.number())"],
    ["Array<boolean>", "z.array(z.boolean())"],
    ["readonly string[]", "z.array(z.string())"],
    ["(string | number)[]", "z.array(z.union([z.string(), z.number()]))"],
    ['"a" | "b"', 'z.enum(["a", "b"])'],
    ["'a'", 'z.literal("a")'],
    ["1 | 2", "z.union([z.literal(1), z.literal(2)])"],
    ["true", "z.literal(true)"],
    ["-1", "z.literal(-1)"],
    ["null", "z.null()"],
    ["string | null", "z.string().nullable()"],
    ["string | undefined", "z.string().optional()"],
    ["null | 'a' | 'b' | undefined", 'z.enum(["a", "b"]).nullable().optional()'],
    ["{ a: string; b?: number[] }", "z.object({ a: z.string(), b: z.array(z.number()).optional() })"],
    ["{}", "z.object({})"],
    ["Record<string, unknown>", "z.record(z.string(), z.unknown())"],
    ["{ [key: string]: Date }", "z.record(z.string(), z.date())"],
    ["[string, number]", "z.tuple([z.string(), z.number()])"],
    ["[first: string, ...rest: number[]]", "z.tuple([z.string()], z.number())"],
    ["[string, number?]", "z.custom<[string, number?]>()"],
    ["Set<string>", "z.set(z.string())"],
    ["Map<string, { n: bigint }>", "z.map(z.string(), z.object({ n: z.bigint() }))"],
    ["A & { b: string }", "z.custom<A>().and(z.object({ b: z.string() }))"],
    ["Partial<{ a: string }>", "z.object({ a: z.string() }).partial()"],
    ["BaseMessage[]", "z.array(z.custom<BaseMessage>())"],
    ["() => void", "z.custom<() => void>()"],
    ["`${string}-id`", "z.custom<`${string}-id`>()"],
    ["Foo.Bar<string>", "z.custom<Foo.Bar<string>>()"],
    ["{ method(): void }", "z.custom<{ method(): void }>()"],
    ["{ __proto__: string }", "z.custom<{ __proto__: string }>()"],
    ["z.string().email()", "z.string().email()"],
  ])("%s becomes %s", (type, schema) => {
    expect(toZod(type, options)).toBe(schema);
    const { diagnostics = [] } = ts.transpileModule(`const x = ${schema};`, { reportDiagnostics: true });
    expect(diagnostics).toEqual([]);
  });

  it("takes schemas of the file by their names", () => {
    expect(toZod("ReportSchema[]", { ...options, isSchema: (name) => name === "ReportSchema" })).toBe("z.array(ReportSchema)");
  });

  it("has the file's quotes and its name for zod", () => {
    expect(toZod(`"it's" | 'b'`, { ...options, z: "zod", quote: "'" })).toBe("zod.enum(['it\\'s', 'b'])");
  });

  it("has no type arguments in JavaScript", () => {
    expect(toZod("Foo[]", { ...options, isScript: true })).toBe("z.array(z.any())");
  });

  it("is null for what is no type", () => {
    for (const text of ["", "string[", "a b", "string; x", "string; type Y = 1", "1 +", "export default 1"])
      expect(toZod(text, options), text).toBeNull();
  });
});
