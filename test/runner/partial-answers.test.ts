import { afterAll, beforeAll, expect, test } from "vitest";
import { listInterrupts } from "../../lib/store/interrupts";
import { readItem } from "../../lib/store/inbox-list";
import { RunnerHarness, lifecycleOf, type FinishedRun } from "./harness";

let runner: RunnerHarness;

beforeAll(async () => {
  runner = new RunnerHarness("inbox");
  await runner.ready;
}, 60_000);

afterAll(() => runner.close());

/** Nodes that really ran: LangGraph tells of tasks whose results it had already, too. */
function ranNodes({ events }: FinishedRun): string[] {
  return lifecycleOf(events)
    .flatMap((event) => (event.type === "task_finished" && event.outcome !== "cached" ? [event.node] : []))
    .sort();
}

function resume(threadId: string, answers: Record<string, string>): Promise<FinishedRun> {
  return runner.run("pair", { thread_id: threadId, cause: "resume", command: { resume: answers } });
}

test("an answer to one of several questions starts the nodes of the others again, and they ask the same", async () => {
  const first = await runner.run("pair", { input: { topic: "tea" } });
  const asked = await listInterrupts(runner.store, { thread_id: first.threadId });
  const idOf = (node: string) => asked.find((one) => one.node === node)?.interrupt_id ?? "";
  const before = readItem(runner.store, first.threadId, idOf("finance"));
  expect(before?.node).toBe("finance:asks");

  const partial = await resume(first.threadId, { [idOf("legal")]: "yes" });
  expect(partial.run.state).toMatchObject({ status: "interrupted", interrupts: [{ id: idOf("finance"), node: "finance" }] });
  expect(ranNodes(partial)).toEqual(["asks", "finance", "legal"]);
  expect(readItem(runner.store, first.threadId, idOf("finance"))).toMatchObject({ status: "waiting", asked_at: before?.asked_at });

  const last = await resume(first.threadId, { [idOf("finance")]: "no" });
  expect(last.run.state.status).toBe("success");
  expect(ranNodes(last)).toEqual(["asks", "finance", "publish"]);
});
