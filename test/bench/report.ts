import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import type { Comparison } from "./against-official";
import type { Result } from "./stats";

const FILE = join(import.meta.dirname, "../../docs/performance.md");

function ms(value: number): string {
  return value < 100 ? `${value.toFixed(1)} ms` : `${Math.round(value).toLocaleString("en")} ms`;
}

/** How much quicker ours is: `12 ×`; empty when one of them did not come to its end. */
function ratioOf({ ours, theirs }: Comparison): string {
  if (typeof ours === "string" || typeof theirs === "string") return "";
  const ratio = theirs / ours;
  return `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)} ×`;
}

const cell = (value: number | string) => (typeof value === "string" ? value : ms(value));

export function comparisonLine(row: Comparison): string {
  return `${row.name}: ${cell(row.ours)}, official ${cell(row.theirs)} ${ratioOf(row)}`.trimEnd();
}

function comparisonTable(rows: readonly Comparison[]): string {
  const lines = rows.map((row) => `| ${row.name} | ${cell(row.ours)} | ${cell(row.theirs)} | ${ratioOf(row)} |`);
  return ["| | Retrograph | official server | quicker by |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

function resultTable(results: readonly Result[]): string {
  const lines = results.map((result) => `| ${result.name} | ${result.measured} | ${result.goal} | ${result.detail} |`);
  return ["| | measured | goal | |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

function replaceBetween(text: string, name: string, body: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`docs/performance.md has no place for ${name}.`);
  return `${text.slice(0, from + begin.length)}\n\n${body}\n\n${text.slice(to)}`;
}

/** Writes what was measured into the document; what was not measured this time stays as it is. */
export function writeReport(measured: { results: readonly Result[]; official: { version: string; rows: readonly Comparison[] } | null }): void {
  let text = readFileSync(FILE, "utf8");
  const machine = `Measured ${new Date().toISOString().slice(0, 10)} with Node.js ${process.versions.node} on ${cpus().length} cores, at a load average of ${(loadavg()[2] ?? 0).toFixed(1)}.`;
  if (measured.official !== null) {
    const { version, rows } = measured.official;
    text = replaceBetween(text, "official", `${machine} The official server is \`@langchain/langgraph-api\` ${version}.\n\n${comparisonTable(rows)}`);
  }
  if (measured.results.length > 0) text = replaceBetween(text, "goals", `${machine}\n\n${resultTable(measured.results)}`);
  writeFileSync(FILE, text);
}
