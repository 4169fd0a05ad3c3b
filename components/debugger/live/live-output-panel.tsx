"use client";

import { ChevronDown, ChevronUp, Radio } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useLocalState } from "@/lib/client/use-local-state";
import { withDueTasks } from "../head";
import { useWorkbench } from "../workbench-context";
import { useLive } from "./live-context";
import type { LiveOutput } from "./live-state";

function OutputLine({ output }: { output: LiveOutput }) {
  const node = output.node === "" ? null : <span className="font-mono text-xs text-faint">{output.node}</span>;
  switch (output.kind) {
    case "text":
      return (
        <div>
          {node}
          <p className="break-words whitespace-pre-wrap">{output.text.trim()}</p>
        </div>
      );
    case "tool":
      return (
        <p className="text-sm text-muted">
          {node} calls <span className="font-mono text-text">{output.text}</span>
        </p>
      );
    case "custom":
      return <p className="font-mono text-sm break-words text-muted">{output.text}</p>;
    case "update":
      return (
        <p className="truncate text-sm text-muted">
          {node} {output.text === "" ? "changed nothing" : `wrote ${output.text}`}
        </p>
      );
  }
}

const readBoolean = (kept: unknown) => (typeof kept === "boolean" ? kept : null);

/** What the run says while it runs: the model's words as they come, tool calls, custom events. */
export function LiveOutputPanel() {
  const { activeRun, tree, headId } = useWorkbench();
  const output = useLive((state) => state.output);
  const tasks = useLive((state) => state.tasks);
  const [isOpen, setOpen] = useLocalState("retrograph:live-open", true, readBoolean);

  if (!activeRun) return null;
  const head = headId === null ? null : (tree.byId.get(headId) ?? null);
  const running = withDueTasks(tasks, head).filter(
    (task) => task.status === "running" && task.checkpoint_ns === "" && task.step > (head?.step ?? -2),
  );
  const nodes = [...new Set(running.map((task) => task.node))].join(", ");
  return (
    <section aria-label="Live output" className="flex max-h-[40vh] shrink-0 flex-col border-t-2 border-run bg-panel">
      <header className="flex h-9 shrink-0 items-center gap-2 pr-2 pl-3.5">
        <Radio aria-hidden className="size-3.5 text-run" />
        <h2 className="min-w-0 flex-1 truncate">
          <span className="font-semibold">Live</span>
          {nodes === "" ? null : <span className="ml-2 font-mono text-sm text-muted">{nodes}</span>}
        </h2>
        <Button variant="ghost" size="icon-sm" aria-label={isOpen ? "Fold the live output" : "Show the live output"} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <ChevronDown /> : <ChevronUp />}
        </Button>
      </header>
      {isOpen ? (
        // Turned round, it stays at its end by itself: to scroll there after every event would lay out the page each time.
        <div className="flex h-52 min-h-0 flex-col-reverse overflow-y-auto px-3.5 pb-3">
          <div className="mb-auto flex shrink-0 flex-col gap-1.5">
            {output.length === 0 ? <p className="text-muted">What the model and the nodes say appears here.</p> : null}
            {output.map((item) => (
              <OutputLine key={item.key} output={item} />
            ))}
          </div>
        </div>
      ) : null}
    </section>
  );
}
