import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { completionsAt, type CodePart } from "./code-queries";

/** TypeScript's kinds of things as CodeMirror's, which it has icons for. */
const KINDS: Record<string, string> = {
  function: "function",
  "local function": "function",
  method: "method",
  constructor: "method",
  property: "property",
  getter: "property",
  setter: "property",
  const: "variable",
  let: "variable",
  var: "variable",
  "local var": "variable",
  parameter: "variable",
  class: "class",
  interface: "interface",
  type: "type",
  "type parameter": "type",
  "primitive type": "type",
  enum: "enum",
  "enum member": "constant",
  string: "constant",
  keyword: "keyword",
  module: "namespace",
  alias: "variable",
};

function isWorthAsking(context: CompletionContext): boolean {
  if (context.explicit) return true;
  const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
  return /[\w$."'`]/.test(before);
}

async function ask(part: CodePart, context: CompletionContext): Promise<CompletionResult | null> {
  if (!isWorthAsking(context)) return null;
  const abort = new AbortController();
  context.addEventListener("abort", () => abort.abort());
  try {
    const found = await completionsAt(part, context.state.doc.toString(), context.pos, abort.signal);
    if (found.items.length === 0) return null;
    const options = found.items.map(({ label, kind, detail, apply }): Completion => ({
      label,
      type: KINDS[kind] ?? "text",
      ...(detail === null ? {} : { detail }),
      ...(apply === null ? {} : { apply }),
    }));
    return { from: found.from, options, validFor: /^[\w$]*$/ };
  } catch {
    // Nobody waits any more, or types are not known just now: then nothing is offered.
    return null;
  }
}

/** Offers what TypeScript knows, while one types and on Ctrl-Space. */
export function typeCompletion(part: () => CodePart | null): Extension {
  return autocompletion({
    override: [
      (context) => {
        const now = part();
        return now === null ? null : ask(now, context);
      },
    ],
  });
}
