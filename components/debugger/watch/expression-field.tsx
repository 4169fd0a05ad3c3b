import { useEffect, useId, useState, type ReactNode } from "react";
import { TextInput } from "@/components/ui/field";
import { checkExpression } from "./check-expression";

export type ExpressionFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called with Enter, once the text can be read. */
  onSubmit: () => void;
  onCancel?: () => void;
  placeholder: string;
  /** Names to begin with: the state's channels. */
  channels: readonly string[];
  autoFocus?: boolean;
  /** What stands beside the field. */
  children?: ReactNode;
};

/** A field for an expression over the state, which says while one types what cannot be read, and where. */
export function ExpressionField({
  label,
  value,
  onChange,
  onSubmit,
  onCancel,
  placeholder,
  channels,
  autoFocus = false,
  children,
}: ExpressionFieldProps) {
  const id = useId();
  const problem = useProblem(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null && value.trim() !== "") onSubmit();
      }}
    >
      <div className="flex gap-1.5">
        <TextInput
          aria-label={label}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          autoFocus={autoFocus}
          autoComplete="off"
          spellCheck={false}
          list={`${id}-channels`}
          maxLength={2000}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && onCancel !== undefined) {
              event.stopPropagation();
              onCancel();
            }
          }}
          className="min-w-0 flex-1 font-mono text-sm [&::-webkit-calendar-picker-indicator]:hidden!"
        />
        {children}
      </div>
      <datalist id={`${id}-channels`}>
        {channels.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {problem === null ? null : (
        <p id={`${id}-problem`} role="status" className="mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
    </form>
  );
}

/** Typing goes on before the complaint appears. */
const PATIENCE_MS = 250;

/** Why the text cannot be read, or null while it can or is still being typed. */
export function useProblem(text: string): string | null {
  const [checked, setChecked] = useState<{ text: string; problem: string | null }>({ text: "", problem: null });
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void checkExpression(text).then((problem) => {
        if (isCurrent) setChecked({ text, problem });
      });
    }, PATIENCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return checked.text === text ? checked.problem : null;
}
