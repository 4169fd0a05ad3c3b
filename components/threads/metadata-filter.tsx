"use client";

import { X } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { TextInput } from "@/components/ui/field";
import { readMetadata } from "./filters";

/** `key=value` that the metadata must have; several at once. */
export function MetadataFilter({ values, onChange }: { values: string[]; onChange: (values: string[]) => void }) {
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Backspace" && text === "" && values.length > 0) onChange(values.slice(0, -1));
    if (event.key !== "Enter" || text.trim() === "") return;
    event.preventDefault();
    if (readMetadata(text) === null) return setWrong(true);
    if (!values.includes(text.trim())) onChange([...values, text.trim()]);
    setText("");
  }

  return (
    <>
      <div className="relative">
        <TextInput
          aria-label="Metadata, as key=value"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? "metadata-help" : undefined}
          placeholder="metadata: key=value"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
          onKeyDown={onKeyDown}
          className="w-44"
        />
        {isWrong ? (
          <p
            id="metadata-help"
            role="alert"
            className="absolute top-8 left-0 z-10 w-64 rounded-md border border-line bg-raised px-2 py-1 text-sm text-bad shadow-float"
          >
            Write a key and a value, such as user=ann or customer.plan=pro.
          </p>
        ) : null}
      </div>
      {values.map((value) => (
        <span key={value} className="inline-flex h-7 items-center gap-1 rounded-md border border-line bg-hover pl-2 font-mono text-sm">
          {value}
          <button
            type="button"
            aria-label={`Remove ${value}`}
            onClick={() => onChange(values.filter((other) => other !== value))}
            className="grid size-6 place-items-center rounded text-muted hover:text-text"
          >
            <X aria-hidden className="size-3" />
          </button>
        </span>
      ))}
    </>
  );
}
