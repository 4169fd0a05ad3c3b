import type { TaskView } from "@/lib/schema/checkpoint";

const BRANCH = "branch:to:";

/** Nodes that a node's tasks went to by a router or a packet, each once. An edge as declared leaves no name, a router its node's. */
export function recordedTargets(tasks: readonly TaskView[], node: string): string[] {
  const writes = tasks.filter(({ name }) => name === node).flatMap((task) => task.writes);
  const targets = writes.flatMap(({ channel, value }) => {
    if (channel.startsWith(BRANCH)) return value === node ? [channel.slice(BRANCH.length)] : [];
    if (channel !== "__pregel_tasks" || typeof value !== "object" || value === null || Array.isArray(value)) return [];
    return typeof value.node === "string" ? [value.node] : [];
  });
  return [...new Set(targets)];
}
