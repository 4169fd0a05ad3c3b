import type { ComponentType } from "react";
import type { InspectorTabProps } from "../tab-props";
import { ChangesTab } from "./changes-tab";
import { CodeTab } from "./code-tab";
import { NodeTab } from "./node-tab";
import { StateTab } from "./state-tab";

export type InspectorTab = { label: string; Content: ComponentType<InspectorTabProps> };

/** The tabs in their order. */
export const INSPECTOR_TABS = {
  state: { label: "State", Content: StateTab },
  changes: { label: "Changes", Content: ChangesTab },
  node: { label: "Node", Content: NodeTab },
  code: { label: "Code", Content: CodeTab },
} satisfies Record<string, InspectorTab>;

export type InspectorTabId = keyof typeof INSPECTOR_TABS;

export function isInspectorTabId(id: string): id is InspectorTabId {
  return Object.hasOwn(INSPECTOR_TABS, id);
}
