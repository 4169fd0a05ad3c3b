import type { NextBody } from "@/lib/schema/debug-api";
import { parseJsonText, type ParsedText } from "./parse-object";

/** A node to go to; `input` is the JSON text of its own input, null where it reads the state. */
export type JumpTarget = { key: number; node: string; input: string | null };

type Goto = Extract<NextBody["change"], { kind: "goto" }>["goto"];

/** LangGraph's `goto` for what was chosen. The same node twice means two tasks, and only inputs can tell them apart. */
export function readTargets(targets: readonly JumpTarget[]): ParsedText<Goto> {
  const plain = targets.filter(({ input }) => input === null).map(({ node }) => node);
  const twice = plain.find((node, index) => plain.indexOf(node) !== index);
  if (twice !== undefined) return { ok: false, message: `${twice} is chosen twice. Give each an input of its own, or take one away.` };
  const read: (string | { node: string; input: Extract<ReturnType<typeof parseJsonText>, { ok: true }>["value"] })[] = [];
  for (const { node, input } of targets) {
    if (input === null) {
      read.push(node);
      continue;
    }
    const parsed = parseJsonText(input);
    if (!parsed.ok) return { ok: false, message: `Input of ${node}: ${parsed.message}` };
    read.push({ node, input: parsed.value });
  }
  const [only] = read;
  return { ok: true, value: read.length === 1 && only !== undefined ? only : read };
}
