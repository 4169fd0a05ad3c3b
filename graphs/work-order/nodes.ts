import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { askApproval } from "../../lib/kit/approval";
import type { Step } from "./definitions";
import { addUsd, tripwire } from "./policy";
import type { WorkOrder } from "./state";
import { act, loadPlan, readRecord, verifyStep, writeRecord } from "./tools";

function stepOf(state: WorkOrder): Step {
  const step = state.steps.find(({ id }) => id === state.current);
  if (step === undefined) throw new Error(`The plan has no step "${state.current}".`);
  return step;
}

/** Reads the plan. */
export async function load({ scenario }: WorkOrder, config: LangGraphRunnableConfig) {
  const { steps, budget_usd } = await loadPlan({ scenario }, config);
  return { steps, budget_usd, history: `load: ${steps.length} steps, $${budget_usd.toFixed(2)} allowed` };
}

/** Takes the first step that is not settled. */
export function choose(state: WorkOrder) {
  const next = state.steps.find(({ id }) => !state.settled.includes(id));
  return { current: next?.id ?? "", verified: false, history: `choose: ${next?.id ?? "nothing"}` };
}

/** Stops at a tripwire and asks a person. */
export async function check(state: WorkOrder, config: LangGraphRunnableConfig) {
  const step = stepOf(state);
  const reason = tripwire(state, step);
  if (reason === null) return { history: `check: ${step.id} may be done` };
  const escalate = () => writeRecord({ kind: "escalated", step_id: step.id, note: reason }, config);

  if (state.escalation === "above interrupt()") await escalate();
  const { choice } = askApproval({
    title: `Do ${step.id} all the same?`,
    description: `${reason} So far $${state.spent_usd.toFixed(2)} were spent.`,
    choices: [
      { value: "go on", label: "Go on", style: "primary" },
      { value: "stop", label: "Stop here", style: "danger" },
    ],
    details: { step: step.title, spent_usd: state.spent_usd, budget_usd: state.budget_usd },
  });
  if (state.escalation === "below interrupt()") await escalate();

  if (choice === "go on") return { waived: [...state.waived, step.id], history: `check: ${step.id} goes on by a person's word` };
  const { entries } = await readRecord({}, config);
  return { status: "escalated" as const, reason, record: entries, history: `check: stopped before ${step.id}` };
}

/** Does the step. */
export async function perform(state: WorkOrder, config: LangGraphRunnableConfig) {
  const step = stepOf(state);
  const attempt = (state.attempts[step.id] ?? 0) + 1;
  const { cost_usd, note } = await act({ scenario: state.scenario, step_id: step.id, attempt, fault: state.fault }, config);
  await writeRecord({ kind: "acted", step_id: step.id, note }, config);
  return { attempts: { ...state.attempts, [step.id]: attempt }, spent_usd: addUsd(state.spent_usd, cost_usd), history: `act: ${note}` };
}

/** Looks whether it is right. */
export async function verify(state: WorkOrder, config: LangGraphRunnableConfig) {
  const attempt = state.attempts[state.current] ?? 0;
  const { ok, note } = await verifyStep({ scenario: state.scenario, step_id: state.current, attempt }, config);
  return { verified: ok, history: `verify: ${state.current} ${note}` };
}

/** Writes down that the step is settled, and at the end that the order is done. */
export async function settle(state: WorkOrder, config: LangGraphRunnableConfig) {
  await writeRecord({ kind: "settled", step_id: state.current, note: `$${state.spent_usd.toFixed(2)} so far` }, config);
  const settled = [...state.settled, state.current];
  const isDone = settled.length === state.steps.length;
  const history = `settle: ${state.current}`;
  return isDone ? { settled, status: "done" as const, record: (await readRecord({}, config)).entries, history } : { settled, history };
}
