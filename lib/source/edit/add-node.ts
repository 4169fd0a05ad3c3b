import type { WantedChannel } from "../kit/channels";
import { planNode } from "../kit/new-node";
import { findTools } from "../kit/tools";
import { addChannel } from "./channels/add-channel";
import { rootOf, sourceOf, statementOf } from "./builder";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { writeKitNode } from "./kit-node";
import { nodeNameProblem, toVariableName } from "./names";
import { subgraphNode } from "./new-subgraph";
import { inSteps } from "./pipeline";
import { functionNode, writeNode } from "./write-node";

/**
 * A new node: its function or kit call above the builder, and `addNode`. Channels that it writes to and the state has not
 * are added first, and said so.
 */
export function addNode(context: EditContext, edit: EditOf<"add_node">): StepOutcome {
  if (context.graph.api !== "graph")
    return refused("The nodes of an agent are made by createAgent: draw them in a workflow of their own.", context.graph.place);
  const problem = nodeNameProblem(context.graph, edit.name);
  if (problem !== null) return refused(problem);
  const root = rootOf(context);
  if (root === null) return refused("The builder of this workflow is written in a way that can only be changed in the code.", context.graph.place);
  const { kind, settings } = edit;
  if (kind === "code") return writeNode(context, edit.name, functionNode(context, toVariableName(edit.name, "step")));
  if (kind === "subgraph") return subgraphNode(context, edit.name, settings);
  const plan = planNode(kind, { graph: context.graph, settings, tools: findTools(sourceOf(context), statementOf(root).pos) });
  const missing = plan.channels.filter(({ name }) => !context.graph.channels.some((channel) => channel.name === name));
  const clash = missing.find(({ name }) => name === edit.name || context.graph.nodes.some((node) => node.name === name));
  if (clash !== undefined)
    return refused(`The node needs a channel called ${clash.name}, and LangGraph allows no node of the same name: choose another name.`);
  return inSteps(context, [
    ...missing.map((channel) => (at: EditContext) => addWanted(at, channel)),
    (at) => writeKitNode(at, edit.name, kind, plan),
  ]);
}

function addWanted(context: EditContext, channel: WantedChannel): StepOutcome {
  const outcome = addChannel(context, { type: "add_channel", graph: context.graph.name, ...channel });
  if (outcome.status !== "done") return outcome;
  return { ...outcome, notes: [...outcome.notes, `Added the channel ${channel.name} to the state: ${channel.description}`] };
}
