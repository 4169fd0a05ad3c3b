import type ts from "typescript";
import type { Evaluator, Possible } from "../evaluate/values";
import type { Locked } from "../../schema/source";

/** What the parts of one graph's reading share. */
export type GraphReader = {
  evaluator: Evaluator;
  /** What makes the graph. */
  root: ts.NewExpression | ts.CallExpression;
  /** The state as its nodes see it. */
  state: Possible;
  /** What could not be read. */
  lock: (locked: Locked) => void;
};
