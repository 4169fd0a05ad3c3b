import { resolve } from "node:path";
import { expect, it } from "vitest";
import { diskHost } from "../../../../lib/cli/disk-host";
import { lint } from "../../../../lib/lint/lint";
import { EditSchema } from "../../../../lib/schema/edit";
import { applyEdits } from "../../../../lib/source/edit/apply-edits";
import type { SourceHost } from "../../../../lib/source/host";
import { readSource } from "../../../../lib/source/read-source";

const FILE = "graphs/calendar/graph.ts";
const host = diskHost(resolve("."));

function repeated(of: SourceHost) {
  return lint(of, readSource(of, FILE)).filter(({ code }) => code === "effect-before-interrupt");
}

it("the calendar's unsafe node is told, and silent after each of its quick fixes", () => {
  const [problem, ...others] = repeated(host);
  expect(others).toEqual([]);
  expect(problem?.targets).toEqual([{ kind: "node", node: "tools" }]);
  const guards = problem?.fixes.map(({ edits }) => edits[0]?.["guard"]);
  expect(guards).toEqual(["node_per_call", "task", "key"]);
  for (const fix of problem?.fixes ?? []) {
    const outcome = applyEdits(host, FILE, EditSchema.array().parse(fix.edits));
    if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
    const after: SourceHost = { ...host, read: (file) => outcome.files.get(file)?.text ?? host.read(file) };
    expect(readSource(after, FILE).errors).toEqual([]);
    expect(repeated(after), fix.title).toEqual([]);
  }
});
