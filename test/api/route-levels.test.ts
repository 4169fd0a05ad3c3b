import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { RunCreateSchema } from "../../lib/schema/agent-server";
import { StartRunBodySchema } from "../../lib/schema/debug-api";
import { levelOfApiRun, levelOfJoin, levelOfWorkbenchRun } from "../../lib/server/http/run-level";

const API = resolve(import.meta.dirname, "../../app/api");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** What every route that does not follow the rule of its method takes. All others: viewers GET, editors do the rest. */
const OTHERWISE: Record<string, string> = {
  "GET ok": "public",
  "POST login": "public",
  "DELETE login": "public",
  "GET debug/storage/backup": "editor",
  // Asks for something in a body, and changes nothing.
  "POST assistants/count": "viewer",
  "POST assistants/search": "viewer",
  "POST threads/count": "viewer",
  "POST threads/search": "viewer",
  "POST threads/[thread_id]/history": "viewer",
  "POST threads/[thread_id]/state/checkpoint": "viewer",
  "POST store/namespaces": "viewer",
  "POST store/items/search": "viewer",
  "POST debug/threads/[thread_id]/find": "viewer",
  "POST debug/threads/[thread_id]/measures": "viewer",
  "POST debug/threads/[thread_id]/rerun-plan": "viewer",
  "POST debug/threads/[thread_id]/watch": "viewer",
  "POST design/graphs/[graph_id]/complete": "viewer",
  "POST design/graphs/[graph_id]/definition": "viewer",
  "POST design/graphs/[graph_id]/hover": "viewer",
  // Answers, and what belongs to answering.
  "PATCH debug/inbox": "approver",
  "POST debug/inbox/answers": "approver",
  "POST debug/inbox/[interrupt_id]/answer-again": "approver",
  "DELETE debug/inbox/[interrupt_id]/vote": "approver",
  "POST debug/inbox/views": "approver",
  "DELETE debug/inbox/views/[view_id]": "approver",
  "POST debug/threads/[thread_id]/what-if": "approver",
  "DELETE debug/threads/[thread_id]/what-if/[what_if_id]": "approver",
  // An answer for approvers, anything else for editors.
  "POST debug/runs": "by what is sent",
  "POST threads/[thread_id]/runs": "by what is sent",
  "POST threads/[thread_id]/runs/stream": "by what is sent",
  "POST threads/[thread_id]/runs/wait": "by what is sent",
  // Watching for viewers, stopping a run by going away for editors.
  "GET runs/[run_id]/stream": "by what is sent",
  "GET threads/[thread_id]/runs/[run_id]/join": "by what is sent",
  "GET threads/[thread_id]/runs/[run_id]/stream": "by what is sent",
};

async function readRoutes(): Promise<Map<string, string>> {
  const routes = new Map<string, string>();
  for (const file of readdirSync(API, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith("route.ts")) continue;
    const module = (await import(join(API, file))) as Record<string, unknown>;
    for (const method of METHODS) {
      const handler = module[method];
      if (handler === undefined) continue;
      const access = typeof handler === "function" && "access" in handler ? String(handler.access) : "not made by handle()";
      routes.set(`${method} ${file.replace(/\/route\.ts$/, "")}`, access);
    }
  }
  return routes;
}

test("every route checks who asks, and takes the level that is written down for it", async () => {
  const routes = await readRoutes();
  expect(routes.size).toBeGreaterThan(100);
  const wrong = [...routes].filter(([route, access]) => access !== (OTHERWISE[route] ?? "by method"));
  expect(wrong).toEqual([]);
  expect(Object.keys(OTHERWISE).filter((route) => !routes.has(route))).toEqual([]);
});

test("whoever may answer may send an answer, and nothing with it that does more", () => {
  const level = (body: object) => levelOfApiRun({ body: RunCreateSchema.parse({ assistant_id: "a", ...body }) });
  expect(level({ command: { resume: "yes" } })).toBe("approver");
  expect(level({ command: { resume: { a: 1 } }, input: null, stream_mode: "values", multitask_strategy: "reject" })).toBe("approver");
  expect(level({ command: { resume: false } })).toBe("approver");
  for (const more of [
    { input: {} },
    {},
    { command: { resume: 1, update: { a: 1 } } },
    { command: { resume: 1, goto: "node" } },
    { command: { resume: 1 }, context: { user: "boss" } },
    { command: { resume: 1 }, config: { configurable: { user: "boss" } } },
    { command: { resume: 1 }, multitask_strategy: "rollback" },
    { command: { resume: 1 }, multitask_strategy: "interrupt" },
    { command: { resume: 1 }, after_seconds: 5 },
  ]) {
    expect([more, level(more)]).toEqual([more, "editor"]);
  }
  const workbench = (body: object) => levelOfWorkbenchRun({ body: StartRunBodySchema.parse({ graph_id: "a", ...body }) });
  expect(workbench({ thread_id: "t", answers: { a: 1 } })).toBe("approver");
  expect(workbench({ thread_id: "t", answers: { a: 1 }, input: {} })).toBe("editor");
  expect(workbench({ input: {} })).toBe("editor");
  expect(workbench({ thread_id: "t" })).toBe("editor");
  expect(levelOfJoin({ query: { cancel_on_disconnect: false } })).toBe("viewer");
  expect(levelOfJoin({ query: { cancel_on_disconnect: true } })).toBe("editor");
});
