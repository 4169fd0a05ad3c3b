"use client";

import { Plus, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/field";
import type { Json } from "@/lib/schema/json";
import { escapePlaces, readTemplate } from "@/lib/source/kit/forms/template";
import { TemplateInput } from "../template-input";
import { useDraft } from "../use-draft";
import { CodeField, CodeSetting } from "./code-setting";
import { changeOf, type SettingProps } from "./setting-props";

/** The names that a setting has entries for, literals and code alike. */
function namesOf({ field, kit }: SettingProps): string[] {
  const value = kit.settings[field.name];
  const literal = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  const prefix = `${field.name}.`;
  const coded = Object.keys(kit.code).flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length).split(".")[0] ?? ""] : []));
  return [...new Set([...literal, ...coded])];
}

function entryOf({ field, kit }: SettingProps, name: string): Json | undefined {
  const value = kit.settings[field.name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value[name] : undefined;
}

/** Headers of a request: names with texts. */
export function HeadersSetting(props: SettingProps) {
  const { field, kit, set, channels, readOnly } = props;
  if (kit.code[field.name] !== undefined) return <CodeSetting {...props} />;
  return (
    <Entries
      {...props}
      noun="header"
      first=""
      render={(name) => {
        const path = `${field.name}.${name}`;
        const code = kit.code[path];
        const value = entryOf(props, name);
        const text = code === undefined ? (typeof value === "string" ? escapePlaces(value) : "") : readTemplate(code);
        return text === null ? (
          <CodeField
            id={path}
            label={name}
            value={code ?? ""}
            readOnly={readOnly}
            save={(next) => set({ code: { [path]: next } }, changeOf(props))}
          />
        ) : (
          <TemplateField
            id={path}
            value={text}
            channels={channels}
            readOnly={readOnly}
            save={(next) => set({ settings: { [path]: next } }, changeOf(props))}
          />
        );
      }}
    />
  );
}

function TemplateField({
  id,
  value,
  channels,
  readOnly,
  save,
}: {
  id: string;
  value: string;
  channels: readonly string[];
  readOnly: boolean;
  save: (text: string) => Promise<boolean>;
}) {
  const draft = useDraft(value, save);
  return (
    <TemplateInput
      id={id}
      value={draft.text}
      onChange={draft.change}
      onBlur={draft.flush}
      channels={channels}
      readOnly={readOnly}
      isInvalid={draft.isRefused}
    />
  );
}

/** Servers of the Model Context Protocol by name: an address, or a command that starts one. */
export function ServersSetting(props: SettingProps) {
  const { field, kit, set, readOnly } = props;
  if (kit.code[field.name] !== undefined) return <CodeSetting {...props} />;
  return (
    <Entries
      {...props}
      noun="server"
      first={{ url: "http://localhost:8000/mcp" }}
      render={(name) => {
        const path = `${field.name}.${name}`;
        const code = kit.code[path];
        if (code !== undefined)
          return (
            <CodeField id={path} label={name} value={code} readOnly={readOnly} save={(next) => set({ code: { [path]: next } }, changeOf(props))} />
          );
        return (
          <ServerField
            name={name}
            value={entryOf(props, name)}
            readOnly={readOnly}
            save={(value) => set({ settings: value(path) }, changeOf(props))}
          />
        );
      }}
    />
  );
}

type ServerFieldProps = {
  name: string;
  value: Json | undefined;
  readOnly: boolean;
  save: (settings: (path: string) => Record<string, Json>) => Promise<boolean>;
};

function ServerField({ name, value, readOnly, save }: ServerFieldProps) {
  const written = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const args = Array.isArray(written.args) ? written.args.filter((each) => typeof each === "string") : [];
  const text = typeof written.url === "string" ? written.url : [typeof written.command === "string" ? written.command : "", ...args].join(" ");
  const draft = useDraft(text, (next) => save((path) => toServer(path, next.trim())));
  return (
    <TextInput
      aria-label={`Address or command of ${name}`}
      value={draft.text}
      readOnly={readOnly}
      placeholder="https://… or a command"
      aria-invalid={draft.isRefused || undefined}
      onChange={(event) => draft.change(event.target.value)}
      onBlur={draft.flush}
      className="font-mono text-sm"
    />
  );
}

/** What stands beside address and command, e.g. its environment, stays as it is. */
function toServer(path: string, text: string): Record<string, Json> {
  if (/^https?:\/\//.test(text)) return { [`${path}.url`]: text, [`${path}.command`]: null, [`${path}.args`]: null };
  const [command = "", ...args] = text.split(/\s+/);
  return { [`${path}.url`]: null, [`${path}.command`]: command, [`${path}.args`]: args };
}

type EntriesProps = SettingProps & { noun: string; first: Json; render: (name: string) => ReactNode };

function Entries({ noun, first, render, ...props }: EntriesProps) {
  const { field, set, readOnly } = props;
  const [name, setName] = useState("");
  const names = namesOf(props);
  const wanted = name.trim();
  const isFree = wanted !== "" && !names.includes(wanted) && !wanted.includes(".");
  const add = () => {
    if (!isFree) return;
    void set({ settings: { [`${field.name}.${wanted}`]: first } }, `Add the ${noun} ${wanted}`).then((isDone) => (isDone ? setName("") : undefined));
  };
  return (
    <div className="flex flex-col gap-1">
      {names.map((each) => (
        <div key={each} className="flex items-start gap-1">
          <span className="w-24 shrink-0 truncate pt-1 font-mono text-sm" title={each}>
            {each}
          </span>
          <div className="min-w-0 flex-1">{render(each)}</div>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove ${each}`}
            disabled={readOnly}
            onClick={() =>
              void set({ settings: { [names.length === 1 ? field.name : `${field.name}.${each}`]: null } }, `Remove the ${noun} ${each}`)
            }
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <div className="flex items-center gap-1">
        <TextInput
          aria-label={`Name of a new ${noun}`}
          placeholder={`name of a ${noun}`}
          value={name}
          readOnly={readOnly}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => (event.key === "Enter" ? add() : undefined)}
        />
        <Button variant="ghost" size="sm" disabled={readOnly || !isFree} onClick={add}>
          <Plus aria-hidden />
          Add
        </Button>
      </div>
    </div>
  );
}
