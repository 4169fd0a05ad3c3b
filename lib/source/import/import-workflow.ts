import type { ReadDrawing } from "./drawing";
import { isMermaid, readMermaid } from "./read-mermaid";
import { looksLikeSpec, parseData, readSpec } from "./read-spec";
import { toSkeleton } from "./to-skeleton";
import { writeSkeleton } from "./write-skeleton";

export type ImportedWorkflow = { text: string; notes: string[] } | { error: string };

const SCRIPT_NAME = /\.[cm]?[jt]sx?$/i;
const SCRIPT_LINE =
  /^[ \t]*(?:import\s+(?:[\w*{"']|type\b)|export\s+(?:const|default|function|async|class|type|interface|\{|\*)|(?:const|let|var)\s+[\w{[]|["']use strict["'])/m;
const PYTHON_LINE = /^(?:from\s+[\w.]+\s+import\s|def\s+\w+\(|import[ \t]+[\w.]+(?:[ \t]+as[ \t]+\w+)?[ \t]*$)/m;
const FORMATS = "Paste a TypeScript file, a Mermaid flowchart, or a langgraph-builder specification in YAML or JSON.";

/** A builder is one chain of calls, and TypeScript gives up on chains that are much longer. */
const MAX_NODES = 200;
const MAX_EDGES = 300;
/** Characters. A specification has a few lines per node; more would keep the server from everything else. */
const MAX_SPEC = 300_000;

/**
 * The TypeScript of a workflow that comes from outside. A `.ts` or `.js` file is taken as it is; a Mermaid flowchart (on its
 * own or in Markdown) and a langgraph-builder specification become a skeleton that runs. `name` is the file's name or "";
 * the notes say what was left out or changed.
 */
export function importWorkflow(text: string, name: string): ImportedWorkflow {
  const plain = text.replace(/^\uFEFF/, "");
  if (plain.trim() === "") return { error: `There is nothing to import. ${FORMATS}` };
  if (SCRIPT_NAME.test(name)) return { text, notes: [] };
  const title = toTitle(name);
  const fenced = fencedMermaid(plain);
  if (isMermaid(plain)) return toWorkflow(readMermaid(plain), title, "a Mermaid flowchart");
  if (fenced !== null && !looksLikeScript(plain)) return toWorkflow(readMermaid(fenced), title, "a Mermaid flowchart");
  if (/\.py$/i.test(name) || (PYTHON_LINE.test(plain) && !looksLikeScript(plain)))
    return { error: `This is Python; workflows here are TypeScript. ${FORMATS}` };
  if (looksLikeScript(plain)) return { text, notes: [] };
  if (plain.length > MAX_SPEC) return { error: `This is too large for a specification of a workflow. ${FORMATS}` };
  const data = parseData(plain);
  if (looksLikeSpec(data)) return toWorkflow(readSpec(data), title, "a langgraph-builder specification");
  return { error: `It could not be told what this is. ${FORMATS}` };
}

/** The first flowchart of a Markdown text; null where there is none. */
function fencedMermaid(text: string): string | null {
  const fence = /```+[ \t]*mermaid[^\n]*\n/i.exec(text);
  if (fence === null) return null;
  const start = fence.index + fence[0].length;
  const end = text.indexOf("```", start);
  return end === -1 ? null : text.slice(start, end);
}

function looksLikeScript(text: string): boolean {
  return SCRIPT_LINE.test(text) || /\bnew\s+StateGraph\s*\(/.test(text);
}

function toTitle(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? "")
    .replace(/\.\w+$/, "")
    .replace(/[_-]+/g, " ")
    .trim();
}

function toWorkflow(read: ReadDrawing, name: string, format: string): ImportedWorkflow {
  if ("error" in read) return read;
  const { nodes, edges, groups } = read.drawing;
  if (groups.size > MAX_NODES) return { error: `It has ${groups.size} groups; at most ${MAX_NODES} can be imported.` };
  if (nodes.size > MAX_NODES || edges.length > MAX_EDGES) {
    return { error: `It has ${nodes.size} nodes and ${edges.length} edges; at most ${MAX_NODES} and ${MAX_EDGES} can be imported.` };
  }
  const { graph, notes } = toSkeleton(read.drawing);
  if (graph.nodes.length === 0) return { error: "There is no node besides start and end." };
  const title = read.drawing.title ?? (name === "" ? "Imported workflow" : name);
  return { text: writeSkeleton(graph, { title, description: `Made from ${format}.` }), notes: [...read.notes, ...notes] };
}
