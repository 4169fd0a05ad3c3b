"use client";

import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Select, TextInput } from "@/components/ui/field";
import { freeName } from "@/lib/graph/free-name";
import type { Json } from "@/lib/schema/json";
import { TargetSelect } from "../target-select";
import { useDraft } from "../use-draft";
import { useOwnBranches } from "../use-own-branches";
import { CodeSetting } from "./code-setting";
import { LabelField } from "./rules-setting";
import { type SettingProps } from "./setting-props";

type Choice = { value: string; label: string; style: string; comment: string };

function readChoices({ field, kit }: SettingProps): Choice[] | null {
  const list = kit.settings[field.name];
  if (!Array.isArray(list) || Object.keys(kit.code).some((path) => path.startsWith(`${field.name}.`))) return null;
  return list.map((item) => {
    const text = (name: string) => textOf(item, name);
    return { value: text("value"), label: text("label"), style: text("style") || "default", comment: text("comment") || "none" };
  });
}

function textOf(item: Json, name: string): string {
  const value = typeof item === "object" && item !== null && !Array.isArray(item) ? item[name] : undefined;
  return typeof value === "string" ? value : "";
}

/** What a person can answer, and where each answer leads. */
export function ChoicesSetting(props: SettingProps) {
  const { field, node, set, readOnly } = props;
  const { targetOf, lead } = useOwnBranches(node);
  const choices = readChoices(props);
  if (choices === null) return <CodeSetting {...props} />;
  const { name } = field;
  const values = choices.map(({ value }) => value);
  return (
    <div className="flex flex-col gap-2">
      {choices.map(({ value, label, style, comment }, index) => {
        const at = `${name}.${index}`;
        return (
          <fieldset key={index} className="flex min-w-0 flex-col gap-1.5 rounded-md border border-line p-2">
            <legend className="sr-only">Decision {value}</legend>
            <div className="flex items-center gap-1">
              <LabelField
                label={`Value of decision ${index + 1}`}
                value={value}
                taken={values.filter((_, other) => other !== index)}
                readOnly={readOnly}
                save={(text) => set({ settings: { [`${at}.value`]: text } }, `Rename ${value}`)}
              />
              <TargetSelect
                label={`${value} leads to`}
                value={targetOf(value)}
                readOnly={readOnly}
                onChange={(target) => lead(value, target)}
                className="w-28 shrink-0"
              />
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove ${value}`}
                disabled={readOnly || choices.length === 1}
                onClick={() => void set({ settings: { [at]: null } }, `Remove ${value}`)}
              >
                <X aria-hidden />
              </Button>
            </div>
            <div className="flex items-center gap-1">
              <ButtonText
                label={`Button of ${value}`}
                value={label}
                readOnly={readOnly}
                save={(text) => set({ settings: { [`${at}.label`]: text } }, `Change the button of ${value}`)}
              />
              <Select
                aria-label={`Look of ${value}`}
                value={style}
                disabled={readOnly}
                onChange={(event) =>
                  void set(
                    { settings: { [`${at}.style`]: event.target.value === "default" ? null : event.target.value } },
                    `Change the look of ${value}`,
                  )
                }
                className="w-24 shrink-0"
              >
                <option value="default">plain</option>
                <option value="primary">primary</option>
                <option value="danger">danger</option>
              </Select>
              <Select
                aria-label={`Comment with ${value}`}
                value={comment}
                disabled={readOnly}
                onChange={(event) =>
                  void set(
                    { settings: { [`${at}.comment`]: event.target.value === "none" ? null : event.target.value } },
                    `Change the comment of ${value}`,
                  )
                }
                className="w-32 shrink-0"
              >
                <option value="none">no comment</option>
                <option value="optional">may comment</option>
                <option value="required">must comment</option>
              </Select>
            </div>
          </fieldset>
        );
      })}
      <Button
        variant="ghost"
        size="sm"
        className="self-start"
        disabled={readOnly}
        onClick={() => {
          const value = freeName("other", values);
          void set({ settings: { [`${name}.${choices.length}`]: { value, label: "Other" } } }, `Add a decision to ${node}`);
        }}
      >
        <Plus aria-hidden />
        Add a decision
      </Button>
    </div>
  );
}

function ButtonText({ label, value, readOnly, save }: { label: string; value: string; readOnly: boolean; save: (text: string) => Promise<boolean> }) {
  const draft = useDraft(value, save);
  return (
    <TextInput
      aria-label={label}
      value={draft.text}
      readOnly={readOnly}
      onChange={(event) => draft.change(event.target.value)}
      onBlur={draft.flush}
      className="min-w-0 flex-1"
    />
  );
}
