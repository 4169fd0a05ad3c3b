"use client";

import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/field";
import { JsonObjectSchema, type Json } from "@/lib/schema/json";
import { useDraft } from "../use-draft";
import { CodeSetting } from "./code-setting";
import { changeOf, type SettingProps } from "./setting-props";

/** What the scripted model answers, one text after the other; values of a structured answer are written as JSON. */
export function AnswersSetting(props: SettingProps) {
  const { field, kit, set, readOnly } = props;
  const { name } = field;
  const hasCode = Object.keys(kit.code).some((path) => path === name || path.startsWith(`${name}.`));
  if (hasCode) return <CodeSetting {...props} />;
  const value = kit.settings[name];
  const answers = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const save = (next: Json[]) =>
    set({ settings: { [name]: next.length === 0 ? null : next.length === 1 ? (next[0] ?? "") : next } }, changeOf(props));
  return (
    <div className="flex flex-col gap-1">
      {answers.map((answer, index) => (
        <div key={index} className="flex items-start gap-1">
          <Answer
            label={`Answer ${index + 1}`}
            value={answer}
            readOnly={readOnly}
            save={(next) => save(answers.map((each, at) => (at === index ? next : each)))}
          />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove answer ${index + 1}`}
            disabled={readOnly}
            onClick={() => void save(answers.filter((_, at) => at !== index))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Button variant="ghost" size="sm" className="self-start" disabled={readOnly} onClick={() => void save([...answers, "…"])}>
        <Plus aria-hidden />
        Add an answer
      </Button>
    </div>
  );
}

function Answer({ label, value, readOnly, save }: { label: string; value: Json; readOnly: boolean; save: (value: Json) => Promise<boolean> }) {
  const draft = useDraft(typeof value === "string" ? value : JSON.stringify(value), (text) => save(toAnswer(text)));
  return (
    <TextArea
      aria-label={label}
      value={draft.text}
      readOnly={readOnly}
      rows={Math.min(6, Math.max(1, draft.text.split("\n").length))}
      onChange={(event) => draft.change(event.target.value)}
      onBlur={draft.flush}
      className="min-h-7 py-1"
    />
  );
}

/** JSON of an object is a structured answer, everything else a text. */
function toAnswer(text: string): Json {
  if (!text.trimStart().startsWith("{")) return text;
  try {
    const parsed = JsonObjectSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : text;
  } catch {
    return text;
  }
}
