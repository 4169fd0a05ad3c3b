"use client";

import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/field";
import { useEditor } from "../../editor-context";
import { CodeSetting } from "./code-setting";
import { changeOf, type SettingProps } from "./setting-props";
import { fileTools, namesInList } from "./tools-of";

/** One channel of the state. */
export function ChannelSetting(props: SettingProps) {
  const { id, field, kit, set, channels, readOnly } = props;
  const { name } = field;
  const value = kit.settings[name];
  const chosen = typeof value === "string" ? value : "";
  if (kit.code[name] !== undefined) return <CodeSetting {...props} />;
  return (
    <Select
      id={id}
      value={chosen}
      disabled={readOnly}
      aria-invalid={chosen !== "" && !channels.includes(chosen) ? true : undefined}
      onChange={(event) => void set({ settings: { [name]: event.target.value === "" ? null : event.target.value } }, changeOf(props))}
      className="font-mono text-sm"
    >
      {field.required === true && chosen !== "" ? null : <option value="">{field.placeholder ?? "choose a channel"}</option>}
      {chosen === "" || channels.includes(chosen) ? null : <option value={chosen}>{chosen} (not in the state)</option>}
      {channels.map((channel) => (
        <option key={channel}>{channel}</option>
      ))}
    </Select>
  );
}

/** Any of the channels of the state, in the order in which they were chosen. */
export function ChannelsSetting(props: SettingProps) {
  const { field, kit, set, channels, readOnly } = props;
  const { name } = field;
  const value = kit.settings[name];
  const chosen = Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  if (kit.code[name] !== undefined) return <CodeSetting {...props} />;
  return (
    <Toggles
      label={field.label}
      names={[...chosen.filter((each) => !channels.includes(each)), ...channels]}
      chosen={chosen}
      readOnly={readOnly}
      empty="The state has no channels yet."
      onChange={(names) => void set({ settings: { [name]: names.length === 0 ? null : names } }, changeOf(props))}
    />
  );
}

/** Tools of the file. */
export function ToolsSetting(props: SettingProps) {
  const { field, kit, set, readOnly } = props;
  const { design } = useEditor();
  const { name } = field;
  const code = kit.code[name];
  const chosen = code === undefined ? [] : namesInList(code);
  if (chosen === null) return <CodeSetting {...props} />;
  const tools = fileTools(design?.text ?? "");
  return (
    <Toggles
      label={field.label}
      names={[...chosen.filter((each) => !tools.includes(each)), ...tools]}
      chosen={chosen}
      readOnly={readOnly}
      empty="The file has no tools yet. Write one in its code: const search = tool(…)."
      onChange={(names) => void set({ code: { [name]: names.length === 0 ? null : `[${names.join(", ")}]` } }, changeOf(props))}
    />
  );
}

type TogglesProps = {
  label: string;
  names: readonly string[];
  chosen: readonly string[];
  readOnly: boolean;
  empty: string;
  onChange: (names: string[]) => void;
};

/** Names that are on or off. */
export function Toggles({ label, names, chosen, readOnly, empty, onChange }: TogglesProps) {
  if (names.length === 0) return <p className="text-sm text-muted">{empty}</p>;
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1">
      {names.map((name) => {
        const isOn = chosen.includes(name);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            disabled={readOnly}
            onClick={() => onChange(isOn ? chosen.filter((each) => each !== name) : [...chosen, name])}
            className={cn(
              "h-6 max-w-full truncate rounded border px-1.5 font-mono text-sm",
              isOn ? "border-run/40 bg-run-bg text-run" : "border-line text-muted enabled:hover:bg-hover",
            )}
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}
