import { placeOf } from "../../source/ast";
import type { Check } from "../check";
import { hasField, isSchemaDescribed, toolsIn } from "../code/tools";
import { quote } from "../names";

/** A tool of which the model knows no more than its name. */
export const toolWithoutDescription: Check = {
  severity: "warning",
  file: ({ code, sourceFile }) =>
    toolsIn(code, sourceFile)
      .filter((tool) => !hasField(tool, "description") && !isSchemaDescribed(code, tool))
      .map(({ fields, name }) => ({
        message: `The tool ${quote(name)} has no description. A model decides by it when to call the tool. Say in a sentence what it does and when to use it.`,
        targets: [{ kind: "graph" as const }],
        place: placeOf(fields),
      })),
};
