"use client";

import { Select } from "@/components/ui/field";
import { cn } from "@/components/ui/cn";
import { useEditor } from "../editor-context";

const END = "__end__";

/** Where a way leads: a node of the workflow, or its end. */
export function TargetSelect({
  label,
  value,
  onChange,
  readOnly,
  without = [],
  placeholder,
  className,
}: {
  label: string;
  /** Null shows the placeholder. */
  value: string | null;
  onChange: (target: string) => void;
  readOnly: boolean;
  without?: readonly string[];
  placeholder?: string;
  className?: string;
}) {
  const { graph } = useEditor();
  const names = graph?.nodes.map(({ name }) => name) ?? [];
  const isKnown = value === null || value === END || names.includes(value);
  return (
    <Select
      aria-label={label}
      value={value ?? ""}
      disabled={readOnly}
      onChange={(event) => onChange(event.target.value)}
      className={cn("min-w-0 font-mono text-sm", className)}
    >
      {value === null ? <option value="">{placeholder ?? "choose a node"}</option> : null}
      {isKnown ? null : <option value={value}>{value} (no such node)</option>}
      {names
        .filter((name) => !without.includes(name) || name === value)
        .map((name) => (
          <option key={name}>{name}</option>
        ))}
      {without.includes(END) && value !== END ? null : <option value={END}>End</option>}
    </Select>
  );
}
