"use client";

import { useId, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import { answerActions, type ActionAnswer } from "@/lib/request/build-answer";
import { readEdited } from "@/lib/request/edits";
import { readSchema } from "@/lib/request/clean-schema";
import { fieldsOf } from "@/lib/request/fields";
import type { Decision, RequestAction, RequestView } from "@/lib/request/request-view";
import { ActionCard, ResponseField } from "./action-card";
import { decide, decisionWords, NO_PROBLEMS, offeredDecisions, type Decided } from "./decide";
import type { PartProps } from "./part-props";
import type { EditedValue } from "./use-edited";
import { NO_DECISION, type ActionDraft } from "./use-request-draft";

export type ActionListProps = PartProps & { view: RequestView };

type Failed = Extract<Decided, { answer: null }>;

/** A request about several actions: a decision for each, sent together. */
export function ActionList({ view, draft, change, disabled, headingLevel, middle, extraButtons, onSend }: ActionListProps) {
  const id = useId();
  const [problems, setProblems] = useState<Readonly<Record<number, Failed>>>({});
  const { actions } = view;
  const fields = useMemo(() => actions.map(fieldsOfAction), [actions]);
  const drafts = actions.map((_, place) => draft.actions[place] ?? NO_DECISION);
  const edited = fields.map((one, place): EditedValue => ({ ...readEdited(one.root, one.schema, drafts[place]?.edits ?? {}), ...one }));
  const chosen = actions.map((action, place) => offeredDecisions(action).find((one) => one === drafts[place]?.decision) ?? null);
  const open = chosen.filter((decision) => decision === null).length;

  function changeOne(place: number, part: Partial<ActionDraft>) {
    setProblems({});
    change({ actions: { ...draft.actions, [place]: { ...(drafts[place] ?? NO_DECISION), ...part } } });
  }

  function approveAll() {
    setProblems({});
    const decided = actions.map((action, place): [string, ActionDraft] => {
      const own = drafts[place] ?? NO_DECISION;
      return [String(place), { ...own, decision: own.decision ?? offeredDecisions(action).find(isApproval) ?? null }];
    });
    change({ actions: Object.fromEntries(decided) });
  }

  function send() {
    const answers: ActionAnswer[] = [];
    const found: Record<number, Failed> = {};
    for (const [place, action] of actions.entries()) {
      const decision = chosen[place];
      const own = edited[place];
      if (decision === null || decision === undefined || own === undefined) return;
      const decided = decide(action, decision, drafts[place] ?? NO_DECISION, own);
      if (decided.answer === null) found[place] = decided;
      else answers.push(decided.answer);
    }
    setProblems(found);
    if (Object.keys(found).length === 0) onSend(answerActions(view, answers), formatCount(answers.length, "decision"));
  }

  return (
    <>
      {actions.map((action, place) => {
        const own = edited[place];
        const decision = chosen[place] ?? null;
        if (own === undefined) return null;
        const failed = problems[place];
        return (
          <div key={place}>
            <ActionCard
              id={`${id}-${place}`}
              place={place + 1}
              action={action}
              draft={drafts[place] ?? NO_DECISION}
              edited={own}
              change={(part) => changeOne(place, part)}
              problems={failed?.fields ?? NO_PROBLEMS}
              asksReason={decision === "reject"}
              headingLevel={headingLevel}
              decisions={
                <Decisions
                  label={`Decision about ${place + 1} ${action.name}`}
                  action={action}
                  chosen={decision}
                  isChanged={own.isChanged && action.decisions.includes("edit")}
                  disabled={disabled}
                  onPick={(picked) => changeOne(place, { decision: picked === decision ? null : picked })}
                />
              }
            />
            {decision === "respond" ? (
              <div className="mt-2">
                <ResponseField
                  id={`${id}-${place}-response`}
                  draft={drafts[place] ?? NO_DECISION}
                  change={(part) => changeOne(place, part)}
                  problem={failed?.problem ?? null}
                />
              </div>
            ) : null}
          </div>
        );
      })}
      {view.kind === "tool_review" &&
      view.spelling === "camel" &&
      chosen.includes("reject") &&
      chosen.some((one) => one !== null && one !== "reject") ? (
        <p role="status" className="mt-2.5 text-sm text-muted">
          LangChain’s middleware runs none of the calls when one is refused: the model is told the reason and decides anew.
        </p>
      ) : null}
      {middle}
      <div className="mt-3 flex flex-wrap items-center gap-1.5">
        <Button variant="primary" className="max-md:h-11 max-md:px-3.5" disabled={disabled || open > 0} onClick={send}>
          Send {formatCount(actions.length, "decision")}
        </Button>
        {open > 0 && actions.every((action) => offeredDecisions(action).some(isApproval)) ? (
          <Button className="max-md:h-11 max-md:px-3.5" disabled={disabled} onClick={approveAll}>
            {open === actions.length ? "Approve all" : "Approve the others"}
          </Button>
        ) : null}
        {extraButtons}
        {open > 0 ? <span className="text-sm text-muted">{open === actions.length ? "Decide about each" : `${open} left to decide`}</span> : null}
      </div>
    </>
  );
}

function fieldsOfAction(action: RequestAction) {
  const schema = action.schema === null ? null : readSchema(action.schema).schema;
  return { schema, root: fieldsOf(schema, action.args) };
}

function isApproval(decision: Decision): boolean {
  return decision === "approve" || decision === "edit";
}

/** How a decision looks that was taken. */
const CHOSEN: Readonly<Record<Decision, string>> = {
  approve: "",
  edit: "",
  respond: "border-text bg-hover font-medium",
  reject: "border-bad bg-bad-bg font-medium text-bad",
  ignore: "border-bad bg-bad-bg font-medium text-bad",
};

type DecisionsProps = {
  label: string;
  action: RequestAction;
  chosen: Decision | null;
  isChanged: boolean;
  disabled: boolean;
  onPick: (decision: Decision) => void;
};

function Decisions({ label, action, chosen, isChanged, disabled, onPick }: DecisionsProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1">
      {offeredDecisions(action).map((decision) => (
        <Button
          key={decision}
          size="sm"
          className={cn("max-md:h-11 max-md:px-3", chosen === decision && CHOSEN[decision])}
          variant={chosen === decision && isApproval(decision) ? "primary" : "default"}
          aria-pressed={chosen === decision}
          disabled={disabled}
          onClick={() => onPick(decision)}
        >
          {decisionWords(decision, isChanged)}
        </Button>
      ))}
    </div>
  );
}
