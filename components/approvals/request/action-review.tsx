"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { answerActions } from "@/lib/request/build-answer";
import type { Decision, RequestAction, RequestView } from "@/lib/request/request-view";
import { ActionCard, ResponseField } from "./action-card";
import { decide, decisionWords, NO_PROBLEMS, offeredDecisions } from "./decide";
import type { PartProps } from "./part-props";
import { useEdited } from "./use-edited";
import { NO_DECISION, type ActionDraft } from "./use-request-draft";
import { VerbRow } from "./verb-row";
import type { Verb } from "./verbs";

export type ActionReviewProps = PartProps & { view: RequestView; action: RequestAction };

/** A request about one action: its card, and what can be decided about it. */
export function ActionReview({ view, action, draft, change, disabled, hasKeys, headingLevel, middle, extraButtons, onSend }: ActionReviewProps) {
  const id = useId();
  const own = draft.actions[0] ?? NO_DECISION;
  const edited = useEdited(action.schema, action.args, own.edits);
  const [problems, setProblems] = useState<{ fields: ReadonlyMap<string, string>; response: string | null }>({ fields: NO_PROBLEMS, response: null });
  const isResponding = own.decision === "respond";
  const changeOwn = (part: Partial<ActionDraft>) => {
    setProblems({ fields: NO_PROBLEMS, response: null });
    change({ actions: { ...draft.actions, 0: { ...own, ...part } } });
  };
  const canEdit = action.decisions.includes("edit");
  const isChanged = canEdit && edited.isChanged && Object.keys(own.edits).length > 0;

  function send(decision: Decision) {
    if (disabled) return;
    const decided = decide(action, decision, own, edited);
    if (decided.answer === null) {
      setProblems({ fields: decided.fields, response: decided.problem });
      focusField(id);
    } else onSend(answerActions(view, [decided.answer]), decisionWords(decision, isChanged));
  }

  const verbs = offeredDecisions(action).map((decision): Verb => {
    const label = decisionWords(decision, isChanged);
    const style = decision === "approve" || decision === "edit" ? "primary" : decision === "respond" ? "default" : "danger";
    if (decision === "respond") {
      const toggle = () => changeOwn({ decision: isResponding ? null : "respond" });
      return { id: decision, label, style, opens: true, isOpen: isResponding, pick: toggle };
    }
    const pick = () => send(decision);
    return { id: decision, label, style, pick, ...(decision === "reject" ? { pickByKey: () => focusById(`${id}-reason`) } : {}) };
  });

  return (
    <>
      <ActionCard
        id={id}
        action={action}
        draft={own}
        edited={edited}
        change={changeOwn}
        problems={problems.fields}
        asksReason={action.decisions.includes("reject")}
        onReasonEnter={() => send("reject")}
        headingLevel={headingLevel}
      />
      {middle}
      <VerbRow verbs={verbs} more={canEdit ? { e: () => focusField(id) } : {}} disabled={disabled} hasKeys={hasKeys} extraButtons={extraButtons} />
      {isResponding ? (
        <div className="mt-2.5 flex flex-col gap-2">
          <ResponseField id={`${id}-response`} draft={own} change={changeOwn} problem={problems.response} onEnter={() => send("respond")} />
          <div className="flex gap-1.5">
            <Button variant="primary" className="max-md:h-11 max-md:px-3.5" disabled={disabled} onClick={() => send("respond")}>
              Send response
            </Button>
            <Button variant="ghost" className="max-md:h-11 max-md:px-3.5" onClick={() => changeOwn({ decision: null })}>
              Cancel
            </Button>
          </div>
        </div>
      ) : null}
      {verbs.length === 0 ? (
        <p className="mt-2 text-sm text-muted">The request allows no decision. It can still be answered with text or JSON.</p>
      ) : null}
    </>
  );
}

function focusById(id: string): void {
  document.getElementById(id)?.focus();
}

/** Goes to the first field of a card: the first that is wrong, where one is. */
export function focusField(cardId: string): void {
  const card = document.getElementById(cardId);
  const find = (selector: string) => card?.querySelector<HTMLElement>(selector);
  // What is wrong is marked with the next paint.
  requestAnimationFrame(() =>
    (find("[aria-invalid=true]:is(input, textarea, select)") ?? find("input, textarea, select, [contenteditable=true]"))?.focus(),
  );
}
