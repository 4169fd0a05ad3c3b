"use client";

import { useState } from "react";
import { Select, TextInput } from "./field";

const UNITS = [
  { seconds: 1, name: "seconds" },
  { seconds: 60, name: "minutes" },
  { seconds: 3600, name: "hours" },
  { seconds: 86_400, name: "days" },
] as const;

/** The largest unit that measures the time without a rest. */
function unitOf(seconds: number): number {
  return UNITS.findLast((unit) => seconds % unit.seconds === 0)?.seconds ?? 1;
}

export type DurationFieldProps = {
  id?: string;
  /** What is measured, for the names of both parts. */
  label: string;
  /** Seconds; null for none. */
  value: number | null;
  onChange: (seconds: number | null) => void;
  disabled?: boolean;
  invalid?: boolean;
};

/** A length of time: a whole number and its unit. Anything else counts as none. */
export function DurationField({ id, label, value, onChange, disabled = false, invalid = false }: DurationFieldProps) {
  const [unit, setUnit] = useState(() => (value === null ? 3600 : unitOf(value)));
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === null ? "" : String(value / unit));

  function change(text: string, by: number) {
    setTyped(text);
    const amount = Number(text);
    onChange(text.trim() !== "" && Number.isInteger(amount) && amount > 0 ? amount * by : null);
  }

  return (
    <span className="flex items-center gap-1">
      <TextInput
        id={id}
        inputMode="numeric"
        aria-label={label}
        value={shown}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        placeholder="none"
        onChange={(event) => change(event.target.value, unit)}
        onBlur={() => setTyped(null)}
        className="w-16 text-right tabular-nums"
      />
      <Select
        aria-label={`Unit of ${label}`}
        value={unit}
        disabled={disabled}
        onChange={(event) => {
          const next = Number(event.target.value);
          setUnit(next);
          change(shown, next);
        }}
        className="w-24"
      >
        {UNITS.map((one) => (
          <option key={one.name} value={one.seconds}>
            {one.name}
          </option>
        ))}
      </Select>
    </span>
  );
}
