"use client";

import { useMemo, useState } from "react";
import { Select, TextArea, TextInput } from "@/components/ui/field";
import { JsonEditor } from "@/components/ui/json-editor";
import { cn } from "@/components/ui/cn";
import type { RequestField } from "@/lib/request/fields";
import type { Json } from "@/lib/schema/json";
import { FoldedText, MoreButton } from "./folded-text";
import { InlineDiff, ValueChange } from "./inline-diff";
import { ListInput } from "./list-input";
import { optionText } from "./option-text";

export type FieldInputProps = {
  id: string;
  field: RequestField;
  /** What it shows when nobody has touched it. */
  start: string;
  /** What was typed, or `start`. */
  text: string;
  onChange: (text: string) => void;
  problem: string | null;
  describedBy: string | undefined;
};

/** Longer values are shown folded until somebody wants to edit them. */
const FOLDED = 5000;

/** The control for one field, with what was proposed where it was changed. */
export function FieldInput(props: FieldInputProps) {
  const { field, start, text, onChange } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  if (text.length > FOLDED && !isUnfolded) {
    return (
      <div className="rounded-md border border-line bg-panel px-2 py-1.5 font-mono">
        <FoldedText text={text} short={500} />
        <MoreButton className="mt-1" onClick={() => setUnfolded(true)}>{`Edit ${field.label === "" ? "it" : field.label}`}</MoreButton>
      </div>
    );
  }
  const change = text === start ? null : <Change field={field} start={start} text={text} />;
  switch (field.kind) {
    case "text":
    case "number":
    case "integer":
      return <LineInput {...props} />;
    case "list":
      return (
        <>
          <ItemsInput {...props} />
          {change}
        </>
      );
    case "long_text":
      return (
        <>
          <TextArea
            {...common(props)}
            className="field-sizing-content max-h-72 min-h-7 py-1 font-mono max-md:min-h-11 max-md:text-base"
            rows={Math.min(10, text.split("\n").length)}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
          {start === "" ? null : change}
        </>
      );
    case "boolean":
    case "choice":
      return (
        <>
          <OptionInput {...props} />
          {start === "" ? null : change}
        </>
      );
    case "date":
    case "date_time":
      return (
        <>
          <DateInput {...props} />
          {start === "" ? null : change}
        </>
      );
    default:
      return (
        <>
          <JsonEditor
            label={field.label === "" ? "Answer as JSON" : `${field.label} as JSON`}
            value={text}
            onChange={onChange}
            invalid={props.problem !== null}
            maxHeight="240px"
          />
          {text === "" ? <p className="mt-1 text-sm text-muted">Written as JSON.</p> : null}
          {start === "" ? null : change}
        </>
      );
  }
}

function common({ id, problem, describedBy }: FieldInputProps) {
  return { id, "aria-invalid": problem !== null, "aria-describedby": describedBy, className: "font-mono max-md:text-base" };
}

/** One line. While it is not typed into, a change stands in it as what was proposed and what it is to be. */
function LineInput(props: FieldInputProps) {
  const { field, start, text, onChange } = props;
  const isChanged = start !== "" && text !== start;
  const shared = common(props);
  return (
    <div className="relative">
      <TextInput
        {...shared}
        className={cn("peer", shared.className, "max-md:h-11")}
        inputMode={field.kind === "text" ? undefined : "decimal"}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {isChanged ? (
        <span className="pointer-events-none absolute inset-px flex items-center overflow-hidden rounded-[5px] bg-panel px-2 font-mono whitespace-nowrap peer-focus:hidden">
          <span className="sr-only">Proposed and changed: </span>
          <ValueChange before={start} after={text} />
        </span>
      ) : null}
    </div>
  );
}

function Change({ field, start, text }: { field: RequestField; start: string; text: string }) {
  const words = (typed: string) => {
    if (typed === "" || (field.kind !== "choice" && field.kind !== "boolean")) return typed;
    return field.kind === "choice" ? optionText(field.options[Number(typed)] ?? null) : typed === "true" ? "Yes" : "No";
  };
  const isProse = field.kind === "long_text" || field.kind === "json" || field.kind === "list";
  return (
    <p className="mt-1 max-h-40 overflow-y-auto font-mono text-sm break-words whitespace-pre-wrap">
      {isProse && text !== "" ? <InlineDiff before={start} after={text} /> : <ValueChange before={words(start)} after={words(text)} />}
    </p>
  );
}

function OptionInput(props: FieldInputProps) {
  const { field, text, onChange } = props;
  const isYesNo = field.kind === "boolean";
  const canBeEmpty = text === "" || !field.required || field.nullable;
  const shared = common(props);
  return (
    <Select {...shared} className={cn(shared.className, "max-md:h-11")} value={text} onChange={(event) => onChange(event.target.value)}>
      {canBeEmpty ? <option value="">{field.required ? "Choose" : "Not given"}</option> : null}
      {isYesNo ? (
        <>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </>
      ) : (
        field.options.map((option, place) => (
          <option key={place} value={place}>
            {optionText(option)}
          </option>
        ))
      )}
    </Select>
  );
}

/** A moment as the browser's field has it, in the person's own time. */
function toLocal(text: string): string {
  const date = new Date(text);
  if (text === "" || Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function DateInput(props: FieldInputProps) {
  const { field, text, onChange } = props;
  const shared = common(props);
  const isDay = field.kind === "date";
  return (
    <TextInput
      {...shared}
      className={cn(shared.className, "max-md:h-11")}
      type={isDay ? "date" : "datetime-local"}
      value={isDay ? text : toLocal(text)}
      onChange={(event) => {
        const typed = event.target.value;
        onChange(isDay || typed === "" ? typed : new Date(typed).toISOString());
      }}
    />
  );
}

function ItemsInput({ field, text, onChange }: FieldInputProps) {
  const items = useMemo(() => readItems(text), [text]);
  return <ListInput field={field} items={items} onChange={(next) => onChange(JSON.stringify(next, null, 2))} />;
}

function readItems(text: string): Json[] {
  try {
    const parsed = JSON.parse(text === "" ? "[]" : text) as Json;
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
