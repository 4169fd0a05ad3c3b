"use client";

import { ChevronRight } from "lucide-react";
import { useId, type ComponentType } from "react";
import { Field } from "@/components/ui/field";
import type { SourceKit, SourceNode } from "@/lib/schema/source";
import { kitEntry, type KitField, type KitFieldKind } from "@/lib/source/kit/catalogue";
import { useEditor } from "../editor-context";
import { useProblemsOf } from "../problems/use-problems-of";
import { AnswersSetting } from "./fields/answers-setting";
import { ApprovalSetting } from "./fields/approval-setting";
import { ChannelSetting, ChannelsSetting, ToolsSetting } from "./fields/channel-setting";
import { ChoicesSetting } from "./fields/choices-setting";
import { CodeSetting, ExpressionSetting } from "./fields/code-setting";
import { HeadersSetting, ServersSetting } from "./fields/named-settings";
import { OtherwiseSetting, RulesSetting } from "./fields/rules-setting";
import type { SettingProps } from "./fields/setting-props";
import { ChoiceSetting, NumberSetting, TemplateSetting, TextSetting } from "./fields/text-setting";
import { useKitSettings, type SetKit } from "./use-kit-settings";

/** The form of each kind of setting. */
const FORMS = {
  template: TemplateSetting,
  long: TemplateSetting,
  text: TextSetting,
  number: NumberSetting,
  choice: ChoiceSetting,
  channel: ChannelSetting,
  channels: ChannelsSetting,
  tools: ToolsSetting,
  expression: ExpressionSetting,
  answers: AnswersSetting,
  rules: RulesSetting,
  otherwise: OtherwiseSetting,
  choices: ChoicesSetting,
  approval: ApprovalSetting,
  servers: ServersSetting,
  headers: HeadersSetting,
  code: CodeSetting,
} satisfies Record<KitFieldKind, ComponentType<SettingProps>>;

/** The settings of a node that the kit makes: each change is written into the text at once. */
export function KitForm({ node, kit }: { node: SourceNode; kit: SourceKit }) {
  const { readonly } = useEditor();
  const set = useKitSettings(node.name);
  const isOff = readonly !== null || node.locked !== null;
  const { fields } = kitEntry(kit.kind);
  const shown = fields.filter(({ rare }) => rare !== true);
  const rare = fields.filter((field) => field.rare === true);
  const form = (field: KitField) => <Setting key={field.name} field={field} node={node.name} kit={kit} set={set} readOnly={isOff} />;
  return (
    <div className="flex flex-col gap-3 px-3.5 py-3">
      {shown.map(form)}
      {rare.length === 0 ? null : (
        <details className="group">
          <summary className="flex cursor-default items-center gap-1 text-muted hover:text-text">
            <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
            More settings
          </summary>
          <div className="mt-2 flex flex-col gap-3">{rare.map(form)}</div>
        </details>
      )}
    </div>
  );
}

function Setting({ field, node, kit, set, readOnly }: { field: KitField; node: string; kit: SourceKit; set: SetKit; readOnly: boolean }) {
  const { graph } = useEditor();
  const id = useId();
  const [problem] = useProblemsOf({ kind: "field", node, field: field.name });
  const Form = FORMS[field.kind];
  const channels = graph?.channels.map(({ name }) => name) ?? [];
  return (
    <Field label={field.label} htmlFor={id} help={field.help} error={problem?.message}>
      <Form id={id} field={field} node={node} kit={kit} set={set} channels={channels} readOnly={readOnly} />
    </Field>
  );
}
