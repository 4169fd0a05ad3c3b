"use client";

import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip";
import { Field, TextArea } from "@/components/ui/field";
import type { RequestAction } from "@/lib/request/request-view";
import type { Json } from "@/lib/schema/json";
import { FieldRows, Row } from "./field-rows";
import { FoldedText } from "./folded-text";
import type { EditedValue } from "./use-edited";
import type { ActionDraft } from "./use-request-draft";

export type ActionCardProps = {
  action: RequestAction;
  draft: ActionDraft;
  edited: EditedValue;
  change: (part: Partial<ActionDraft>) => void;
  problems: ReadonlyMap<string, string>;
  /** Prefix of the ids that keys go to. */
  id: string;
  place?: number;
  /** Buttons of a decision of its own. */
  decisions?: ReactNode;
  /** A refusal is being thought of, so that its reason is asked for. */
  asksReason: boolean;
  onReasonEnter?: () => void;
  headingLevel: "h2" | "h3";
};

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** One action that the agent wants to do, with its arguments to be looked at or edited. */
export function ActionCard({
  action,
  draft,
  edited,
  change,
  problems,
  id,
  place,
  decisions,
  asksReason,
  onReasonEnter,
  headingLevel: Heading,
}: ActionCardProps) {
  const canEdit = action.decisions.includes("edit");
  const hasFields = edited.root.kind === "group" ? edited.root.fields.length > 0 : canEdit || !isEmpty(action.args);
  return (
    <div id={id} className="@container mt-3 overflow-hidden rounded-md border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2">
        <Heading className="min-w-0 font-mono font-semibold break-all">
          {place === undefined ? null : <span className="mr-1.5 font-normal text-faint tabular-nums">{place}</span>}
          {action.name}
        </Heading>
        <Chip tone="wait">needs approval</Chip>
        {decisions === undefined ? null : <div className="ml-auto">{decisions}</div>}
      </div>
      {action.description === null ? null : (
        <FoldedText asMarkdown text={action.description} className="max-h-72 overflow-y-auto border-t border-line px-3 py-2 text-muted" />
      )}
      {hasFields ? (
        <div className="border-t border-line">
          <FieldRows
            root={edited.root}
            edits={draft.edits}
            onEdit={(path, text) => change({ edits: { ...draft.edits, [path]: text } })}
            problems={problems}
            readOnly={!canEdit}
          />
        </div>
      ) : (
        <p className="border-t border-line px-3 py-2 text-sm text-muted">Without arguments.</p>
      )}
      {asksReason ? (
        <Row label="Reason" htmlFor={`${id}-reason`}>
          <TextArea
            id={`${id}-reason`}
            rows={1}
            className="field-sizing-content max-h-72 min-h-7 py-1 max-md:min-h-11 max-md:text-base"
            placeholder="Told to the agent when you refuse"
            value={draft.reason}
            onChange={(event) => change({ reason: event.target.value })}
            onKeyDown={(event) => {
              if (onReasonEnter === undefined || event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
              event.preventDefault();
              onReasonEnter();
            }}
          />
        </Row>
      ) : null}
    </div>
  );
}

export type ResponseFieldProps = {
  id: string;
  draft: ActionDraft;
  change: (part: Partial<ActionDraft>) => void;
  problem: string | null;
  onEnter?: () => void;
};

/** What is told to the agent in place of the action. */
export function ResponseField({ id, draft, change, problem, onEnter }: ResponseFieldProps) {
  return (
    <Field label="Response" htmlFor={id} error={problem}>
      <TextArea
        id={id}
        autoFocus
        className="max-md:text-base"
        placeholder="Told to the agent in place of doing it"
        value={draft.response}
        aria-invalid={problem !== null}
        onChange={(event) => change({ response: event.target.value })}
        onKeyDown={(event) => {
          if (onEnter === undefined || event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </Field>
  );
}
