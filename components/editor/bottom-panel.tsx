"use client";

import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { Problem } from "@/lib/schema/problem";
import { useEditor, type BottomTab } from "./editor-context";
import { ProblemsPanel } from "./problems/problems-panel";
import { ReducerPlayground } from "./state/reducer-playground";
import { StateGrid } from "./state/state-grid";

const isTab = (value: string): value is BottomTab => value === "state" || value === "problems" || value === "reducer";

function toneOf(problems: readonly Pick<Problem, "severity">[]): string {
  if (problems.some(({ severity }) => severity === "error")) return "text-bad";
  return problems.some(({ severity }) => severity === "warning") ? "text-wait" : "text-muted";
}

/** Below the canvas: the state's channels and who reads and writes them, what is wrong, and what a reducer makes of two updates. */
export function BottomPanel() {
  const { bottomTab, openBottomTab, problems } = useEditor();
  return (
    <Tabs value={bottomTab} onValueChange={(value) => isTab(value) && openBottomTab(value)} className="flex h-full min-h-0 flex-col bg-panel">
      <TabsList aria-label="Below the canvas">
        <TabsTrigger value="state">State</TabsTrigger>
        <TabsTrigger value="problems">
          Problems{problems.length > 0 ? <span className={`ml-1 tabular-nums ${toneOf(problems)}`}>{problems.length}</span> : null}
        </TabsTrigger>
        <TabsTrigger value="reducer">Reducer playground</TabsTrigger>
      </TabsList>
      <TabsContent value="state" className="min-h-0 flex-1 overflow-auto">
        <StateGrid />
      </TabsContent>
      <TabsContent value="problems" className="min-h-0 flex-1 overflow-auto">
        <ProblemsPanel />
      </TabsContent>
      <TabsContent value="reducer" className="min-h-0 flex-1 overflow-auto">
        <ReducerPlayground />
      </TabsContent>
    </Tabs>
  );
}
