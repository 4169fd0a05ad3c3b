"use client";

import { DurationField } from "@/components/ui/duration-field";
import { Select, TextInput } from "@/components/ui/field";
import { useDraft } from "../use-draft";
import { changeOfPart, choicesOf, readRule, type Rule } from "./approval-rule";
import { CodeSetting } from "./code-setting";
import { changeOf, type SettingProps } from "./setting-props";

/** Who must answer an approval, and what is answered when nobody does in time. */
export function ApprovalSetting(props: SettingProps) {
  const { id, field, kit, set, readOnly } = props;
  const { name } = field;
  const hasCode = Object.keys(kit.code).some((path) => path === name || path.startsWith(`${name}.`));
  const rule = readRule(kit.settings[name], hasCode);
  const choices = choicesOf(kit.settings.choices);
  const save = (part: Partial<Rule>) =>
    rule === null ? Promise.resolve(false) : set({ settings: changeOfPart(name, choices, rule, part) }, changeOf(props));
  const group = useDraft(rule?.group ?? "", (text) => save({ group: text }));
  if (rule === null) return <CodeSetting {...props} />;
  const values = choices.map(({ value }) => value);
  // What nobody has decided is best refused: the last choice is, by custom.
  const fallback = values.at(-1) ?? "";
  return (
    <div className="flex flex-col gap-1.5 rounded-md border border-line p-2">
      <label className="flex items-center justify-between gap-2">
        <span className="text-muted">Only people of</span>
        <TextInput
          id={id}
          value={group.text}
          placeholder="anybody"
          readOnly={readOnly}
          aria-invalid={group.isRefused || undefined}
          onChange={(event) => group.change(event.target.value)}
          onBlur={group.flush}
          className="w-40"
        />
      </label>
      <label className="flex items-center justify-between gap-2">
        <span className="text-muted">Approvers</span>
        <Select
          value={rule.approvers}
          disabled={readOnly}
          onChange={(event) => void save({ approvers: Number(event.target.value) })}
          className="w-40"
        >
          <option value={1}>one</option>
          <option value={2}>two different people</option>
        </Select>
      </label>
      <div className="flex items-center justify-between gap-2">
        <span className="text-muted">Deadline</span>
        <DurationField
          label="Deadline"
          value={rule.seconds}
          disabled={readOnly}
          onChange={(seconds) => void save({ seconds, answer: rule.answer === "" ? fallback : rule.answer })}
        />
      </div>
      {rule.seconds === null ? null : (
        <label className="flex items-center justify-between gap-2">
          <span className="text-muted">Then answered with</span>
          <Select value={rule.answer} disabled={readOnly} onChange={(event) => void save({ answer: event.target.value })} className="w-40">
            {(values.includes(rule.answer) ? values : [rule.answer, ...values]).map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </Select>
        </label>
      )}
    </div>
  );
}
