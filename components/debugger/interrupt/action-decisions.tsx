"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextArea } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { JsonEditor } from "@/components/ui/json-editor";
import type { Json } from "@/lib/schema/json";
import { PayloadBody } from "./payload-body";
import type { Action, Choice } from "./payload";
import { NO_CHOICE, type AnswerDraft, type ChoiceDraft } from "./use-answer-draft";

export type ActionDecisionsProps = {
  actions: Action[];
  draft: AnswerDraft["actions"];
  onChange: (draft: AnswerDraft["actions"]) => void;
  disabled: boolean;
  onSend: (answer: Json) => void;
};

const APPROVE = "approve";

/** Several actions that are asked about at once: one decision for each, sent together. */
export function ActionDecisions({ actions, draft, onChange, disabled, onSend }: ActionDecisionsProps) {
  const [problems, setProblems] = useState<Readonly<Record<number, string>>>({});
  const drafts = actions.map((_, index) => draft[index] ?? NO_CHOICE);
  const open = actions.filter((action, index) => chosenOf(action, drafts[index]) === null).length;
  const change = (index: number, part: Partial<ChoiceDraft>) => {
    setProblems({});
    onChange({ ...draft, [index]: { ...(drafts[index] ?? NO_CHOICE), ...part } });
  };

  function approveAll() {
    setProblems({});
    onChange(Object.fromEntries(drafts.map((one, index) => [index, { ...one, choice: APPROVE }])));
  }

  function send() {
    const decisions: Json[] = [];
    const found: Record<number, string> = {};
    for (const [index, action] of actions.entries()) {
      const decision = decide(action, drafts[index]);
      if (decision.problem === null) decisions.push(decision.value);
      else found[index] = decision.problem;
    }
    setProblems(found);
    if (Object.keys(found).length === 0) onSend({ decisions });
  }

  return (
    <>
      <ol className="mt-2.5 flex flex-col gap-2">
        {actions.map((action, index) => (
          <ActionItem
            key={index}
            place={index + 1}
            action={action}
            draft={drafts[index] ?? NO_CHOICE}
            problem={problems[index] ?? null}
            disabled={disabled}
            onChange={(part) => change(index, part)}
          />
        ))}
      </ol>
      <div className="mt-2.5 flex flex-wrap items-center gap-1.5">
        <Button variant="primary" disabled={disabled || open > 0} onClick={send}>
          Send {formatCount(actions.length, "decision")}
        </Button>
        {open > 0 && actions.every(({ choices }) => choices.some(({ key }) => key === APPROVE)) ? (
          <Button variant="ghost" disabled={disabled} onClick={approveAll}>
            Approve all
          </Button>
        ) : null}
        {open > 0 ? <span className="text-sm text-muted">{open === actions.length ? "Decide about each" : `${open} left to decide`}</span> : null}
      </div>
    </>
  );
}

function chosenOf(action: Action, draft: ChoiceDraft | undefined): Choice | null {
  return action.choices.find(({ key }) => key === draft?.choice) ?? null;
}

function decide(action: Action, draft: ChoiceDraft | undefined): { problem: null; value: Json } | { problem: string } {
  const choice = chosenOf(action, draft);
  if (choice === null || draft === undefined) return { problem: "Choose what to do." };
  if (choice.needs.kind !== "edit") return { problem: null, value: choice.toAnswer(draft.comment, null) };
  try {
    return { problem: null, value: choice.toAnswer("", JSON.parse(draft.edited) as Json) };
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}` };
  }
}

type ActionItemProps = {
  place: number;
  action: Action;
  draft: ChoiceDraft;
  problem: string | null;
  disabled: boolean;
  onChange: (part: Partial<ChoiceDraft>) => void;
};

function ActionItem({ place, action, draft, problem, disabled, onChange }: ActionItemProps) {
  const chosen = chosenOf(action, draft);

  function pick(choice: Choice) {
    const isEdit = choice.needs.kind === "edit" && draft.edited === "";
    onChange({ choice: choice.key, ...(isEdit && choice.needs.kind === "edit" ? { edited: JSON.stringify(choice.needs.start, null, 2) } : {}) });
  }

  return (
    <li className="rounded-md border border-line px-2.5 py-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <h3 className="min-w-0 flex-1 truncate">
          <span className="mr-1.5 text-faint tabular-nums">{place}</span>
          <span className="font-mono font-medium">{action.name}</span>
        </h3>
        <div role="group" aria-label={`Decision about ${place} ${action.name}`} className="flex gap-1">
          {action.choices.map((choice) => (
            <Button
              key={choice.key}
              size="sm"
              variant={chosen === choice ? choice.style : "ghost"}
              aria-pressed={chosen === choice}
              disabled={disabled}
              onClick={() => pick(choice)}
            >
              {choice.label}
            </Button>
          ))}
        </div>
      </div>
      <PayloadBody
        view={{
          title: null,
          texts: action.description === null ? [] : [{ label: null, text: action.description }],
          rest: typeof action.args === "object" && action.args !== null && !Array.isArray(action.args) ? action.args : { arguments: action.args },
          choices: [],
        }}
      />
      {chosen === null || chosen.needs.kind === "nothing" ? null : (
        <div className="mt-2">
          <ActionDetail needs={chosen.needs} draft={draft} problem={problem} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

type ActionDetailProps = Pick<ActionItemProps, "draft" | "problem" | "onChange"> & { needs: Exclude<Choice["needs"], { kind: "nothing" }> };

function ActionDetail({ needs, draft, problem, onChange }: ActionDetailProps) {
  const id = useId();
  return (
    <Field label={needs.label} htmlFor={id} error={problem}>
      {needs.kind === "edit" ? (
        <JsonEditor
          label={needs.label}
          value={draft.edited}
          onChange={(edited) => onChange({ edited })}
          invalid={problem !== null}
          maxHeight="200px"
        />
      ) : (
        <TextArea id={id} rows={2} value={draft.comment} onChange={(event) => onChange({ comment: event.target.value })} />
      )}
    </Field>
  );
}
