"use client";

import type { Problem, ProblemTarget } from "@/lib/schema/problem";
import { useEditor } from "../editor-context";
import { problemsAt } from "./problem-targets";

/**
 * What is wrong with a node (its fields included), an edge, a branch, a channel, or a field of a node, worst first.
 * For a form: `useProblemsOf({ kind: "field", node, field: "ends" })`.
 */
export function useProblemsOf(target: ProblemTarget): Problem[] {
  const { problems, graph } = useEditor();
  return problemsAt(problems, graph?.name ?? null, target);
}
