"use client";

import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { TextArea } from "@/components/ui/field";
import type { ExpressionCheck } from "./use-expression-check";

type ConditionFieldProps = {
  label: string;
  hint: string;
  value: string;
  check: ExpressionCheck;
  /** What the server said of it. */
  refusal: string | null;
  required: boolean;
  autoFocus: boolean;
  onChange: (text: string) => void;
  onSubmit: () => void;
};

/** A condition, with what is wrong with it under the very place. Enter saves. */
export function ConditionField({ label, hint, value, check, refusal, required, autoFocus, onChange, onSubmit }: ConditionFieldProps) {
  const id = useId();
  const isWrong = check.state === "wrong" || refusal !== null;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
        {required ? null : <span className="ml-1 font-normal text-faint">optional</span>}
      </label>
      <TextArea
        id={id}
        value={value}
        rows={2}
        spellCheck={false}
        autoCapitalize="off"
        autoFocus={autoFocus}
        placeholder="notes.length > 3"
        aria-invalid={isWrong}
        aria-describedby={`${id}-help`}
        className="min-h-12 font-mono text-sm"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onSubmit();
        }}
      />
      <p id={`${id}-help`} role={isWrong ? "alert" : undefined} className={cn("text-sm", isWrong ? "text-bad" : "text-muted")}>
        {refusal ?? <CheckWords value={value} check={check} hint={hint} />}
      </p>
    </div>
  );
}

function CheckWords({ value, check, hint }: { value: string; check: ExpressionCheck; hint: string }) {
  switch (check.state) {
    case "empty":
      return hint;
    case "wrong":
      return (
        <>
          {check.message}{" "}
          <span className="font-mono text-muted">
            {value.slice(Math.max(0, check.index - 16), check.index)}
            <mark className="bg-bad-bg text-bad underline decoration-wavy underline-offset-2">
              {value.slice(check.index, check.index + 1) || "␣"}
            </mark>
            {value.slice(check.index + 1, check.index + 12)}
          </span>
        </>
      );
    case "fine":
      return check.unknown.length === 0 ? (
        hint
      ) : (
        <span className="text-wait">
          The state has no <span className="font-mono">{check.unknown.join(", ")}</span>. Until it does, this stops with an error.
        </span>
      );
  }
}
