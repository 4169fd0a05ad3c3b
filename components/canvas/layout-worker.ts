import type { ELK, ElkNode } from "elkjs/lib/elk-api";
import { readLayout, type Layout, type LayoutNode } from "@/lib/graph/layout-input";
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

/** ELK answers in the format that it was asked in; its type only allows for edges without labels' sizes. */
function toLayoutNode(node: ElkNode): LayoutNode {
  const { id, x = 0, y = 0, width = 0, height = 0 } = node;
  const edges = (node.edges ?? []).map((edge) => ({
    id: edge.id,
    sources: edge.sources,
    targets: edge.targets,
    sections: edge.sections ?? [],
    labels: (edge.labels ?? []).map((label) => ({ ...label, text: label.text ?? "", width: label.width ?? 0, height: label.height ?? 0 })),
  }));
  return { id, x, y, width, height, edges, children: (node.children ?? []).map(toLayoutNode) };
}
