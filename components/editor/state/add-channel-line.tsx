"use client";

import { Plus } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Select, TextInput } from "@/components/ui/field";
import { readChannelLine, type LineReducer } from "@/lib/graph/channel-line";
import { useEditor } from "../editor-context";
import { useDraft } from "./use-draft";
import { useStateEdit } from "./use-state-edit";

const REDUCERS: { value: LineReducer; label: string }[] = [
  { value: "last", label: "last value" },
  { value: "append", label: "append" },
  { value: "messages", label: "messages" },
];

const isReducer = (value: string): value is LineReducer => REDUCERS.some((each) => each.value === value);

/** Adds a channel by one line: `notes: string[] append`. */
export function AddChannelLine({ draftKey }: { draftKey: string }) {
  const { graphId, readonly, select } = useEditor();
  const edit = useStateEdit();
  const id = useId();
  const draft = useDraft(`${graphId}.add.${draftKey}`, "");
  const [reducer, setReducer] = useState<LineReducer>("last");
  const [error, setError] = useState<string | null>(null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const line = readChannelLine(reducer === "messages" && !draft.text.includes(":") ? `${draft.text}: messages` : draft.text, reducer);
    if (!line.ok) return setError(line.problem);
    const { name, type, default: initial } = line;
    const answer = await edit({ type: "add_channel", name, value_type: type, reducer: line.reducer, default: initial }, `Add channel ${name}`);
    setError(answer.status === "refused" ? answer.reason : null);
    if (answer.status !== "done") return;
    draft.clear();
    setReducer("last");
    select({ channel: name });
  };
  return (
    <form onSubmit={(event) => void add(event)} className="flex flex-col gap-1">
      <div className="flex items-center gap-1.5">
        <TextInput
          id={id}
          aria-label="Add a channel"
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          placeholder="notes: string[] = []"
          spellCheck={false}
          autoComplete="off"
          disabled={readonly !== null}
          title={readonly ?? undefined}
          value={draft.text}
          onChange={(event) => {
            draft.change(event.target.value);
            setError(null);
          }}
          className="max-w-80 min-w-32 flex-1 font-mono text-sm"
        />
        <Select
          aria-label="Reducer of the new channel"
          value={reducer}
          disabled={readonly !== null}
          onChange={(event) => isReducer(event.target.value) && setReducer(event.target.value)}
          className="w-28"
        >
          {REDUCERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Button type="submit" disabled={readonly !== null || draft.text.trim() === ""}>
          <Plus /> Add
        </Button>
      </div>
      {error === null ? null : (
        <p role="alert" id={`${id}-error`} className="text-sm text-bad">
          {error}
        </p>
      )}
    </form>
  );
}
