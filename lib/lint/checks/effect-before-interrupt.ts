import { placeOf } from "../../source/ast";
import type { Check, Finding } from "../check";
import { effectsBeforeInterrupts } from "../code/before-interrupt";
import type { Effect } from "../code/effects";
import { guardFixes } from "../code/guard-fixes";
import { quote } from "../names";

const WHY: Record<Effect["kind"], string> = {
  effect: "So what it does is done twice: once before the person is asked, once more when they have answered",
  tool: "So the tool is called again, and may do its work twice or answer otherwise than what the person saw",
  model: "So the model is asked and paid for again, and may answer otherwise than what the person saw",
};

/** Something that happens before `interrupt` in the same node, and again on resume. */
export const effectBeforeInterrupt: Check = {
  severity: "warning",
  graph: (scope) =>
    scope.graph.nodes.flatMap((node) => {
      const fn = scope.code.functionOf(node.action);
      if (fn === null) return [];
      return effectsBeforeInterrupts(scope.code, fn).map(({ effect }): Finding => ({
        message: `${quote(effect.name)} runs before \`interrupt()\` in ${quote(node.name)}. An answered node runs again from its first line. ${WHY[effect.kind]}. Move it behind the interrupt or into a node of its own, or wrap it in \`task()\`.`,
        targets: [{ kind: "node", node: node.name }],
        place: placeOf(effect.call),
        severity: effect.kind === "effect" ? "warning" : "info",
        fixes: guardFixes(scope, node, fn, effect.call),
      }));
    }),
};
