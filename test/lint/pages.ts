import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { lint } from "../../lib/lint/lint";
import type { LintCode } from "../../lib/schema/lint";
import type { Problem } from "../../lib/schema/problem";
import { memoryHost } from "../../lib/source/host";
import { readSource } from "../../lib/source/read-source";

export const PAGES = resolve(import.meta.dirname, "../../docs/lint");

/** The bad and the good example of a check's page. */
export function examplesOf(code: LintCode): { bad: string; good: string } {
  const text = readFileSync(join(PAGES, `${code}.md`), "utf8");
  const [bad, good, ...others] = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? "");
  if (bad === undefined || good === undefined || others.length > 0) throw new Error(`docs/lint/${code}.md needs a bad and a good example.`);
  return { bad, good };
}

export const FILE = "graphs/example.ts";

/** What the checks find in a text. */
export function problemsIn(text: string, others: Record<string, string> = {}): Problem[] {
  const host = memoryHost({ ...others, [FILE]: text });
  return lint(host, readSource(host, FILE));
}

/** The codes of what they find. */
export function codesIn(text: string, others: Record<string, string> = {}): string[] {
  return problemsIn(text, others).map(({ code }) => code);
}
