import { placeOf } from "../../source/ast";
import type { Check } from "../check";
import { hasField, takesArguments, toolsIn } from "../code/tools";
import { quote } from "../names";

/** A tool that does not say which arguments it takes. */
export const toolWithoutSchema: Check = {
  severity: "warning",
  file: ({ code, sourceFile }) =>
    toolsIn(code, sourceFile)
      .filter((tool) => !hasField(tool, "schema") && takesArguments(code, tool))
      .map(({ fields, name }) => ({
        message: `The tool ${quote(name)} has no argument schema. Without one a model can only give it a single text. Describe its arguments with a zod object as \`schema\`.`,
        targets: [{ kind: "graph" as const }],
        place: placeOf(fields),
      })),
};
