import type ts from "typescript";
import type { Problem, ProblemTarget, QuickFix } from "../schema/problem";
import type { Place, SourceGraph, SourceModel } from "../schema/source";
import type { SourceHost } from "../source/host";
import type { Code } from "./code/code";
import type { Flow } from "./flow";

/** The file that is checked. `host` has the texts that were read. */
export type FileScope = { host: SourceHost; model: SourceModel; sourceFile: ts.SourceFile; code: Code };

/** One graph of it. */
export type GraphScope = FileScope & {
  graph: SourceGraph;
  flow: Flow;
  /** What was read is all there is: nothing is made by a loop or elsewhere. Checks that need the whole graph are silent otherwise. */
  isWhole: boolean;
};

/** What a check has found. The message says what is wrong in its first sentence, then why, then what to do; names stand between backticks. */
export type Finding = {
  message: string;
  targets: ProblemTarget[];
  place: Place;
  fixes?: QuickFix[];
  /** Where it differs from the check's. */
  severity?: Problem["severity"];
};

/** A check looks at each graph of a file, or at the file as a whole. */
export type Check = { severity: Problem["severity"] } & ({ graph: (scope: GraphScope) => Finding[] } | { file: (scope: FileScope) => Finding[] });
