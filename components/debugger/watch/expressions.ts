import { useLocalState } from "@/lib/client/use-local-state";

/** As many as one request may ask for. */
export const MOST_EXPRESSIONS = 20;
const NONE: string[] = [];

function readExpressions(kept: unknown): string[] | null {
  if (!Array.isArray(kept)) return null;
  return kept.filter((item): item is string => typeof item === "string" && item.trim() !== "").slice(0, MOST_EXPRESSIONS);
}

/** The watched expressions of a workflow, kept in the browser. */
export function useWatchedExpressions(graphId: string): [string[], (expressions: string[]) => void] {
  return useLocalState(`retrograph:watch:${graphId}`, NONE, readExpressions);
}
