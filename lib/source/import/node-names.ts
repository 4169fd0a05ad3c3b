import type { DrawnNode } from "./drawing";
import { END, START } from "./skeleton";

const START_WORDS = new Set(["start", "begin", "entry", "__start__", "[*]"]);
const END_WORDS = new Set(["end", "finish", "stop", "exit", "done", "__end__"]);
/** Letters with at most a number behind, as in `A`, `B2`, `n12`, `node3`, `node_3`: ids that say nothing. */
const EMPTY_ID = /^(?:[a-z]{1,2}|node|step|state|id)[_-]?\d*$|^\d+$/i;
const MAX_LENGTH = 48;

const words = (text: string) => text.toLowerCase().trim();

/** Whether a drawn node is where the workflow begins or ends, by LangGraph's names or by common ones. */
export function toEnd(node: DrawnNode, ways: { isEntered: boolean; isLeft: boolean }): typeof START | typeof END | null {
  const id = node.id.split(":").at(-1) ?? node.id;
  if (id === START || id === END) return id;
  const said = [words(node.label ?? id), words(id)];
  if (!ways.isEntered && ways.isLeft && said.some((word) => START_WORDS.has(word))) return START;
  if (!ways.isLeft && ways.isEntered && said.some((word) => END_WORDS.has(word))) return END;
  return null;
}

/** The id that LangGraph's own drawing gives a node of this name. */
const toDrawnId = (name: string) => name.replace(/[^a-zA-Z-_0-9]/g, "_");

function toSlug(label: string): string {
  const slug = label
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  if (slug.length <= MAX_LENGTH) return slug;
  const cut = slug.slice(0, MAX_LENGTH);
  return cut.includes("_") ? cut.slice(0, cut.lastIndexOf("_")) : cut;
}

/** The node's name in the workflow: the drawing's own where it has one, else made of what stands on the node. */
export function toNodeName(node: Pick<DrawnNode, "id" | "label">): string {
  const name = toOwnName(node);
  // LangGraph takes what every object has for a channel that is there already.
  return name in {} ? `${name}_node` : name;
}

function toOwnName({ id, label }: Pick<DrawnNode, "id" | "label">): string {
  // LangGraph reserves `:` and `|`, and names the nodes of a subgraph `child:inner`.
  const own = (id.split(":").at(-1) ?? id).replace(/[:|]/g, "_");
  if (label === null) return own;
  const drawn = toDrawnId(label);
  if (drawn === own || own.endsWith(`_${drawn}`)) return label.replace(/[:|]/g, "_");
  const slug = toSlug(label);
  return EMPTY_ID.test(own) && slug !== "" ? slug : own;
}

/** A name that is not taken yet; takes it. */
export function takeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
  taken.add(free);
  return free;
}
