"use client";

import { ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Field, TextInput } from "@/components/ui/field";
import type { Json } from "@/lib/schema/json";
import type { SourceNode } from "@/lib/schema/source";
import { useEditor } from "../editor-context";
import { useProblemsOf } from "../problems/use-problems-of";
import { CodeField } from "./fields/code-setting";
import { Toggles } from "./fields/channel-setting";
import { toOption } from "./option-text";
import { useDraft } from "./use-draft";

type SetOptions = (options: Record<string, string | null>, label: string) => Promise<boolean>;

/** What `addNode` is told besides the node's code: how often it is tried, how long it may take, and the like. */
export function NodeOptions({ node }: { node: SourceNode }) {
  const { graph, apply, readonly } = useEditor();
  const isOff = readonly !== null || node.locked !== null;
  const set: SetOptions = async (options, label) => {
    if (graph === null) return false;
    return await apply([{ type: "set_node_options", graph: graph.name, node: node.name, options }], {
      label,
      merge: `options:${node.name}:${Object.keys(options).join()}`,
    });
  };
  const count = Object.keys(node.options).length;
  const props = { node, set, isOff };
  return (
    <details className="group border-t border-line" open={count > 0 || undefined}>
      <summary className="flex cursor-default items-center gap-1 px-3.5 py-2.5 font-medium hover:bg-hover">
        <ChevronRight aria-hidden className="size-3.5 text-muted transition-transform group-open:rotate-90" />
        Options
        {count > 0 ? <span className="font-normal text-faint">{count}</span> : null}
      </summary>
      <div className="flex flex-col gap-3 px-3.5 pb-3">
        <Checks {...props} />
        <div className="grid grid-cols-3 gap-2">
          <NumberOption {...props} name="retryPolicy" part="maxAttempts" label="Attempts" placeholder="1" />
          <NumberOption {...props} name="timeout" part="runTimeout" label="Timeout (ms)" placeholder="none" />
          <NumberOption {...props} name="cachePolicy" part="ttl" label="Cache (s)" placeholder="off" />
        </div>
        <Ends {...props} />
        <CodeOption {...props} name="errorHandler" label="Error handler" placeholder="(state, error) => new Command({ … })" />
        <CodeOption {...props} name="input" label="Input schema" placeholder="the whole state" />
        <CodeOption {...props} name="metadata" label="Metadata" placeholder="{ }" />
      </div>
    </details>
  );
}

type OptionProps = { node: SourceNode; set: SetOptions; isOff: boolean };

function Checks({ node, set, isOff }: OptionProps) {
  const { metadata, defer } = node.options;
  const isGuarded = partOf(metadata?.value, "guarded") === true;
  const guardText =
    metadata === undefined || metadata.value !== undefined ? toOption(metadata?.value, "guarded", isGuarded ? undefined : true) : null;
  return (
    <div className="flex flex-col gap-1.5">
      <Check
        label="Guarded"
        help="May be reached through an approval only."
        isOn={isGuarded}
        isOff={isOff || (metadata !== undefined && guardText === null && metadata.value === undefined)}
        onChange={() => set({ metadata: guardText }, isGuarded ? `Unguard ${node.name}` : `Guard ${node.name}`)}
      />
      <Check
        label="Waits for all"
        help="Runs when everything else of the workflow has come to its end (defer)."
        isOn={defer?.value === true}
        isOff={isOff}
        onChange={() => set({ defer: defer?.value === true ? null : "true" }, `Change when ${node.name} runs`)}
      />
    </div>
  );
}

type CheckProps = { label: string; help: string; isOn: boolean; isOff: boolean; onChange: () => Promise<boolean> };

/** Shows what was clicked at once, while it is being written. */
function Check({ label, help, isOn, isOff, onChange }: CheckProps) {
  const [pending, setPending] = useState<boolean | null>(null);
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        checked={pending ?? isOn}
        disabled={isOff}
        onChange={() => {
          setPending(!isOn);
          void onChange().finally(() => setPending(null));
        }}
        className="mt-[3px]"
      />
      <span>
        {label}
        <span className="block text-sm text-muted">{help}</span>
      </span>
    </label>
  );
}

function partOf(value: Json | undefined, name: string): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value[name] : undefined;
}

/** An option whose one number is what most people want of it; more of it is code. */
function NumberOption({
  node,
  set,
  isOff,
  name,
  part,
  label,
  placeholder,
}: OptionProps & { name: string; part: string; label: string; placeholder: string }) {
  const id = useId();
  const option = node.options[name];
  const value = typeof option?.value === "number" ? option.value : partOf(option?.value, part);
  const isCode = option !== undefined && option.value === undefined;
  const draft = useDraft(typeof value === "number" ? String(value) : "", async (text) => {
    const number = text.trim() === "" ? undefined : Number(text);
    if (number !== undefined && !(number > 0)) return false;
    const isPlain = name === "timeout" && typeof option?.value !== "object";
    const written = isPlain ? (number === undefined ? null : String(number)) : toOption(option?.value, part, number);
    return await set({ [name]: written }, `Change ${label.toLowerCase()} of ${node.name}`);
  });
  return (
    <OptionField node={node} name={name} label={label} id={id}>
      <TextInput
        id={id}
        inputMode="decimal"
        value={isCode ? "code" : draft.text}
        placeholder={placeholder}
        readOnly={isOff || isCode}
        aria-invalid={draft.isRefused || undefined}
        onChange={(event) => draft.change(event.target.value)}
        onBlur={draft.flush}
      />
    </OptionField>
  );
}

function OptionField({ node, name, label, id, children }: { node: SourceNode; name: string; label: string; id: string; children: ReactNode }) {
  const [problem] = useProblemsOf({ kind: "field", node: node.name, field: name });
  return (
    <Field label={label} htmlFor={id} error={problem?.message}>
      {children}
    </Field>
  );
}

function Ends({ node, set, isOff }: OptionProps) {
  const { graph } = useEditor();
  const option = node.options.ends;
  const commands = node.gotos.filter(({ kind }) => kind === "command");
  if (option === undefined && commands.length === 0) return null;
  const chosen = node.ends ?? [];
  const names = [...(graph?.nodes.map(({ name }) => name) ?? []).filter((name) => name !== node.name || chosen.includes(name)), "__end__"];
  return (
    <OptionField node={node} name="ends" label="Command may go to" id={`ends-${node.name}`}>
      <Toggles
        label="Command may go to"
        names={names}
        chosen={chosen}
        readOnly={isOff || (option !== undefined && node.ends === null)}
        empty=""
        onChange={(next) =>
          void set(
            { ends: next.length === 0 ? null : `[${next.map((name) => JSON.stringify(name)).join(", ")}]` },
            `Change where ${node.name} may go`,
          )
        }
      />
    </OptionField>
  );
}

function CodeOption({ node, set, isOff, name, label, placeholder }: OptionProps & { name: string; label: string; placeholder: string }) {
  const id = useId();
  return (
    <OptionField node={node} name={name} label={label} id={id}>
      <CodeField
        id={id}
        value={node.options[name]?.text ?? ""}
        placeholder={placeholder}
        readOnly={isOff}
        save={(text) => set({ [name]: text.trim() === "" ? null : text.trim() }, `Change ${label.toLowerCase()} of ${node.name}`)}
      />
    </OptionField>
  );
}
