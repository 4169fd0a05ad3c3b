"use client";

import { useId, useState, type KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextArea } from "@/components/ui/field";
import { JsonEditor } from "@/components/ui/json-editor";
import type { Json } from "@/lib/schema/json";
import type { Choice } from "./payload";
import type { AnswerDraft } from "./use-answer-draft";

export type ChoiceDetailProps = {
  choice: Choice;
  draft: AnswerDraft;
  change: (part: Partial<AnswerDraft>) => void;
  disabled: boolean;
  onSend: (answer: Json) => void;
};

/** What goes with an answer: a comment, or the edited action. */
export function ChoiceDetail({ choice, draft, change, disabled, onSend }: ChoiceDetailProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const { needs } = choice;

  function send() {
    if (needs.kind === "edit") {
      try {
        onSend(choice.toAnswer("", JSON.parse(draft.edited) as Json));
      } catch (error) {
        setProblem(`This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}`);
      }
      return;
    }
    if (needs.kind === "comment" && needs.required && draft.comment.trim() === "") setProblem("Say something here first: this answer needs it.");
    else onSend(choice.toAnswer(draft.comment, null));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  }

  if (needs.kind === "nothing") return null;
  return (
    <div className="mt-2.5 flex flex-col gap-2" onKeyDown={onKeyDown}>
      <Field label={needs.label} htmlFor={id} error={problem} required={needs.kind === "comment" && needs.required}>
        {needs.kind === "edit" ? (
          <JsonEditor
            label={needs.label}
            value={draft.edited}
            onChange={(edited) => change({ edited })}
            invalid={problem !== null}
            maxHeight="240px"
          />
        ) : (
          <TextArea
            id={id}
            value={draft.comment}
            onChange={(event) => change({ comment: event.target.value })}
            aria-invalid={problem !== null}
            autoFocus
          />
        )}
      </Field>
      <div className="flex gap-1.5">
        <Button variant="primary" onClick={send} disabled={disabled}>
          {needs.kind === "edit" ? "Approve as edited" : choice.label}
        </Button>
        <Button variant="ghost" onClick={() => change({ choice: null })}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
