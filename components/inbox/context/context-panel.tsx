"use client";

import dynamic from "next/dynamic";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { ContextTabProps } from "./context-props";
import { StateTab } from "./state-tab";
import type { SpanPlace } from "./trace-tab";

// The state is what one sees first; the others come with the first look at them.
const ConversationTab = dynamic(() => import("./conversation-tab").then((module) => module.ConversationTab), { ssr: false });
const CanvasTab = dynamic(() => import("./canvas-tab").then((module) => module.CanvasTab), { ssr: false });
const TraceTab = dynamic(() => import("./trace-tab").then((module) => module.TraceTab), { ssr: false });
const AuditTab = dynamic(() => import("./audit-tab").then((module) => module.AuditTab), { ssr: false });

export const CONTEXT_TABS = ["state", "conversation", "canvas", "trace", "audit"] as const;
export type ContextTab = (typeof CONTEXT_TABS)[number];

const LABELS: Record<ContextTab, string> = { state: "State", conversation: "Conversation", canvas: "Canvas", trace: "Trace", audit: "Audit" };

export function isContextTab(id: string): id is ContextTab {
  return CONTEXT_TABS.some((tab) => tab === id);
}

export type ContextPanelProps = ContextTabProps & {
  tab: ContextTab;
  onTab: (tab: ContextTab) => void;
  /** A span that one has come for. */
  span: SpanPlace | null;
};

/** What is around a request: the state it was asked in, what was said, the way there, what ran, and who did what with it. */
export function ContextPanel({ tab, onTab, span, ...props }: ContextPanelProps) {
  return (
    <Tabs value={tab} onValueChange={(id) => (isContextTab(id) ? onTab(id) : undefined)} className="flex h-full min-h-0 flex-col">
      <TabsList aria-label="About this request" className="overflow-x-auto overflow-y-hidden [scrollbar-width:none] max-md:h-11">
        {CONTEXT_TABS.map((id) => (
          <TabsTrigger key={id} value={id} className="shrink-0 rounded px-2 -outline-offset-2 max-md:h-11">
            {LABELS[id]}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value="state" className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        <StateTab {...props} />
      </TabsContent>
      <TabsContent value="conversation" className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        <ConversationTab {...props} />
      </TabsContent>
      <TabsContent value="canvas" className="min-h-0 flex-1 -outline-offset-2">
        <CanvasTab {...props} />
      </TabsContent>
      <TabsContent value="trace" className="min-h-0 flex-1 -outline-offset-2">
        <TraceTab {...props} spanId={span} />
      </TabsContent>
      <TabsContent value="audit" className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        <AuditTab {...props} />
      </TabsContent>
    </Tabs>
  );
}
