"use client";

import { Dialog } from "@/components/ui/dialog";
import { useModKey } from "@/components/ui/use-mod-key";
import { useWorkbench } from "./workbench-context";

type Keys = { title: string; keys: [string, string][] };

function designGroups(mod: string): Keys[] {
  return [
    {
      title: "Draw",
      keys: [
        ["N", "Add a node; a double click on the canvas, too"],
        ["C", "Connect the selected node: Tab to the target, Enter"],
        ["F2", "Rename"],
        ["F9  ⇧F9", "Breakpoint before and after it"],
        [`${mod}D`, "Duplicate"],
        [`${mod}C  ${mod}X  ${mod}V`, "Copy, cut, paste: as TypeScript"],
        ["Del", "Delete"],
        ["⇧Del", "Delete, and join what was around it"],
        [`${mod}Z  ${mod}⇧Z`, "Undo, redo"],
        [`${mod}S`, "Everything is saved as it is made"],
      ],
    },
    {
      title: "Arrange",
      keys: [
        ["← ↑ ↓ →", "Move what is selected; with Shift further"],
        ["Alt+arrow", "Select the next node in that direction"],
        [`${mod}A`, "Select all"],
        ["⇧drag", "Select what lies in the frame"],
        ["⇧L", "Tidy the drawing"],
      ],
    },
    {
      title: "Look",
      keys: [
        ["1", "Fit the drawing"],
        ["+  −", "Zoom; so does a mouse wheel"],
        ["Space drag", "Pan; so do two fingers and the middle button"],
        [`${mod}F`, "Find a node"],
        ["Enter", "Open the selected node"],
        ["⇧F10", "What can be done with it"],
        ["Tab", "Walk through nodes and edges"],
        ["Esc", "Let go"],
      ],
    },
    {
      title: "Run and window",
      keys: [
        ["F5", "Run"],
        [`${mod}K`, "Search: workflows, threads, nodes, actions"],
        ["[  ]  \\", "Palette, side panel, panel below"],
        ["?", "This list"],
      ],
    },
  ];
}

function debugGroups(mod: string): Keys[] {
  return [
    {
      title: "Run",
      keys: [
        ["F5", "Run, continue, or go to the question"],
        ["F10  F11", "Step, step into a subgraph"],
        ["⇧F11", "Step out of it"],
        ["F6  ⇧F5", "Pause at the next superstep, stop at once"],
        ["F9  ⇧F9", "Breakpoint before and after the selected node"],
        [`${mod}⏎`, "Run or send what is being typed"],
        ["A  E  R …", "Answer a question: the key stands on its button"],
      ],
    },
    {
      title: "Time",
      keys: [
        ["←  →", "Previous and next checkpoint of the branch"],
        ["↑  ↓", "Other branch"],
        ["⇧←  ⇧→", "Previous and next star or label"],
        ["Home  End", "First and last checkpoint"],
        ["C", "Compare with the checkpoint under the pointer; Shift-click does the same"],
        ["L  S", "Label and star the checkpoint"],
        ["F2", "Rename the branch"],
        ["⇧F10", "What can be done with the checkpoint or branch"],
        ["/", "Find a checkpoint"],
        ["Esc", "End the comparison, let go of the node"],
      ],
    },
    {
      title: "Canvas",
      keys: [
        ["1", "Fit the drawing"],
        ["+  −", "Zoom"],
        ["Tab  Enter", "Walk through the nodes, select one"],
        ["⇧F10", "What can be done with the node"],
      ],
    },
    {
      title: "Window",
      keys: [
        [`${mod}K`, "Search: workflows, threads, nodes, actions"],
        ["[  ]  \\", "Threads, inspector, timeline"],
        ["?", "This list"],
      ],
    },
  ];
}

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const mod = useModKey();
  const { mode } = useWorkbench();
  const groups = mode === "design" ? designGroups(mod) : debugGroups(mod);
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard" description="Off while you type.">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="mb-1 text-xs font-medium text-faint">{group.title}</h3>
            <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
              {group.keys.map(([key, what]) => (
                <div key={key} className="contents">
                  <dt className="font-mono text-sm whitespace-pre text-muted">{key}</dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
