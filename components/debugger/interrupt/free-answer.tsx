"use client";

import { useId, useState, type KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/field";
import { useModKey } from "@/components/ui/use-mod-key";
import type { Json } from "@/lib/schema/json";
import { parseFreeAnswer } from "./payload";

export type FreeAnswerProps = {
  isMain: boolean;
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  onSend: (answer: Json) => void;
};

/** Any answer at all, as text or JSON; folded away where there are buttons. */
export function FreeAnswer({ isMain, value, onChange, disabled, onSend }: FreeAnswerProps) {
  const id = useId();
  const mod = useModKey();
  const [isOpen, setOpen] = useState(false);
  if (!isMain && !isOpen && value === "") {
    return (
      <button
        type="button"
        className="mt-2 text-sm text-muted underline decoration-line-strong underline-offset-2 hover:text-text"
        onClick={() => setOpen(true)}
      >
        Answer with text or JSON
      </button>
    );
  }
  const isJson = value.trim() !== "" && typeof parseFreeAnswer(value) !== "string";

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || disabled || value.trim() === "") return;
    event.preventDefault();
    onSend(parseFreeAnswer(value));
  }

  return (
    <div className="mt-2.5 flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        Answer
      </label>
      <TextArea id={id} value={value} onChange={(event) => onChange(event.target.value)} onKeyDown={onKeyDown} placeholder="Text, or JSON" />
      <div className="flex items-center gap-2">
        <Button variant={isMain ? "primary" : "default"} disabled={disabled || value.trim() === ""} onClick={() => onSend(parseFreeAnswer(value))}>
          Send
        </Button>
        <span className="text-sm text-muted">{value.trim() === "" ? `${mod}Enter sends` : isJson ? "is sent as JSON" : "is sent as text"}</span>
      </div>
    </div>
  );
}
