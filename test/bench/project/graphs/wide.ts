import { setTimeout as sleep } from "node:timers/promises";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

export const title = "Wide";
export const description = "300 nodes and 600 edges, fifteen of them side by side in every superstep.";

const LAYERS = 20;
const LANES = 15;
/** So that a superstep's events come at about 200 a second. */
const WORK_MS = 180;

const WideState = Annotation.Root({
  rounds: Annotation<number>(),
  count: Annotation<number>({ reducer: (total, added) => total + added, default: () => 0 }),
});

async function work(): Promise<Partial<typeof WideState.State>> {
  await sleep(WORK_MS);
  return { count: 1 };
}

const nameOf = (layer: number, lane: number) => `n${layer}_${lane % LANES}`;

/** A router sees what its own node wrote, not what those beside it did. */
function isLast({ rounds, count }: typeof WideState.State): boolean {
  return count > rounds * LAYERS * LANES - LANES;
}

function build() {
  const graph = new StateGraph<typeof WideState.spec, typeof WideState.State, typeof WideState.Update, string>(WideState);
  for (let layer = 0; layer < LAYERS; layer++) for (let lane = 0; lane < LANES; lane++) graph.addNode(nameOf(layer, lane), work);
  for (let lane = 0; lane < LANES; lane++) {
    graph.addEdge(START, nameOf(0, lane));
    for (let layer = 1; layer < LAYERS; layer++) {
      graph.addEdge(nameOf(layer - 1, lane), nameOf(layer, lane));
      graph.addEdge(nameOf(layer - 1, lane), nameOf(layer, lane + 1));
    }
    const first = nameOf(0, lane);
    graph.addConditionalEdges(nameOf(LAYERS - 1, lane), (state) => (isLast(state) ? END : first), [first, END]);
  }
  return graph;
}

/** The workflow that the canvas is measured with. */
export const wide = build();
