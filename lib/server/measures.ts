import "server-only";
import type { z } from "zod";
import type { Measure, MeasuresBodySchema } from "../schema/debug-api";
import { withStorageErrors } from "../store/errors";
import { readTaskFacts, type TaskFacts } from "../store/task-facts";
import { getApp } from "./app";
import { requireThread } from "./threads";

function toMeasure(checkpointNs: string, node: string, tasks: readonly TaskFacts[]): Measure {
  const times = tasks.flatMap(({ ms }) => (ms === null ? [] : [ms]));
  return {
    checkpoint_ns: checkpointNs,
    node,
    ms: times.length === 0 ? null : Math.max(...times),
    attempts: Math.max(...tasks.map(({ attempts }) => attempts)),
    cached: tasks.every(({ cached, attempts }) => cached && attempts === 0),
  };
}

/** What the supersteps that start from the given checkpoints took, node by node, as the runs measured it. Throws `thread_not_found`. */
export async function readMeasures(threadId: string, { places }: z.output<typeof MeasuresBodySchema>): Promise<{ measures: Measure[] }> {
  const app = await getApp();
  await requireThread(app, threadId);
  const measures = withStorageErrors(() =>
    places.flatMap((place) => {
      const byNode = new Map<string, TaskFacts[]>();
      for (const task of readTaskFacts(app.store, { thread_id: threadId, ...place }).values()) {
        if (task.kind === "node") byNode.set(task.name, [...(byNode.get(task.name) ?? []), task]);
      }
      return [...byNode].map(([node, tasks]) => toMeasure(place.checkpoint_ns, node, tasks));
    }),
  );
  return { measures };
}
