"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useCallback } from "react";

const PARSERS = { checkpoint: parseAsString, node: parseAsString, compare: parseAsString, ns: parseAsString, task: parseAsString };

export type Selection = {
  /** Null follows the newest checkpoint. */
  checkpoint: string | null;
  node: string | null;
  /** A checkpoint to compare with. */
  compare: string | null;
  /** Namespace of the subgraph that is looked into; null for the workflow itself. */
  ns: string | null;
  /** One of several tasks of the node in the same superstep. */
  task: string | null;
};

/** What is selected, kept in the page's address. */
export function useSelection(): [Selection, (change: Partial<Selection>) => void] {
  const [selection, setSelection] = useQueryStates(PARSERS, { history: "replace", shallow: true, scroll: false });
  const change = useCallback(
    (next: Partial<Selection>) => {
      void setSelection(next);
    },
    [setSelection],
  );
  return [selection, change];
}
