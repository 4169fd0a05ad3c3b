"use client";

import { useMemo, useState, type ReactNode } from "react";
import { Chip } from "@/components/ui/chip";
import { StatusDot } from "@/components/ui/status-dot";
import { checkAnswer } from "@/lib/request/check-answer";
import { readRequest, ruleProblemIn } from "@/lib/request/read-request";
import type { RequestView } from "@/lib/request/request-view";
import type { Json } from "@/lib/schema/json";
import { ActionList } from "./action-list";
import { ActionReview } from "./action-review";
import { ChoiceReview } from "./choice-review";
import { FreeAnswer } from "./free-answer";
import type { PartProps } from "./part-props";
import { RequestBody } from "./request-body";
import { SchemaReview } from "./schema-review";
import { useRequestDraft, type RequestDraft } from "./use-request-draft";

export type RequestFormProps = {
  /** The payload. */
  value: Json;
  /** The schema for the answer that LangGraph keeps beside the payload. */
  responseSchema?: Json | null;
  node: string;
  /** What is typed is kept under it until the answer is taken: of one request of one thread. */
  draftKey: string;
  /** Nothing can be sent now; what is typed is kept. */
  disabled: boolean;
  /** Why the last answer was refused, and what to do about it. */
  problem: ReactNode;
  /**
   * Sends the answer; true when it was taken, and what was typed is forgotten. `words`: what the button said.
   */
  onSend: (answer: Json, words: string) => Promise<boolean>;
  /** Between what is asked and the buttons: what an answer will cause. */
  children?: ReactNode;
  extraButtons?: ReactNode;
  /** In a `panel` it has its own title; a `page` brings one. */
  layout: "panel" | "page";
  /** `a`, `e`, `r` and so on answer this request. */
  keys?: boolean;
};

/** One request: what it asks, and all the ways to answer it. */
export function RequestForm(props: RequestFormProps) {
  const { value, responseSchema = null, node, draftKey, disabled, problem, onSend } = props;
  const { children = null, extraButtons = null, layout, keys = true } = props;
  const view = useMemo(() => readRequest(value, responseSchema), [value, responseSchema]);
  const ruleProblem = useMemo(() => ruleProblemIn(value), [value]);
  const { draft, change: changeDraft, forget, isTooLong } = useRequestDraft(draftKey, value);
  const [misfit, setMisfit] = useState<string | null>(null);

  function change(part: Partial<RequestDraft>) {
    setMisfit(null);
    changeDraft(part);
  }

  async function send(answer: Json, words: string) {
    const found = checkAnswer(value, answer, responseSchema);
    setMisfit(found);
    if (found !== null) return;
    if (await onSend(answer, words)) forget();
  }

  const isAnswered = view.actions.length > 0 || view.choices.length > 0 || view.schema !== null;
  const part: PartProps = {
    draft,
    change,
    disabled,
    hasKeys: keys,
    headingLevel: layout === "page" ? "h2" : "h3",
    middle: children,
    extraButtons,
    onSend: (answer, words) => void send(answer, words),
  };
  return (
    <>
      {layout === "panel" ? <PanelTitle text={view.title ?? "The workflow asks"} node={node} /> : null}
      <RequestBody view={view} layout={layout} />
      {ruleProblem === null ? null : <p className="mt-2 text-sm text-wait">{ruleProblem}. Until it is corrected only an editor may answer.</p>}
      {view.schemaProblem === null ? null : <p className="mt-2 text-sm text-wait">{view.schemaProblem} Answer with text or JSON.</p>}
      <Answering view={view} part={part} />
      {isAnswered ? null : children}
      <FreeAnswer
        isMain={!isAnswered}
        extraButtons={isAnswered ? null : extraButtons}
        value={draft.free}
        onChange={(free) => change({ free })}
        disabled={disabled}
        misfit={(answer) => checkAnswer(value, answer, responseSchema)}
        onSend={(answer) => void send(answer, "Send")}
      />
      {misfit !== null || problem ? (
        <div role="alert" className="mt-2.5 text-bad">
          {misfit ?? problem}
        </div>
      ) : null}
      {isTooLong ? <p className="mt-2 text-sm text-muted">This is too long to outlast a reload of the page.</p> : null}
    </>
  );
}

function Answering({ view, part }: { view: RequestView; part: PartProps }) {
  const [first, second] = view.actions;
  if (second !== undefined) return <ActionList view={view} {...part} />;
  if (first !== undefined) return <ActionReview view={view} action={first} {...part} />;
  if (view.schema !== null) return <SchemaReview schema={view.schema} {...part} />;
  return view.choices.length > 0 ? <ChoiceReview view={view} {...part} /> : null;
}

function PanelTitle({ text, node }: { text: string; node: string }) {
  return (
    <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
      <StatusDot tone="wait" label="waiting for you" />
      <span className="max-w-[calc(100%-1.5rem)] min-w-0 break-words">{text}</span>
      <Chip tone="wait" className="max-w-full min-w-0 shrink font-mono">
        <span className="truncate">{node}</span>
      </Chip>
    </h2>
  );
}
