"use client";

import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/field";
import { useModKey } from "@/components/ui/use-mod-key";
import { parseFreeAnswer } from "@/lib/request/build-answer";
import type { Json } from "@/lib/schema/json";

export type FreeAnswerProps = {
  isMain: boolean;
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  /** Why an answer does not fit what was asked; null where it does. */
  misfit?: (answer: Json) => string | null;
  onSend: (answer: Json) => void;
  extraButtons?: ReactNode;
};

/** Any answer at all, as text or JSON; folded away where there are buttons. */
export function FreeAnswer({ isMain, value, onChange, disabled, misfit, onSend, extraButtons }: FreeAnswerProps) {
  const id = useId();
  const mod = useModKey();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!isMain && !isOpen && value === "") {
    return (
      <button
        type="button"
        className="mt-2 block text-sm text-muted underline decoration-line-strong underline-offset-2 hover:text-text max-md:py-3"
        onClick={() => setOpen(true)}
      >
        Answer with text or JSON
      </button>
    );
  }
  const isEmpty = value.trim() === "";
  const isJson = !isEmpty && typeof parseFreeAnswer(value) !== "string";

  function send() {
    if (disabled || isEmpty) return;
    const answer = parseFreeAnswer(value);
    const found = misfit?.(answer) ?? null;
    setProblem(found);
    if (found === null) onSend(answer);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || disabled || isEmpty) return;
    event.preventDefault();
    send();
  }

  return (
    <div className="mt-2.5 flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        Answer
      </label>
      <TextArea
        id={id}
        className="max-md:text-base"
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={(event) => {
          setProblem(null);
          onChange(event.target.value);
        }}
        onKeyDown={onKeyDown}
        placeholder="Text, or JSON"
      />
      {problem === null ? null : (
        <p role="alert" id={`${id}-problem`} className="text-sm text-bad">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant={isMain ? "primary" : "default"} className="max-md:h-11 max-md:px-3.5" disabled={disabled || isEmpty} onClick={send}>
          Send
        </Button>
        <span className="text-sm text-muted">{isEmpty ? `${mod}Enter sends` : isJson ? "is sent as JSON" : "is sent as text"}</span>
        {extraButtons}
      </div>
    </div>
  );
}
