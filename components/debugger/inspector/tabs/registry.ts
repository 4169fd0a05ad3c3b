import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import type { InspectorTabProps } from "../tab-props";
import { NodeTab } from "./node-tab";
import { StateTab } from "./state-tab";

// The state, or a selected node, is what the page is opened with; the others come with the first look at them.
const ChangesTab = dynamic(() => import("./changes-tab").then((module) => module.ChangesTab));
const CodeTab = dynamic(() => import("./code-tab").then((module) => module.CodeTab));
const StoreTab = dynamic(() => import("../../store/store-tab").then((module) => module.StoreTab), { ssr: false });
const TraceTab = dynamic(() => import("../../trace/trace-tab").then((module) => module.TraceTab), { ssr: false });
const WhyTab = dynamic(() => import("../../explain/why-tab").then((module) => module.WhyTab), { ssr: false });
const WatchTab = dynamic(() => import("../../watch/watch-tab").then((module) => module.WatchTab), { ssr: false });

export type InspectorTab = {
  label: string;
  Content: ComponentType<InspectorTabProps>;
  /** It shows the checkpoint's state: nothing where the stored bytes cannot be read. */
  readsState?: boolean;
  /** It tells of the selected node, so it stays in front when another one is selected. */
  tellsOfNode?: boolean;
};

/** The tabs in their order. */
export const INSPECTOR_TABS = {
  state: { label: "State", Content: StateTab, readsState: true },
  changes: { label: "Changes", Content: ChangesTab, readsState: true },
  node: { label: "Node", Content: NodeTab, readsState: true, tellsOfNode: true },
  why: { label: "Why", Content: WhyTab, tellsOfNode: true },
  trace: { label: "Trace", Content: TraceTab },
  watch: { label: "Watch", Content: WatchTab },
  store: { label: "Store", Content: StoreTab },
  code: { label: "Code", Content: CodeTab, tellsOfNode: true },
} satisfies Record<string, InspectorTab>;

export type InspectorTabId = keyof typeof INSPECTOR_TABS;

export function isInspectorTabId(id: string): id is InspectorTabId {
  return Object.hasOwn(INSPECTOR_TABS, id);
}
