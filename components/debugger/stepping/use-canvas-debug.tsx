"use client";

import dynamic from "next/dynamic";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import type { When } from "@/lib/graph/breakpoint-marks";
import type { CanvasPoint } from "../../canvas/canvas-store";
import type { GraphCanvasProps } from "../../canvas/graph-canvas";
import { useBreakpoints } from "../breakpoints/breakpoints-context";
import { useWorkbench } from "../workbench-context";
import { isShown } from "./find-stop";
import { useStop } from "./use-stop";

const NodeMenu = dynamic(() => import("./node-menu").then((module) => module.NodeMenu), { ssr: false });
const InstancesPopover = dynamic(() => import("./instances-popover").then((module) => module.InstancesPopover), { ssr: false });

type CanvasDebugProps = Pick<GraphCanvasProps, "marks" | "stops" | "onToggleBreakpoint" | "onNodeMenu" | "onShowInstances">;
type Layer = { kind: "menu" | "instances"; nodeId: string; at: CanvasPoint };

const NO_STOPS: Readonly<Record<string, When>> = {};

/** What the canvas shows and does of stopping and stepping, and what floats over it. */
export function useCanvasDebug(): { props: CanvasDebugProps; layers: ReactNode } {
  const { marks, toggle } = useBreakpoints();
  const stops = useStops();
  const [layer, setLayer] = useState<Layer | null>(null);
  const onNodeMenu = useCallback((nodeId: string, at: CanvasPoint) => setLayer({ kind: "menu", nodeId, at }), []);
  const onShowInstances = useCallback((nodeId: string, at: CanvasPoint) => setLayer({ kind: "instances", nodeId, at }), []);
  const Shown = layer?.kind === "menu" ? NodeMenu : InstancesPopover;
  return {
    props: { marks, stops, onToggleBreakpoint: toggle, onNodeMenu, onShowInstances },
    layers:
      layer === null ? null : <Shown key={`${layer.kind} ${layer.nodeId}`} nodeId={layer.nodeId} at={layer.at} onClose={() => setLayer(null)} />,
  };
}

/** The nodes that the thread was stopped at, where the moment that is shown is that of the stop. */
function useStops(): Readonly<Record<string, When>> {
  const { canvasPath, isFollowing, isPast } = useWorkbench();
  const stop = useStop();
  const isHere = stop !== null && !isPast && isShown(stop, canvasPath, isFollowing);
  return useMemo(() => (stop === null || !isHere ? NO_STOPS : Object.fromEntries(stop.nodes.map((id) => [id, stop.when]))), [stop, isHere]);
}
