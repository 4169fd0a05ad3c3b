"use client";

import { TextArea } from "@/components/ui/field";
import { readArrow } from "@/lib/source/kit/forms/template";
import { useDraft } from "../use-draft";
import { changeOf, type SettingProps } from "./setting-props";

/** A setting as the code that it is. */
export function CodeSetting(props: SettingProps) {
  const { id, field, kit, set, readOnly } = props;
  const { name } = field;
  const written = kit.code[name] ?? (kit.settings[name] === undefined ? "" : JSON.stringify(kit.settings[name]));
  return (
    <CodeField
      id={id}
      value={written}
      placeholder={field.placeholder}
      readOnly={readOnly}
      save={(text) => set({ code: { [name]: textOrNull(text, field.required) } }, changeOf(props))}
    />
  );
}

/** A function of the state, shown as its body alone. */
export function ExpressionSetting(props: SettingProps) {
  const { id, field, kit, set, readOnly } = props;
  const { name } = field;
  const code = kit.code[name] ?? "";
  const literal = kit.settings[name];
  const value = code === "" ? (literal === undefined ? "" : JSON.stringify(literal)) : (readArrow(code)?.body ?? code);
  return (
    <CodeField
      id={id}
      value={value}
      placeholder={field.placeholder}
      readOnly={readOnly}
      save={(text) => set({ code: { [name]: textOrNull(text, field.required) } }, changeOf(props))}
    />
  );
}

function textOrNull(text: string, isRequired: boolean | undefined): string | null {
  return text.trim() === "" && isRequired !== true ? null : text.trim();
}

export type CodeFieldProps = {
  id: string;
  value: string;
  placeholder?: string | undefined;
  readOnly: boolean;
  label?: string;
  save: (text: string) => Promise<boolean>;
};

/** Code in a small field. */
export function CodeField({ id, value, placeholder, readOnly, label, save }: CodeFieldProps) {
  const draft = useDraft(value, save);
  return (
    <TextArea
      id={id}
      aria-label={label}
      value={draft.text}
      placeholder={placeholder}
      readOnly={readOnly}
      spellCheck={false}
      autoCapitalize="off"
      rows={Math.min(14, Math.max(1, draft.text.split("\n").length))}
      aria-invalid={draft.isRefused || undefined}
      onChange={(event) => draft.change(event.target.value)}
      onBlur={draft.flush}
      className="min-h-7 py-1 font-mono text-sm"
    />
  );
}
