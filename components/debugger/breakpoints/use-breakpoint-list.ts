"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { changeBreakpoint, createBreakpoint, deleteBreakpoint, listBreakpoints } from "@/lib/client/api";
import { breakpointsAt, isConditional, type When } from "@/lib/graph/breakpoint-marks";
import type { Breakpoint, BreakpointSpec } from "@/lib/schema/breakpoint";
import { showError } from "../show-error";
import { noteSending } from "./sent";
import { withPending, type BreakpointChange, type PendingChange } from "./pending";

const NONE: Breakpoint[] = [];

export type BreakpointList = {
  /** Oldest first, with what was changed a moment ago already in it. */
  list: Breakpoint[];
  error: Error | null;
  isLoading: boolean;
  /** Each rejects with what the server said; the list is as before then. */
  add: (spec: BreakpointSpec) => Promise<void>;
  change: (id: string, change: BreakpointChange) => Promise<void>;
  remove: (id: string) => Promise<void>;
};

/** The breakpoints of a workflow. Changes show at once and reach the server one after the other. */
export function useBreakpointList(graphId: string): BreakpointList {
  const queryClient = useQueryClient();
  const queryKey = useMemo(() => ["breakpoints", graphId] as const, [graphId]);
  const query = useQuery({ queryKey, queryFn: ({ signal }) => listBreakpoints(graphId, signal) });
  const [pending, setPending] = useState<PendingChange[]>([]);
  const [ids] = useState(() => new Map<string, string>());
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const perform = useCallback(
    (change: PendingChange, send: () => Promise<(known: Breakpoint[]) => Breakpoint[]>): Promise<void> => {
      setPending((before) => [...before, change]);
      const done = last.current.then(async () => {
        try {
          const apply = await send();
          // A list that is being read may be older than this change.
          await queryClient.cancelQueries({ queryKey });
          queryClient.setQueryData<Breakpoint[]>(queryKey, (known) => apply(known ?? NONE));
        } catch (error) {
          void queryClient.invalidateQueries({ queryKey });
          throw error;
        } finally {
          setPending((before) => before.filter(({ key }) => key !== change.key));
        }
      });
      last.current = done.catch(() => {});
      noteSending(queryClient, graphId, last.current);
      return done;
    },
    [queryClient, queryKey, graphId],
  );

  const add = useCallback(
    (spec: BreakpointSpec) => {
      const key = crypto.randomUUID();
      const shown = { breakpoint_id: key, graph_id: graphId, enabled: true, spec, created_at: new Date().toISOString() };
      return perform({ key, kind: "add", breakpoint: shown }, async () => {
        const made = await createBreakpoint(graphId, spec);
        ids.set(key, made.breakpoint_id);
        return (known) => [...known.filter(({ breakpoint_id }) => breakpoint_id !== made.breakpoint_id), made];
      });
    },
    [graphId, ids, perform],
  );
  const change = useCallback(
    (id: string, changed: BreakpointChange) =>
      perform({ key: crypto.randomUUID(), kind: "change", id, change: changed }, async () => {
        const made = await changeBreakpoint(graphId, ids.get(id) ?? id, changed);
        return (known) => known.map((item) => (item.breakpoint_id === made.breakpoint_id ? made : item));
      }),
    [graphId, ids, perform],
  );
  const remove = useCallback(
    (id: string) =>
      perform({ key: crypto.randomUUID(), kind: "remove", id }, async () => {
        const known = ids.get(id) ?? id;
        await deleteBreakpoint(graphId, known);
        return (list) => list.filter(({ breakpoint_id }) => breakpoint_id !== known);
      }),
    [graphId, ids, perform],
  );

  const list = useMemo(() => withPending(query.data ?? NONE, pending, ids), [query.data, pending, ids]);
  return { list, error: query.error, isLoading: query.isPending, add, change, remove };
}

/** Sets a breakpoint at a node's edge or takes it away; one with a condition is only switched, so that nothing typed is lost. */
export function useToggleBreakpoint({ list, add, change, remove }: BreakpointList): (node: string, when: When) => void {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  return useCallback(
    (node, when) => {
      const told = (error: unknown) => showError("The breakpoint could not be changed", error);
      const here = breakpointsAt(latest.current, node, when);
      if (here.length === 0) {
        add({ kind: "node", node, when, condition: null, hits: null }).catch(told);
        return;
      }
      const areOn = here.some(({ enabled }) => enabled);
      for (const { breakpoint_id, spec, enabled } of here) {
        const isKept = spec.kind === "node" && isConditional(spec);
        if (!isKept) remove(breakpoint_id).catch(told);
        else if (enabled === areOn) change(breakpoint_id, { enabled: !areOn }).catch(told);
      }
    },
    [add, change, remove],
  );
}
