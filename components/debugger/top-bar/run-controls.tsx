"use client";

import { ArrowDownToDot, ArrowUpFromDot, Pause, Play, Plus, RedoDot, Square, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ReplayModeMenu } from "@/components/approvals/replay-mode-menu";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Spinner } from "@/components/ui/spinner";
import { Tooltip } from "@/components/ui/tooltip";
import { BreakpointsButton } from "../breakpoints/breakpoints-button";
import type { StepAction, StepKind } from "../stepping/choose-steps";
import { useSteps } from "../stepping/use-steps";
import { useWorkbench } from "../workbench-context";
import { usePrimaryAction } from "./use-primary-action";

const STEP_ICONS: Record<StepKind, LucideIcon> = { over: RedoDot, into: ArrowDownToDot, out: ArrowUpFromDot };

/** Run, step, pause and stop, and the breakpoints that hold while doing so. */
export function RunControls() {
  const { mode, activeRun, isStarting, openRunForm, description, replay, setReplay } = useWorkbench();
  const isBusy = activeRun !== null || isStarting;
  return (
    <div className="flex shrink-0 items-center gap-1" role="group" aria-label="Run controls">
      {isBusy ? <Progress /> : <PrimaryButton />}
      {mode === "debug" ? (
        <>
          <ReplayModeMenu value={replay} onChange={setReplay} disabled={isBusy || description === null} compact={replay === "live"} />
          <StepButtons />
          <PauseButton />
          <StopButton />
          <Tooltip content="Give this thread another input">
            <Button
              onClick={openRunForm}
              disabled={isBusy || description === null}
              aria-label="Give this thread another input"
              className="max-[1240px]:px-1.5"
            >
              <Plus />
              <span className="max-[1240px]:hidden">Input</span>
            </Button>
          </Tooltip>
        </>
      ) : null}
      <BreakpointsButton />
    </div>
  );
}

function Progress() {
  const { activeRun, isStarting, isStopping, isPausing } = useWorkbench();
  const word = isStopping ? "Stopping…" : isPausing ? "Pausing…" : activeRun?.state.status === "pending" || isStarting ? "Starting…" : "Running";
  return (
    <Button disabled variant="default" className="disabled:opacity-100">
      <Spinner label="" className="text-run" />
      <span className="text-run">{word}</span>
    </Button>
  );
}

function PrimaryButton() {
  const primary = usePrimaryAction();
  return (
    <Tooltip content={primary?.explanation ?? "The workflow does not load"}>
      <Button variant="primary" onClick={() => primary?.run()} disabled={primary === null}>
        <Play fill="currentColor" />
        {primary?.label ?? "Run"}
        <span className="max-[1100px]:hidden">
          <Kbd>F5</Kbd>
        </span>
      </Button>
    </Tooltip>
  );
}

function StepButtons() {
  const steps = useSteps();
  return (
    <>
      <StepButton kind="over" step={steps.over} />
      <StepButton kind="into" step={steps.into} />
      <StepButton kind="out" step={steps.out} />
    </>
  );
}

function StepButton({ kind, step }: { kind: StepKind; step: StepAction }) {
  const Icon = STEP_ICONS[kind];
  return (
    <Tooltip content={<StepWords step={step} />}>
      <Button
        size="icon"
        aria-label={step.label}
        aria-disabled={step.reason !== null}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-45 aria-disabled:enabled:hover:bg-panel"
        onClick={() => {
          if (step.reason === null) step.run();
        }}
      >
        <Icon />
      </Button>
    </Tooltip>
  );
}

function StepWords({ step }: { step: StepAction }) {
  return (
    <>
      <span className="font-medium">{step.label}</span> <Kbd>{step.keys}</Kbd>
      <br />
      <span className="text-muted">{step.reason ?? step.explanation}.</span>
    </>
  );
}

function WithKey({ keys, children }: { keys: string; children: ReactNode }) {
  return (
    <>
      {children} <Kbd>{keys}</Kbd>
    </>
  );
}

function PauseButton() {
  const { activeRun, isStopping, isPausing, actions } = useWorkbench();
  const isRunning = activeRun?.state.status === "running";
  const words = isPausing ? "Waiting for the superstep to end" : "Pause at the next superstep; what is under way is finished and saved";
  return (
    <Tooltip content={<WithKey keys="F6">{words}</WithKey>}>
      <Button size="icon" aria-label="Pause the run" onClick={actions.pause} disabled={!isRunning || isStopping || isPausing}>
        <Pause fill="currentColor" />
      </Button>
    </Tooltip>
  );
}

function StopButton() {
  const { activeRun, isStopping, actions } = useWorkbench();
  return (
    <Tooltip content={<WithKey keys="Shift+F5">{isStopping ? "Waiting for the run to stop" : "Stop the run at once"}</WithKey>}>
      <Button size="icon" aria-label="Stop the run" onClick={actions.stop} disabled={activeRun === null || isStopping}>
        <Square fill="currentColor" />
      </Button>
    </Tooltip>
  );
}
