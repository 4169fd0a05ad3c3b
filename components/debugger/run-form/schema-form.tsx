"use client";

// By its own file: the package's index also loads what its tests need.
import Form, { type IChangeEvent } from "@rjsf/core/lib/components/Form.js";
import type { ArrayFieldItemButtonsTemplateProps, FieldProps, IconButtonProps, UiSchema } from "@rjsf/utils";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextArea } from "@/components/ui/field";
import type { Json, JsonObject } from "@/lib/schema/json";
import { isObject, messageText } from "./input-plan";
import { schemaValidator } from "./schema-validator";

export type SchemaFormProps = {
  id: string;
  schema: JsonObject;
  /** Properties asked for as one text box. */
  messages: string[];
  value: Json;
  onChange: (value: Json) => void;
  onSubmit: (value: Json) => void;
};

/** Form data is JSON but for the properties that were emptied, which are `undefined`. */
function toJson(formData: unknown): Json {
  return JSON.parse(JSON.stringify(formData ?? {})) as Json;
}

/** A conversation's new message: plain text, sent as a message of the person. */
function MessageField({ fieldPathId, formData, onChange, schema }: FieldProps<unknown>) {
  const id = fieldPathId.$id;
  return (
    <Field label={schema.title ?? "Message"} htmlFor={id}>
      <TextArea
        id={id}
        rows={3}
        value={messageText(toJson(formData))}
        placeholder="Write a message"
        onChange={(event) => onChange([{ role: "human", content: event.target.value }], fieldPathId.path)}
      />
    </Field>
  );
}

function AddButton({ onClick, disabled, id }: IconButtonProps<unknown>) {
  return (
    <Button size="sm" {...(id === undefined ? {} : { id })} onClick={onClick} disabled={disabled}>
      <Plus />
      Add
    </Button>
  );
}

function ItemButtons({
  hasMoveUp,
  hasMoveDown,
  hasRemove,
  onMoveUpItem,
  onMoveDownItem,
  onRemoveItem,
  disabled,
}: ArrayFieldItemButtonsTemplateProps<unknown>) {
  return (
    <>
      {hasMoveUp || hasMoveDown ? (
        <>
          <Button variant="ghost" size="icon-sm" aria-label="Move up" disabled={disabled || !hasMoveUp} onClick={onMoveUpItem}>
            <ArrowUp />
          </Button>
          <Button variant="ghost" size="icon-sm" aria-label="Move down" disabled={disabled || !hasMoveDown} onClick={onMoveDownItem}>
            <ArrowDown />
          </Button>
        </>
      ) : null}
      {hasRemove ? (
        <Button variant="ghost" size="icon-sm" aria-label="Remove" disabled={disabled} onClick={onRemoveItem}>
          <X />
        </Button>
      ) : null}
    </>
  );
}

const TEMPLATES = { ArrayFieldItemButtonsTemplate: ItemButtons, ButtonTemplates: { AddButton } };
const FIELDS = { message: MessageField };

function isFreeText(property: Json | undefined): boolean {
  return isObject(property) && property.type === "string" && property.enum === undefined && property.format === undefined;
}

/** Text boxes for free text, one box for a conversation; everything else as the form library does it. */
function planUi(schema: JsonObject, messages: string[]): UiSchema<unknown> {
  const ui: UiSchema<unknown> = { "ui:submitButtonOptions": { norender: true }, "ui:title": "", "ui:description": "" };
  if (!isObject(schema.properties)) return ui;
  for (const [name, property] of Object.entries(schema.properties)) {
    if (messages.includes(name)) ui[name] = { "ui:field": "message" };
    else if (isFreeText(property)) ui[name] = { "ui:widget": "textarea", "ui:options": { rows: 3 } };
  }
  return ui;
}

/** A form made from a JSON schema. */
export function SchemaForm({ id, schema, messages, value, onChange, onSubmit }: SchemaFormProps) {
  const uiSchema = useMemo(() => planUi(schema, messages), [schema, messages]);
  return (
    <Form<unknown>
      id={id}
      className="schema-form"
      schema={schema}
      uiSchema={uiSchema}
      formData={value}
      validator={schemaValidator}
      fields={FIELDS}
      templates={TEMPLATES}
      noHtml5Validate
      showErrorList={false}
      omitExtraData={false}
      onChange={(event: IChangeEvent<unknown>) => onChange(toJson(event.formData))}
      onSubmit={(event: IChangeEvent<unknown>) => onSubmit(toJson(event.formData))}
    />
  );
}
