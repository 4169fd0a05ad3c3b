"use client";

import { useId, useMemo, type ReactNode } from "react";
import { startText, type Edits } from "@/lib/request/edits";
import type { RequestField } from "@/lib/request/fields";
import { FieldInput } from "./field-input";
import { ValueTree } from "./value-tree";

export type FieldRowsProps = {
  /** The value as a whole. */
  root: RequestField;
  edits: Edits;
  onEdit: (path: string, text: string) => void;
  problems: ReadonlyMap<string, string>;
  readOnly: boolean;
};

/** One row for each field of a value: its name, and a control or, read only, what it is. */
export function FieldRows({ root, ...shared }: FieldRowsProps) {
  if (root.kind !== "group") return <FieldRow field={root} {...shared} />;
  const own = shared.problems.get(root.path);
  return (
    <>
      {root.fields.map((field) => (
        <FieldRow key={field.path} field={field} {...shared} />
      ))}
      {own === undefined ? null : (
        <p role="alert" className="border-t border-line px-3 py-2 text-sm text-bad">
          It {own}.
        </p>
      )}
    </>
  );
}

type RowProps = Omit<FieldRowsProps, "root"> & { field: RequestField };

function FieldRow({ field, ...shared }: RowProps) {
  const { edits, onEdit, problems, readOnly } = shared;
  const id = useId();
  const start = useMemo(() => startText(field), [field]);
  const label = field.label === "" ? "Answer" : field.label;
  if (readOnly) {
    return (
      <Row label={label} help={field.help}>
        <div className="max-h-72 overflow-y-auto py-1 font-mono">
          <ValueTree value={field.start ?? null} />
        </div>
      </Row>
    );
  }
  const problem = problems.get(field.path) ?? null;
  if (field.kind === "group") {
    return (
      <fieldset className="min-w-0 border-t border-line px-3 pt-2 first:border-0">
        <legend className="float-left w-full font-mono text-sm text-muted">{label}</legend>
        {field.help === null ? null : <p className="clear-left text-sm text-muted">{field.help}</p>}
        <div className="clear-left mb-2 rounded-md border border-line">
          {field.fields.map((inner) => (
            <FieldRow key={inner.path} field={inner} {...shared} />
          ))}
        </div>
        {problem === null ? null : <Problem text={problem} id={`${id}-problem`} />}
      </fieldset>
    );
  }
  const described = [field.help === null ? null : `${id}-help`, problem === null ? null : `${id}-problem`].filter((each) => each !== null);
  return (
    <Row label={label} htmlFor={id} help={field.help} helpId={`${id}-help`} isRequired={field.required && field.start === undefined}>
      <FieldInput
        id={id}
        field={field}
        start={start}
        text={edits[field.path] ?? start}
        onChange={(text) => onEdit(field.path, text)}
        problem={problem}
        describedBy={described.length === 0 ? undefined : described.join(" ")}
      />
      {problem === null ? null : <Problem text={problem} id={`${id}-problem`} />}
    </Row>
  );
}

function Problem({ text, id }: { text: string; id: string }) {
  return (
    <p role="alert" id={id} className="mt-1 text-sm text-bad">
      {text}
    </p>
  );
}

export type ReviewRowProps = {
  label: string;
  htmlFor?: string;
  help?: string | null;
  helpId?: string;
  isRequired?: boolean;
  children: ReactNode;
};

/** A row of a card: the name on the left where there is room, above it where there is not. */
export function Row({ label, htmlFor, help = null, helpId, isRequired = false, children }: ReviewRowProps) {
  const name = (
    <>
      <span className="break-words">{label}</span>
      {isRequired ? <span className="ml-1 font-sans text-faint">required</span> : null}
    </>
  );
  return (
    <div className="grid gap-x-3 gap-y-1 border-t border-line px-3 py-2 first:border-0 @md:grid-cols-[minmax(0,9rem)_minmax(0,1fr)]">
      <div className="min-w-0 pt-1 font-mono text-sm text-muted">{htmlFor === undefined ? name : <label htmlFor={htmlFor}>{name}</label>}</div>
      <div className="min-w-0">
        {children}
        {help === null ? null : (
          <p id={helpId} className="mt-1 text-sm text-muted">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
