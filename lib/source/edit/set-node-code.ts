import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";

/** The code of a node's function anew, in whichever file it stands. */
export function setNodeCode(context: EditContext, edit: EditOf<"set_node_code">): StepOutcome {
  const node = context.graph.nodes.find(({ name }) => name === edit.node);
  if (node === undefined) return refused(`There is no node called ${edit.node} any more.`, context.graph.place);
  const place = node.action.definition;
  if (place === null) return refused("The code of this node was not found in the files of this project: it comes from a library.", node.place);
  return { status: "done", changes: new Map([[place.file, [{ start: place.start, end: place.end, text: edit.text }]]]), notes: [] };
}
