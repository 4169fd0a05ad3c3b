import ts from "typescript";
import { unwrap } from "../ast";

/** The file's variables above an offset that hold a tool, in order: `const search = tool(…)`, `new DynamicStructuredTool(…)`. */
export function findTools(sourceFile: ts.SourceFile, before: number): string[] {
  return sourceFile.statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement) || statement.end > before) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer !== undefined && makesTool(unwrap(initializer)) ? [name.text] : [],
    );
  });
}

function makesTool(made: ts.Expression): boolean {
  if (ts.isCallExpression(made)) return ts.isIdentifier(made.expression) && made.expression.text === "tool";
  return ts.isNewExpression(made) && ts.isIdentifier(made.expression) && /Tool$/.test(made.expression.text);
}
