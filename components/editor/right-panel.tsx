"use client";

import dynamic from "next/dynamic";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useEditor, type EditorTab } from "./editor-context";
import { NodePanel } from "./node/node-panel";
import { StatePanel } from "./state/state-panel";

const CodePanel = dynamic(() => import("./code/code-panel").then((module) => module.CodePanel), { ssr: false });
const TryPanel = dynamic(() => import("./try/try-panel").then((module) => module.TryPanel), { ssr: false });

const isTab = (value: string): value is EditorTab => value === "node" || value === "state" || value === "code" || value === "try";

/** Beside the canvas: the selected node, the state, the file's text, and trying it out. */
export function RightPanel() {
  const { tab, openTab } = useEditor();
  return (
    <Tabs value={tab} onValueChange={(value) => isTab(value) && openTab(value)} className="flex h-full min-h-0 flex-col bg-panel">
      <TabsList aria-label="Beside the canvas">
        <TabsTrigger value="node">Node</TabsTrigger>
        <TabsTrigger value="state">State</TabsTrigger>
        <TabsTrigger value="code">Code</TabsTrigger>
        <TabsTrigger value="try">Try it</TabsTrigger>
      </TabsList>
      <TabsContent value="node" className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <NodePanel />
      </TabsContent>
      <TabsContent value="state" className="min-h-0 flex-1 overflow-y-auto">
        <StatePanel />
      </TabsContent>
      <TabsContent value="code" className="flex min-h-0 flex-1 flex-col">
        <CodePanel />
      </TabsContent>
      <TabsContent value="try" className="min-h-0 flex-1 overflow-y-auto">
        <TryPanel />
      </TabsContent>
    </Tabs>
  );
}
