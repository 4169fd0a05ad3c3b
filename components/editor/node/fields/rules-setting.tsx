"use client";

import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/field";
import type { Json } from "@/lib/schema/json";
import { readArrow } from "@/lib/source/kit/forms/template";
import { freeName } from "@/lib/graph/free-name";
import { TargetSelect } from "../target-select";
import { useDraft } from "../use-draft";
import { useOwnBranches } from "../use-own-branches";
import { CodeSetting } from "./code-setting";
import { RuleEditor } from "./rule-editor";
import { changeOf, type SettingProps } from "./setting-props";

type Rule = { label: string; code: string };

/** The rules of the setting, or null where they are not a plain list. */
function readRules({ field, kit }: SettingProps): Rule[] | null {
  const list = kit.settings[field.name];
  if (!Array.isArray(list)) return null;
  return list.map((item, index) => ({ label: labelOf(item), code: kit.code[`${field.name}.${index}.when`] ?? "" }));
}

function labelOf(item: Json): string {
  return typeof item === "object" && item !== null && !Array.isArray(item) && typeof item.label === "string" ? item.label : "";
}

/** The rules of a condition, the first that holds first: when, what it is called, and where it leads. */
export function RulesSetting(props: SettingProps) {
  const { field, node, kit, set, readOnly } = props;
  const { targetOf, lead } = useOwnBranches(node);
  const rules = readRules(props);
  if (rules === null) return <CodeSetting {...props} />;
  const { name } = field;
  const change = changeOf(props);
  const otherwise = typeof kit.settings.otherwise === "string" ? kit.settings.otherwise : "";
  const labels = [...rules.map(({ label }) => label), otherwise];

  const swap = (a: number, b: number) => {
    const [first, second] = [rules[a], rules[b]];
    if (first === undefined || second === undefined) return;
    const settings = { [`${name}.${a}.label`]: second.label, [`${name}.${b}.label`]: first.label };
    void set({ settings, code: { [`${name}.${a}.when`]: second.code, [`${name}.${b}.when`]: first.code } }, `Move a rule of ${node}`);
  };

  return (
    <div className="flex flex-col gap-2">
      {rules.map(({ label, code }, index) => (
        <fieldset key={index} className="flex min-w-0 flex-col gap-1.5 rounded-md border border-line p-2">
          <legend className="sr-only">Rule {label}</legend>
          <div className="flex items-center gap-1">
            <LabelField
              label={`Label of rule ${index + 1}`}
              value={label}
              taken={labels.filter((_, at) => at !== index)}
              readOnly={readOnly}
              save={(text) => set({ settings: { [`${name}.${index}.label`]: text } }, `Rename ${label}`)}
            />
            <TargetSelect
              label={`${label} leads to`}
              value={targetOf(label)}
              readOnly={readOnly}
              onChange={(target) => lead(label, target)}
              className="w-28 shrink-0"
            />
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Move ${label} up`}
              disabled={readOnly || index === 0}
              onClick={() => swap(index, index - 1)}
            >
              <ArrowUp aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Move ${label} down`}
              disabled={readOnly || index === rules.length - 1}
              onClick={() => swap(index, index + 1)}
            >
              <ArrowDown aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Remove ${label}`}
              disabled={readOnly || rules.length === 1}
              onClick={() => void set({ settings: { [`${name}.${index}`]: null } }, `Remove ${label}`)}
            >
              <X aria-hidden />
            </Button>
          </div>
          <RuleEditor
            label={label}
            code={code}
            readOnly={readOnly}
            save={(text) => set({ code: { [`${name}.${index}.when`]: text } }, change)}
            parameter={readArrow(code)?.parameter ?? "state"}
          />
        </fieldset>
      ))}
      <Button
        variant="ghost"
        size="sm"
        className="self-start"
        disabled={readOnly}
        onClick={() => {
          const at = `${name}.${rules.length}`;
          void set({ settings: { [at]: { label: freeName("another", labels) } }, code: { [`${at}.when`]: "false" } }, `Add a rule to ${node}`);
        }}
      >
        <Plus aria-hidden />
        Add a rule
      </Button>
    </div>
  );
}

/** Where none of the rules holds. */
export function OtherwiseSetting(props: SettingProps) {
  const { id, field, node, kit, set, readOnly } = props;
  const { targetOf, lead } = useOwnBranches(node);
  const value = kit.settings[field.name];
  if (typeof value !== "string") return <CodeSetting {...props} />;
  const list = kit.settings.rules;
  return (
    <div className="flex items-center gap-1">
      <LabelField
        id={id}
        label="Label where no rule holds"
        value={value}
        taken={Array.isArray(list) ? list.map(labelOf) : []}
        readOnly={readOnly}
        save={(text) => set({ settings: { [field.name]: text } }, `Rename ${value}`)}
      />
      <TargetSelect
        label={`${value} leads to`}
        value={targetOf(value)}
        readOnly={readOnly}
        onChange={(target) => lead(value, target)}
        className="w-28 shrink-0"
      />
    </div>
  );
}

type LabelFieldProps = {
  id?: string;
  label: string;
  value: string;
  taken: readonly string[];
  readOnly: boolean;
  save: (text: string) => Promise<boolean>;
};

/** A branch's label, which no other branch of the node has. */
export function LabelField({ id, label, value, taken, readOnly, save }: LabelFieldProps) {
  const draft = useDraft(value, (text) => (text.trim() === "" || taken.includes(text.trim()) ? Promise.resolve(false) : save(text.trim())));
  const problem = draft.text.trim() === "" ? "A label is needed." : taken.includes(draft.text.trim()) ? "Another one is called that." : null;
  return (
    <TextInput
      id={id}
      aria-label={label}
      value={draft.text}
      readOnly={readOnly}
      aria-invalid={problem !== null || draft.isRefused || undefined}
      title={problem ?? undefined}
      onChange={(event) => draft.change(event.target.value)}
      onBlur={draft.flush}
      className="min-w-0 flex-1"
    />
  );
}
