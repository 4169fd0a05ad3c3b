"use client";

import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import type { SourceChannel } from "@/lib/schema/source";
import { useDraft } from "./use-draft";
import type { EditAnswer } from "./use-state-edit";

const CodeEditor = dynamic(() => import("@/components/ui/code-editor").then((module) => module.CodeEditor), { ssr: false });

type Kind = "last" | "append" | "messages" | "custom";
const KINDS: { kind: Kind; label: string }[] = [
  { kind: "last", label: "last value – a write replaces it" },
  { kind: "append", label: "append – lists are joined" },
  { kind: "messages", label: "messages – appends, replaces by id" },
  { kind: "custom", label: "custom – a function of your own" },
];
const EXAMPLE = "(current, next) => [...current, ...next]";

type ReducerFieldProps = {
  channel: SourceChannel;
  draftKey: string;
  disabled: boolean;
  onCommit: (reducer: "last" | "append" | "messages" | { code: string }) => Promise<EditAnswer>;
};

/** What merges writes to a channel: one of those that everybody needs, or code. */
export function ReducerField({ channel, draftKey, disabled, onCommit }: ReducerFieldProps) {
  const id = useId();
  const kind = channel.reducer?.kind ?? "last";
  const saved = kind === "custom" ? (channel.reducer?.text ?? "") : EXAMPLE;
  const code = useDraft(`${draftKey}.code`, saved);
  const [chosen, setChosen] = useState<Kind | null>(code.isChanged ? "custom" : null);
  const [error, setError] = useState<string | null>(null);
  const shown = chosen ?? kind;
  const commit = async (reducer: Parameters<ReducerFieldProps["onCommit"]>[0]) => {
    const answer = await onCommit(reducer);
    setError(answer.status === "refused" ? answer.reason : null);
    if (answer.status !== "done") return;
    setChosen(null);
    code.clear();
  };
  const choose = (next: Kind) => {
    setChosen(next);
    setError(null);
    if (next !== "custom") void commit(next);
  };
  return (
    <Field label="Reducer" htmlFor={id} error={error} help="What becomes of a write when the channel has a value already.">
      <Select
        id={id}
        value={shown}
        disabled={disabled}
        onChange={(event) => choose(KINDS.find((each) => each.kind === event.target.value)?.kind ?? kind)}
      >
        {KINDS.map((each) => (
          <option key={each.kind} value={each.kind}>
            {each.label}
          </option>
        ))}
      </Select>
      {shown === "custom" ? (
        <div className="flex flex-col gap-1.5">
          <div className="overflow-hidden rounded-md border border-line">
            <CodeEditor
              language="typescript"
              label="Reducer code"
              value={code.text}
              readOnly={disabled}
              minHeight="60px"
              maxHeight="220px"
              {...(disabled ? {} : { onChange: code.change })}
            />
          </div>
          {code.isChanged || kind !== "custom" ? (
            <div className="flex gap-1.5">
              <Button size="sm" disabled={disabled} onClick={() => void commit({ code: code.text })}>
                Use this reducer
              </Button>
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  code.clear();
                  setChosen(null);
                  setError(null);
                }}
              >
                Discard
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
    </Field>
  );
}
