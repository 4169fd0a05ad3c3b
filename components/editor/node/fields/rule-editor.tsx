"use client";

import { Code, Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Select, TextInput } from "@/components/ui/field";
import { readArrow } from "@/lib/source/kit/forms/template";
import {
  readRule,
  RULE_OPERATORS,
  writeRule,
  type Comparison,
  type RuleOperator,
  type RuleValue,
  type VisualRule,
} from "@/lib/source/kit/forms/rules";
import { useEditor } from "../../editor-context";
import { useDraft } from "../use-draft";
import { CodeField } from "./code-setting";

type RuleEditorProps = { label: string; code: string; parameter: string; readOnly: boolean; save: (body: string) => Promise<boolean> };

/** When a rule holds: comparisons of channels, or code where it is more than that. */
export function RuleEditor({ label, code, parameter, readOnly, save }: RuleEditorProps) {
  const body = readArrow(code)?.body ?? code;
  const rule = readRule(body, parameter);
  const [asCode, setAsCode] = useState(false);
  if (rule === null || asCode) {
    return (
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <CodeField
            id={`rule-${label}`}
            label={`Condition of ${label}`}
            value={body}
            readOnly={readOnly}
            save={save}
            placeholder="state.amount > 50"
          />
        </div>
        {rule === null ? null : (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Show as comparisons"
            title="Show as comparisons"
            aria-pressed
            onClick={() => setAsCode(false)}
          >
            <Code aria-hidden />
          </Button>
        )}
      </div>
    );
  }
  const write = (next: VisualRule) => save(writeRule(next, parameter));
  const replace = (index: number, comparison: Comparison) =>
    write({ ...rule, comparisons: rule.comparisons.map((each, at) => (at === index ? comparison : each)) });
  return (
    <div className="flex flex-col gap-1">
      {rule.comparisons.map((comparison, index) => (
        <ComparisonRow
          key={index}
          comparison={comparison}
          readOnly={readOnly}
          save={(next) => replace(index, next)}
          onRemove={
            rule.comparisons.length === 1 ? null : () => void write({ ...rule, comparisons: rule.comparisons.filter((_, at) => at !== index) })
          }
        />
      ))}
      <div className="flex items-center gap-1">
        {rule.comparisons.length > 1 ? (
          <Select
            aria-label="How many must hold"
            value={rule.join}
            disabled={readOnly}
            onChange={(event) => void write({ ...rule, join: event.target.value === "any" ? "any" : "all" })}
            className="w-auto"
          >
            <option value="all">all of these hold</option>
            <option value="any">any of these holds</option>
          </Select>
        ) : null}
        <AddComparison readOnly={readOnly} onAdd={(comparison) => void write({ ...rule, comparisons: [...rule.comparisons, comparison] })} />
        <Button variant="ghost" size="icon-sm" className="ml-auto" aria-label="Show as code" title="Show as code" onClick={() => setAsCode(true)}>
          <Code aria-hidden />
        </Button>
      </div>
    </div>
  );
}

function AddComparison({ readOnly, onAdd }: { readOnly: boolean; onAdd: (comparison: Comparison) => void }) {
  const { graph } = useEditor();
  const channel = graph?.channels[0]?.name;
  if (channel === undefined) return null;
  return (
    <Button variant="ghost" size="sm" disabled={readOnly} onClick={() => onAdd({ channel, operator: "===", value: "" })}>
      <Plus aria-hidden />
      Add a comparison
    </Button>
  );
}

type RowProps = { comparison: Comparison; readOnly: boolean; save: (comparison: Comparison) => Promise<boolean>; onRemove: (() => void) | null };

function ComparisonRow({ comparison, readOnly, save, onRemove }: RowProps) {
  const { graph } = useEditor();
  const channels = graph?.channels.map(({ name }) => name) ?? [];
  const { channel, operator } = comparison;
  return (
    <div className="flex items-center gap-1">
      <Select
        aria-label="Channel"
        value={channel}
        disabled={readOnly}
        onChange={(event) => void save({ ...comparison, channel: event.target.value })}
        className="min-w-0 flex-1 font-mono text-sm"
      >
        {channels.includes(channel) ? null : <option>{channel}</option>}
        {channels.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select
        aria-label="Comparison"
        value={operator}
        disabled={readOnly}
        onChange={(event) => {
          const next = event.target.value;
          if (isOperator(next)) void save({ ...comparison, operator: next, value: valueFor(next, comparison.value) });
        }}
        className="min-w-0 flex-1"
      >
        {Object.entries(RULE_OPERATORS).map(([name, { words }]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </Select>
      {RULE_OPERATORS[operator].hasValue ? (
        <ValueField value={comparison.value} readOnly={readOnly} save={(value) => save({ ...comparison, value })} />
      ) : null}
      {onRemove === null ? null : (
        <Button variant="ghost" size="icon-sm" aria-label="Remove the comparison" disabled={readOnly} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}

function isOperator(text: string): text is RuleOperator {
  return text in RULE_OPERATORS;
}

/** A number is what sizes are compared with. */
function valueFor(operator: RuleOperator, value: RuleValue): RuleValue {
  if (operator === "empty" || operator === "not empty") return typeof value === "string" ? "" : null;
  const isSize = [">", ">=", "<", "<="].includes(operator);
  return isSize && typeof value !== "number" ? 0 : value;
}

/** A number, `true` and `false` mean themselves, and so do quotes; everything else is text. */
function ValueField({ value, readOnly, save }: { value: RuleValue; readOnly: boolean; save: (value: RuleValue) => Promise<boolean> }) {
  const draft = useDraft(toText(value), (text) => save(toValue(text)));
  return (
    <TextInput
      aria-label="Value"
      value={draft.text}
      readOnly={readOnly}
      aria-invalid={draft.isRefused || undefined}
      onChange={(event) => draft.change(event.target.value)}
      onBlur={draft.flush}
      className="min-w-0 flex-1 font-mono text-sm"
    />
  );
}

function toText(value: RuleValue): string {
  if (typeof value !== "string") return String(value);
  return typeof toValue(value) === "string" && value !== "" ? value : JSON.stringify(value);
}

function toValue(text: string): RuleValue {
  const trimmed = text.trim();
  if (trimmed === "true" || trimmed === "false") return trimmed === "true";
  if (trimmed === "null") return null;
  if (/^-?\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  const quoted = /^"(.*)"$/.exec(trimmed)?.[1];
  return quoted ?? text;
}
