import type { ELK, ElkNode } from "elkjs/lib/elk-api";
import { readLayout, type Layout, type LayoutNode } from "@/lib/graph/layout-input";
import { toLayoutNode } from "./elk-answer";
import { recallLayout, rememberLayout } from "./layout-cache";

type Engine = { elk: ELK; broken: Promise<never> };

let engine: Promise<Engine> | null = null;

async function startEngine(): Promise<Engine> {
  const { default: Elk } = await import("elkjs/lib/elk-api");
  let breakEngine: (reason: Error) => void = () => {};
  const broken = new Promise<never>((_, reject) => {
    breakEngine = reject;
  });
  // Without this, a rejection that no layout waits for would be reported as unhandled.
  broken.catch(() => {});
  const elk = new Elk({
    workerFactory: () => {
      const worker = new Worker(new URL("elkjs/lib/elk-worker.min.js", import.meta.url));
      worker.addEventListener("error", (event) => {
        engine = null;
        breakEngine(new Error(event.message || "the layout worker could not be started"));
      });
      return worker;
    },
  });
  return { elk, broken };
}

/** Starts the worker, so that it is there when the first layout is asked for. */
export function warmUp(): void {
  engine ??= startEngine();
}

/** Lays a graph out in the worker, which is started on first use and kept. Rejects when the worker or ELK fails. */
export async function requestLayout(input: LayoutNode): Promise<Layout> {
  const known = recallLayout(input);
  if (known !== null) return known;
  engine ??= startEngine();
  const { elk, broken } = await engine;
  const result: ElkNode = await Promise.race([elk.layout(input), broken]);
  const layout = readLayout(toLayoutNode(result));
  rememberLayout(input, layout);
  return layout;
}
