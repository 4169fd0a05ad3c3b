"use client";

import { Select, TextInput } from "@/components/ui/field";
import { escapePlaces, readTemplate } from "@/lib/source/kit/forms/template";
import { TemplateInput } from "../template-input";
import { useDraft } from "../use-draft";
import { CodeSetting } from "./code-setting";
import { changeOf, type SettingProps } from "./setting-props";

/** A plain text. */
export function TextSetting(props: SettingProps) {
  const { id, field, kit, set, readOnly } = props;
  const { name } = field;
  const value = kit.settings[name];
  const draft = useDraft(typeof value === "string" ? value : "", (text) =>
    set({ settings: { [name]: text === "" && field.required !== true ? null : text } }, changeOf(props)),
  );
  if (kit.code[name] !== undefined) return <CodeSetting {...props} />;
  return (
    <TextInput
      id={id}
      value={draft.text}
      placeholder={field.placeholder}
      readOnly={readOnly}
      aria-invalid={draft.isRefused || undefined}
      onChange={(event) => draft.change(event.target.value)}
      onBlur={draft.flush}
    />
  );
}

/** A text with places for values of the state. */
export function TemplateSetting(props: SettingProps) {
  const { id, field, kit, set, channels, readOnly } = props;
  const { name } = field;
  const code = kit.code[name];
  const value = kit.settings[name];
  const template = code === undefined ? (typeof value === "string" ? escapePlaces(value) : "") : readTemplate(code);
  const draft = useDraft(template ?? "", (text) =>
    set({ settings: { [name]: text === "" && field.required !== true ? null : text } }, changeOf(props)),
  );
  if (template === null) return <CodeSetting {...props} />;
  return (
    <TemplateInput
      id={id}
      value={draft.text}
      onChange={draft.change}
      onBlur={draft.flush}
      channels={channels}
      isLong={field.kind === "long"}
      placeholder={field.placeholder}
      readOnly={readOnly}
      isInvalid={draft.isRefused}
    />
  );
}

/** A number; what is none is not saved. */
export function NumberSetting(props: SettingProps) {
  const { id, field, kit, set, readOnly } = props;
  const { name } = field;
  const value = kit.settings[name];
  const draft = useDraft(typeof value === "number" ? String(value) : "", async (text) => {
    const number = Number(text);
    if (text.trim() === "") return await set({ settings: { [name]: null } }, changeOf(props));
    return Number.isFinite(number) && (await set({ settings: { [name]: number } }, changeOf(props)));
  });
  if (kit.code[name] !== undefined) return <CodeSetting {...props} />;
  return (
    <TextInput
      id={id}
      inputMode="decimal"
      value={draft.text}
      placeholder={field.placeholder}
      readOnly={readOnly}
      aria-invalid={draft.isRefused || undefined}
      onChange={(event) => draft.change(event.target.value)}
      onBlur={draft.flush}
      className="max-w-32"
    />
  );
}

/** One of a few words. */
export function ChoiceSetting(props: SettingProps) {
  const { id, field, kit, set, readOnly } = props;
  const { name, choices = [] } = field;
  const value = kit.settings[name];
  if (kit.code[name] !== undefined) return <CodeSetting {...props} />;
  return (
    <Select
      id={id}
      value={typeof value === "string" ? value : (choices[0] ?? "")}
      disabled={readOnly}
      onChange={(event) => void set({ settings: { [name]: event.target.value } }, changeOf(props))}
      className="max-w-40"
    >
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </Select>
  );
}
