"use client";

import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { startRun } from "@/lib/client/api";
import type { Workflow } from "@/lib/schema/graph";
import type { Json } from "@/lib/schema/json";
import { inputLabel } from "../debugger/run-form/input-plan";

/** About two lines. */
const MAX_LABEL = 100;

type Loaded = Extract<Workflow, { status: "loaded" }>;

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col gap-2 p-4 md:border-l md:border-line md:first:border-0">
      <h2 className="flex items-center gap-2 font-medium">
        <span aria-hidden className="grid size-5 place-items-center rounded-full border border-line-strong text-xs text-muted">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </li>
  );
}

function Option({ isChosen, onClick, children }: { isChosen: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cn(
        "rounded-md border px-2.5 py-1.5 text-left",
        isChosen ? "border-text bg-hover" : "border-line text-muted hover:border-line-strong hover:text-text",
      )}
    >
      {children}
    </button>
  );
}

/** Workflows that bring examples come first, for they run with one click; of these the largest, which shows most. */
function byReadiness(a: Loaded, b: Loaded): number {
  const size = ({ description }: Loaded) => description.nodes.filter((node) => node.parent === null).length;
  const hasExamples = ({ description }: Loaded) => Number(description.example_inputs.length > 0);
  return hasExamples(b) - hasExamples(a) || size(b) - size(a);
}

/** The first visit: three steps to a running workflow, each one click and already chosen. */
export function FirstRun({ workflows }: { workflows: Loaded[] }) {
  const router = useRouter();
  const sorted = [...workflows].sort(byReadiness);
  const [graphId, setGraphId] = useState(sorted[0]?.graph_id ?? "");
  const [place, setPlace] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const workflow = sorted.find((item) => item.graph_id === graphId) ?? sorted[0];
  if (!workflow) return null;
  const examples = workflow.description.example_inputs;
  const input: Json | undefined = examples[place] ?? examples[0];

  async function run() {
    if (!workflow) return;
    const base = `/w/${encodeURIComponent(workflow.graph_id)}/t`;
    if (input === undefined) {
      router.push(`${base}/new`);
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const started = await startRun({ graph_id: workflow.graph_id, input });
      router.push(`${base}/${started.thread_id}`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The run could not be started.");
      setBusy(false);
    }
  }

  return (
    <section aria-label="First run">
      <h1 className="text-lg font-semibold">Run a workflow, then walk back through it</h1>
      <p className="mt-0.5 mb-3 text-muted">Everything is saved as it runs: any moment can be opened, changed and run on from.</p>
      <ol className="grid rounded-lg border border-line bg-panel md:grid-cols-[1fr_1.4fr_1fr]">
        <Step number={1} title="Take a workflow">
          {sorted.slice(0, 4).map((item) => (
            <Option
              key={item.graph_id}
              isChosen={item.graph_id === workflow.graph_id}
              onClick={() => {
                setGraphId(item.graph_id);
                setPlace(0);
              }}
            >
              {item.description.title}
            </Option>
          ))}
        </Step>
        <Step number={2} title="Give it something to do">
          {examples.length === 0 ? <p className="text-muted">It brings no example: you write its input in the next step.</p> : null}
          {examples.slice(0, 4).map((example, index) => (
            <Option key={index} isChosen={example === input} onClick={() => setPlace(index)}>
              {inputLabel(example, MAX_LABEL)}
            </Option>
          ))}
        </Step>
        <Step number={3} title="Run it">
          <p className="text-muted">It runs on this machine. What it does and what it knew at every step stays here, to be looked at again.</p>
          <Button variant="primary" className="self-start" onClick={() => void run()} disabled={busy}>
            <Play fill="currentColor" />
            {busy ? "Starting…" : input === undefined ? "Write the input" : `Run ${workflow.description.title}`}
          </Button>
          {problem ? (
            <p role="alert" className="text-bad">
              {problem}
            </p>
          ) : null}
        </Step>
      </ol>
    </section>
  );
}
