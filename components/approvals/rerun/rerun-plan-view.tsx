"use client";

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { RerunPlan } from "@/lib/schema/rerun";
import type { OpenSpan } from "./open-span";
import { PlannedTaskCard } from "./planned-task";
import { WarningBox } from "./warning-box";
import { WithCode } from "./with-code";

export type RerunPlanViewProps = {
  plan: RerunPlan;
  /** Without code and calls: what fits beside a button. */
  compact?: boolean;
  /** Opens a recorded call in the trace; where left out, calls are no links. */
  onOpenSpan?: OpenSpan | undefined;
};

/** Names beyond these are counted. */
const MOST_NAMES = 8;

/** What an answer, a replay or a fork will cause: what runs again, what then, and what is kept. */
export function RerunPlanView({ plan, compact = false, onOpenSpan }: RerunPlanViewProps) {
  const again = plan.tasks.filter((task) => task.again);
  const first = plan.tasks.filter((task) => !task.again);
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <WarningBox warnings={plan.warnings} onOpenSpan={onOpenSpan} />
      {again.length > 0 && plan.warnings.length === 0 && plan.unknown.length === 0 ? <NothingTwice /> : null}
      <dl className="flex flex-col">
        <Row label="Runs again">{again.length === 0 ? <None>nothing that ran before</None> : <Names names={again.map(({ node }) => node)} />}</Row>
        {first.length === 0 ? null : (
          <Row label="Runs">
            <Names names={first.map(({ node }) => node)} />
          </Row>
        )}
        <Row label="Then">{plan.then.length === 0 ? <None>the end</None> : <Then then={plan.then} />}</Row>
        <Row label="Will not run again">
          {plan.kept.length === 0 ? (
            <None>nothing has run before</None>
          ) : (
            <Names names={plan.kept.map(({ node, step }) => `${node} (step ${step})`)} />
          )}
        </Row>
      </dl>
      {compact
        ? null
        : again.map((task) => <PlannedTaskCard key={`${task.checkpoint_ns} ${task.task_id ?? task.node}`} task={task} onOpenSpan={onOpenSpan} />)}
      {plan.unknown.length === 0 ? null : (
        <div className="text-sm text-muted">
          <p className="font-medium">What cannot be told</p>
          <ul className="list-disc pl-4">
            {plan.unknown.map((text) => (
              <li key={text}>
                <WithCode text={text} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function NothingTwice() {
  return (
    <p className="flex items-start gap-2 rounded-md bg-ok-bg px-3 py-2 text-ok">
      <Check aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      Nothing outside is done twice, as far as the trace and the code tell.
    </p>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-x-4 gap-y-0.5 border-b border-line py-1.5 last:border-b-0 sm:flex-row">
      <dt className="w-36 shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  );
}

function None({ children }: { children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}

function Names({ names }: { names: readonly string[] }) {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const shown = [...counts].slice(0, MOST_NAMES);
  return (
    <span className="font-mono text-sm">
      {shown.map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(", ")}
      {counts.size > MOST_NAMES ? <span className="font-sans text-muted"> and {counts.size - MOST_NAMES} more</span> : null}
    </span>
  );
}

function Then({ then }: { then: RerunPlan["then"] }) {
  const certain = then.filter((one) => one.certain).map(({ node }) => node);
  const possible = then.filter((one) => !one.certain).map(({ node }) => node);
  return (
    <>
      {certain.length === 0 ? null : <Names names={certain} />}
      {possible.length === 0 ? null : (
        <span>
          <span className="text-muted">{certain.length === 0 ? "perhaps " : ", perhaps "}</span>
          <Names names={possible} />
        </span>
      )}
    </>
  );
}
