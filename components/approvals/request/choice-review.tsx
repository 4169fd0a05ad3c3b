"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Select, TextArea } from "@/components/ui/field";
import { answerChoice } from "@/lib/request/build-answer";
import type { RequestChoice, RequestView } from "@/lib/request/request-view";
import { isObject } from "@/lib/request/words";
import type { Json, JsonObject } from "@/lib/schema/json";
import { sameJson } from "@/lib/request/json-equal";
import { focusField } from "./action-review";
import { NO_PROBLEMS } from "./decide";
import { FieldRows } from "./field-rows";
import type { PartProps } from "./part-props";
import { useEdited } from "./use-edited";
import { VerbRow } from "./verb-row";
import type { Verb } from "./verbs";

export type ChoiceReviewProps = PartProps & { view: RequestView };

/** More are a list to choose from. */
const MOST_BUTTONS = 12;

/** A request with choices: a button for each; what may be corrected goes with the first. */
export function ChoiceReview({ view, draft, change, disabled, hasKeys, middle, extraButtons, onSend }: ChoiceReviewProps) {
  const id = useId();
  const { choices, editable } = view;
  const edited = useEdited(null, editable ?? {}, draft.edits);
  const [problems, setProblems] = useState<{ fields: ReadonlyMap<string, string>; comment: string | null }>({ fields: NO_PROBLEMS, comment: null });
  const open = draft.choice === null ? undefined : choices[draft.choice];
  const changes = editable !== null && edited.isChanged ? changedValues(editable, edited.value) : null;
  const isChanged = editable !== null && edited.isChanged && Object.keys(draft.edits).length > 0;
  const labelOf = (choice: RequestChoice, place: number) => (place === 0 && isChanged ? `${choice.label} with changes` : choice.label);

  function send(choice: RequestChoice, place: number) {
    if (disabled) return;
    const isFirst = place === 0 && isChanged;
    if (isFirst && edited.problems.size > 0) {
      setProblems({ fields: edited.problems, comment: null });
      focusField(id);
    } else if (choice.comment === "required" && draft.comment.trim() === "") {
      setProblems({ fields: NO_PROBLEMS, comment: "Say something here first: this answer needs it." });
    } else {
      onSend(answerChoice(choice, choice.comment === "none" ? "" : draft.comment, isFirst ? changes : null), labelOf(choice, place));
    }
  }

  function pick(choice: RequestChoice, place: number) {
    if (choice.comment === "none") return send(choice, place);
    setProblems({ fields: NO_PROBLEMS, comment: null });
    change({ choice: draft.choice === place ? null : place });
  }

  const verbs = choices.slice(0, MOST_BUTTONS).map((choice, place): Verb => ({
    id: String(place),
    label: labelOf(choice, place),
    style: choice.style,
    opens: choice.comment !== "none",
    isOpen: draft.choice === place,
    pick: () => pick(choice, place),
  }));

  return (
    <>
      {editable === null ? null : (
        <fieldset id={id} className="@container mt-3 min-w-0 overflow-hidden rounded-md border border-line bg-panel">
          <legend className="float-left w-full border-b border-line px-3 py-2 font-semibold">You may correct</legend>
          <div className="clear-left">
            <FieldRows
              root={edited.root}
              edits={draft.edits}
              onEdit={(path, text) => {
                setProblems({ fields: NO_PROBLEMS, comment: null });
                change({ edits: { ...draft.edits, [path]: text } });
              }}
              problems={problems.fields}
              readOnly={false}
            />
          </div>
        </fieldset>
      )}
      {middle}
      {choices.length > MOST_BUTTONS ? (
        <ManyChoices choices={choices} disabled={disabled} onPick={pick} extraButtons={extraButtons} />
      ) : (
        <VerbRow
          verbs={verbs}
          more={editable === null ? {} : { e: () => focusField(id) }}
          disabled={disabled}
          hasKeys={hasKeys}
          extraButtons={extraButtons}
        />
      )}
      {open === undefined || open.comment === "none" || draft.choice === null ? null : (
        <CommentField
          key={draft.choice}
          choice={open}
          label={labelOf(open, draft.choice)}
          comment={draft.comment}
          problem={problems.comment}
          disabled={disabled}
          onChange={(comment) => {
            setProblems({ fields: NO_PROBLEMS, comment: null });
            change({ comment });
          }}
          onSend={() => send(open, draft.choice ?? 0)}
          onCancel={() => change({ choice: null })}
        />
      )}
    </>
  );
}

/** Only what is another than it was: what nobody touched is not written. */
function changedValues(editable: JsonObject, value: Json): JsonObject {
  const given = isObject(value) ? value : {};
  return Object.fromEntries(Object.entries(given).filter(([name, one]) => !Object.hasOwn(editable, name) || !sameJson(one, editable[name] ?? null)));
}

type CommentFieldProps = {
  choice: RequestChoice;
  label: string;
  comment: string;
  problem: string | null;
  disabled: boolean;
  onChange: (comment: string) => void;
  onSend: () => void;
  onCancel: () => void;
};

function CommentField({ choice, label, comment, problem, disabled, onChange, onSend, onCancel }: CommentFieldProps) {
  const id = useId();
  return (
    <div className="mt-2.5 flex flex-col gap-2">
      <Field label="Comment" htmlFor={id} error={problem} required={choice.comment === "required"}>
        <TextArea
          id={id}
          autoFocus
          className="max-md:text-base"
          value={comment}
          aria-invalid={problem !== null}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            onSend();
          }}
        />
      </Field>
      <div className="flex gap-1.5">
        <Button variant="primary" className="max-md:h-11 max-md:px-3.5" onClick={onSend} disabled={disabled}>
          {label}
        </Button>
        <Button variant="ghost" className="max-md:h-11 max-md:px-3.5" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

type ManyChoicesProps = {
  choices: RequestChoice[];
  disabled: boolean;
  onPick: (choice: RequestChoice, place: number) => void;
  extraButtons: PartProps["extraButtons"];
};

function ManyChoices({ choices, disabled, onPick, extraButtons }: ManyChoicesProps) {
  const id = useId();
  const [place, setPlace] = useState<number | null>(null);
  const chosen = place === null ? undefined : choices[place];
  return (
    <div className="mt-3 flex flex-wrap items-end gap-1.5">
      <div className="min-w-48 flex-1">
        <Field label="Answer" htmlFor={id}>
          <Select
            id={id}
            className="max-md:h-11"
            value={place ?? ""}
            onChange={(event) => setPlace(event.target.value === "" ? null : Number(event.target.value))}
          >
            <option value="">Choose</option>
            {choices.map((choice, index) => (
              <option key={index} value={index}>
                {choice.label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Button
        variant="primary"
        className="max-md:h-11 max-md:px-3.5"
        disabled={disabled || chosen === undefined}
        onClick={() => (chosen === undefined || place === null ? undefined : onPick(chosen, place))}
      >
        Answer
      </Button>
      {extraButtons}
    </div>
  );
}
