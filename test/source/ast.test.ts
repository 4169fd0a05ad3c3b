import { expect, it } from "vitest";
import { parse } from "../../lib/source/ast";

it("keeps the trees of many small texts, and of large ones only a few", () => {
  const small = parse("const small = 1;", "a.ts");
  for (let index = 0; index < 500; index++) parse(`const small = ${index};`, "a.ts");
  expect(parse("const small = 1;", "a.ts")).toBe(small);
  const large = (name: string) => parse(`const ${name} = 1;${" ".repeat(1_000_000)}`, "a.ts");
  const first = large("a");
  expect(large("a")).toBe(first);
  for (const name of ["b", "c", "d", "e"]) large(name);
  expect(large("a")).not.toBe(first);
});
