"use client";

import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { channelNames } from "@/lib/graph/level-channels";
import { isAstray, toBreakpointMarks, type NodeMarks, type When } from "@/lib/graph/breakpoint-marks";
import type { Breakpoint, BreakpointSpec } from "@/lib/schema/breakpoint";
import { useStop } from "../stepping/use-stop";
import { useWorkbench } from "../workbench-context";
import { useBreakpointList, useToggleBreakpoint, type BreakpointList } from "./use-breakpoint-list";

/** What the editor of breakpoints is about: a new one that begins like this, or one that exists. */
export type EditedBreakpoint = { id: string | null; spec: BreakpointSpec };

export type BreakpointsValue = BreakpointList & {
  marks: Readonly<Record<string, NodeMarks>>;
  toggle: (node: string, when: When) => void;
  /** The one that the thread stands at now, and the one whose condition failed there. */
  hitId: string | null;
  failedId: string | null;
  isAstray: (breakpoint: Breakpoint) => boolean;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  edited: EditedBreakpoint | null;
  /** Which were on before all were switched off. */
  rememberedRef: RefObject<ReadonlySet<string>>;
  /** Opens the list with the editor in it; null closes the editor. */
  edit: (edited: EditedBreakpoint | null) => void;
};

const BreakpointsContext = createContext<BreakpointsValue | null>(null);

export function useBreakpoints(): BreakpointsValue {
  const value = useContext(BreakpointsContext);
  if (value === null) throw new Error("useBreakpoints must be used inside the workbench");
  return value;
}

/** Holds the breakpoints of the open workflow for canvas, list, menus and keys. */
export function BreakpointsProvider({ children }: { children: ReactNode }) {
  const { graphId, description } = useWorkbench();
  const breakpoints = useBreakpointList(graphId);
  const toggle = useToggleBreakpoint(breakpoints);
  const stop = useStop();
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<EditedBreakpoint | null>(null);
  const rememberedRef = useRef<ReadonlySet<string>>(new Set());
  const { list } = breakpoints;

  const failedId = stop?.reason.kind === "failed_condition" ? stop.reason.breakpoint_id : null;
  const nodeIds = useMemo(
    () => (description?.nodes ?? []).filter(({ kind }) => kind !== "start" && kind !== "end").map(({ id }) => id),
    [description],
  );
  const known = useMemo(
    () => (description === null ? null : { nodes: new Set(nodeIds), channels: new Set(channelNames(description)) }),
    [description, nodeIds],
  );
  const marks = useMemo(() => toBreakpointMarks(list, nodeIds, failedId), [list, nodeIds, failedId]);
  const edit = useCallback((next: EditedBreakpoint | null) => {
    setEdited(next);
    if (next !== null) setOpen(true);
  }, []);

  const value: BreakpointsValue = {
    ...breakpoints,
    marks,
    toggle,
    hitId: stop?.reason.kind === "breakpoint" ? stop.reason.breakpoint_id : null,
    failedId,
    // Of a workflow that does not load nobody can say what it has.
    isAstray: (breakpoint) => known !== null && isAstray(breakpoint, known.nodes, known.channels),
    isOpen,
    setOpen,
    edited,
    edit,
    rememberedRef,
  };
  return <BreakpointsContext value={value}>{children}</BreakpointsContext>;
}
