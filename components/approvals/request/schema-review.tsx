"use client";

import { useId, useState } from "react";
import type { JsonObject } from "@/lib/schema/json";
import { focusField } from "./action-review";
import { NO_PROBLEMS } from "./decide";
import { FieldRows } from "./field-rows";
import type { PartProps } from "./part-props";
import { useEdited } from "./use-edited";
import { VerbRow } from "./verb-row";

export type SchemaReviewProps = PartProps & { schema: JsonObject };

/** A request that says what its answer looks like: a form, checked before it is sent. */
export function SchemaReview({ schema, draft, change, disabled, hasKeys, middle, extraButtons, onSend }: SchemaReviewProps) {
  const id = useId();
  const edited = useEdited(schema, undefined, draft.edits);
  const [problems, setProblems] = useState(NO_PROBLEMS);

  function send() {
    setProblems(edited.problems);
    if (edited.problems.size > 0) focusField(id);
    else onSend(edited.value, "Send answer");
  }

  return (
    <>
      <div
        id={id}
        role="group"
        aria-label="Your answer"
        className="@container mt-3 overflow-hidden rounded-md border border-line bg-panel"
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || disabled) return;
          event.preventDefault();
          send();
        }}
      >
        <FieldRows
          root={edited.root}
          edits={draft.edits}
          onEdit={(path, text) => {
            setProblems(NO_PROBLEMS);
            change({ edits: { ...draft.edits, [path]: text } });
          }}
          problems={problems}
          readOnly={false}
        />
      </div>
      {middle}
      <VerbRow
        verbs={[{ id: "send", label: "Send answer", style: "primary", pick: send, pickByKey: () => focusField(id) }]}
        more={{ e: () => focusField(id) }}
        disabled={disabled}
        hasKeys={hasKeys}
        extraButtons={extraButtons}
      />
    </>
  );
}
