"use client";

import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { Field, TextArea, TextInput } from "@/components/ui/field";
import type { EditAnswer } from "./use-state-edit";
import { useDraft } from "./use-draft";

type CommitFieldProps = {
  label: string;
  value: string;
  /** Names the field among all forms, so that what is typed is kept. */
  draftKey: string;
  /** Makes the edit; what it refuses stands below the field, and the text stays. */
  onCommit: (text: string) => Promise<EditAnswer>;
  help?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
  mono?: boolean;
  multiline?: boolean;
};

/** A text that is written to the file when it is left, or by Enter. Escape takes back what was typed. */
export function CommitField({
  label,
  value,
  draftKey,
  onCommit,
  help,
  placeholder,
  disabled = false,
  mono = false,
  multiline = false,
}: CommitFieldProps) {
  const id = useId();
  const draft = useDraft(draftKey, value);
  const [error, setError] = useState<string | null>(null);
  const commit = async () => {
    if (!draft.isChanged) return setError(null);
    const answer = await onCommit(draft.text);
    setError(answer.status === "refused" ? answer.reason : null);
    if (answer.status === "done") draft.clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && draft.isChanged) {
      event.stopPropagation();
      draft.clear();
      setError(null);
    } else if (event.key === "Enter" && (!multiline || event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      void commit();
    }
  };
  const props = {
    id,
    value: draft.text,
    placeholder,
    disabled,
    spellCheck: mono ? false : undefined,
    "aria-invalid": error !== null,
    className: mono ? "font-mono text-sm" : undefined,
    onKeyDown,
    onBlur: () => void commit(),
  };
  return (
    <Field label={label} htmlFor={id} help={help} error={error}>
      {multiline ? (
        <TextArea {...props} onChange={(event) => draft.change(event.target.value)} />
      ) : (
        <TextInput {...props} onChange={(event) => draft.change(event.target.value)} />
      )}
    </Field>
  );
}
