import ts from "typescript";
import type { GraphScope } from "../check";
import { propertyOf } from "./code";
import { boundConfig, compileCall, invocationsOf } from "./invocations";
import { nodeFunctions } from "./node-functions";

/** Recursion limits that the file sets for a graph, where they are numbers. `isUnknown`: one may be set that cannot be read. */
export function recursionLimits({ graph, code, model, sourceFile }: GraphScope): {
  limits: { limit: number; literal: ts.NumericLiteral }[];
  isUnknown: boolean;
} {
  const compiled = compileCall(sourceFile, graph);
  if (compiled === null) return { limits: [], isUnknown: false };
  const configs = [boundConfig(compiled), ...invocationsOf(sourceFile, graph, nodeFunctions(code, model)).map(({ config }) => config)];
  const limits: { limit: number; literal: ts.NumericLiteral }[] = [];
  let isUnknown = false;
  for (const config of configs) {
    if (config === null) continue;
    const object = code.valueOf(config);
    const own = propertyOf(object, "recursionLimit");
    const value = own === null ? null : code.valueOf(own);
    if (value !== null && ts.isNumericLiteral(value)) limits.push({ limit: Number(value.text), literal: value });
    else if (value !== null || !ts.isObjectLiteralExpression(object) || object.properties.some(ts.isSpreadAssignment)) isUnknown = true;
  }
  return { limits, isUnknown };
}
