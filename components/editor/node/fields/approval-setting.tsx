"use client";

import { DurationField } from "@/components/ui/duration-field";
import { Select, TextInput } from "@/components/ui/field";
import type { Json, JsonObject } from "@/lib/schema/json";
import { useDraft } from "../use-draft";
import { CodeSetting } from "./code-setting";
import { changeOf, type SettingProps } from "./setting-props";

type Rule = { group: string; approvers: number; seconds: number | null; answer: string };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The rule as the form has it; null for one that only code can say, such as an answer with a comment. */
function readRule(value: Json | undefined, hasCode: boolean): Rule | null {
  const rule = value === undefined ? {} : value;
  if (hasCode || !isObject(rule)) return null;
  const deadline = rule.deadline === undefined ? {} : rule.deadline;
  if (!isObject(deadline) || (deadline.answer !== undefined && typeof deadline.answer !== "string")) return null;
  return {
    group: typeof rule.group === "string" ? rule.group : "",
    approvers: rule.approvers === 2 ? 2 : 1,
    seconds: typeof deadline.seconds === "number" ? deadline.seconds : null,
    answer: typeof deadline.answer === "string" ? deadline.answer : "",
  };
}

function toSetting({ group, approvers, seconds, answer }: Rule): Json {
  const rule: JsonObject = {
    ...(group.trim() === "" ? {} : { group: group.trim() }),
    ...(approvers === 1 ? {} : { approvers }),
    ...(seconds === null ? {} : { deadline: { seconds, answer } }),
  };
  return Object.keys(rule).length === 0 ? null : rule;
}

/** The values of the node's decisions. */
function choicesOf(choices: Json | undefined): string[] {
  if (!Array.isArray(choices)) return [];
  return choices.flatMap((choice) => (isObject(choice) && typeof choice.value === "string" ? [choice.value] : []));
}

/** Who must answer an approval, and what is answered when nobody does in time. */
export function ApprovalSetting(props: SettingProps) {
  const { id, field, kit, set, readOnly } = props;
  const { name } = field;
  const hasCode = Object.keys(kit.code).some((path) => path === name || path.startsWith(`${name}.`));
  const rule = readRule(kit.settings[name], hasCode);
  const save = (change: Partial<Rule>) =>
    rule === null ? Promise.resolve(false) : set({ settings: { [name]: toSetting({ ...rule, ...change }) } }, changeOf(props));
  const group = useDraft(rule?.group ?? "", (text) => save({ group: text }));
  if (rule === null) return <CodeSetting {...props} />;
  const choices = choicesOf(kit.settings.choices);
  // What nobody has decided is best refused: the last choice is, by custom.
  const fallback = choices.at(-1) ?? "";
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
            {(choices.includes(rule.answer) ? choices : [rule.answer, ...choices]).map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </Select>
        </label>
      )}
    </div>
  );
}
