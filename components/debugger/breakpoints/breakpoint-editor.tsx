"use client";

import { ArrowLeft } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Select, TextInput } from "@/components/ui/field";
import { Spinner } from "@/components/ui/spinner";
import { channelNames } from "@/lib/graph/level-channels";
import type { When } from "@/lib/graph/breakpoint-marks";
import type { BreakpointSpec } from "@/lib/schema/breakpoint";
import { messageOf } from "../show-error";
import { useWorkbench } from "../workbench-context";
import { useBreakpoints, type EditedBreakpoint } from "./breakpoints-context";
import { ConditionField } from "./condition-field";
import { ExpressionHelp } from "./expression-help";
import { useExpressionCheck } from "./use-expression-check";

const MOST_HITS = 1_000_000;

/** Edits one breakpoint. What is typed stays when the list is closed. */
export function BreakpointEditor({ edited }: { edited: EditedBreakpoint }) {
  const { spec, id } = edited;
  const { description } = useWorkbench();
  const { add, change, edit } = useBreakpoints();
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const channels = useMemo(() => (description === null ? [] : channelNames(description)), [description]);
  const condition = spec.condition ?? "";
  const check = useExpressionCheck(condition, channels);
  const isMissing = spec.kind === "condition" && condition.trim() === "";
  const canSave = !saving && !isMissing && check.state !== "wrong";

  function set(next: BreakpointSpec) {
    setRefusal(null);
    edit({ id, spec: next });
  }
  async function save() {
    if (!canSave) return;
    setSaving(true);
    try {
      const finished = finish(spec);
      await (id === null ? add(finished) : change(id, { spec: finished }));
      edit(null);
    } catch (error) {
      setRefusal(messageOf(error));
      setSaving(false);
    }
  }

  return (
    <form
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <header className="flex items-center gap-1.5 border-b border-line py-2 pr-3.5 pl-2">
        <Button variant="ghost" size="icon-sm" aria-label="Back to the list" onClick={() => edit(null)}>
          <ArrowLeft />
        </Button>
        <h2 className="min-w-0 flex-1 truncate font-semibold">{id === null ? "New breakpoint" : "Edit the breakpoint"}</h2>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-3.5 overflow-y-auto px-3.5 py-3">
        <PlaceFields spec={spec} channels={channels} onChange={set} />
        <ConditionField
          label={spec.kind === "condition" ? "Stop when this becomes true" : "Only if"}
          hint={toHint(spec)}
          value={condition}
          check={check}
          refusal={refusal}
          required={spec.kind === "condition"}
          autoFocus
          onChange={(text) => set({ ...spec, condition: text })}
          onSubmit={() => void save()}
        />
        <HitsField spec={spec} onChange={set} />
        <ExpressionHelp channels={channels} />
      </div>
      <footer className="flex justify-end gap-2 border-t border-line p-2.5">
        <Button onClick={() => edit(null)}>Cancel</Button>
        <Button variant="primary" type="submit" disabled={!canSave}>
          {saving ? <Spinner label="Saving" /> : null}
          {id === null ? "Add" : "Save"}
        </Button>
      </footer>
    </form>
  );
}

/** An empty condition is none. */
function finish(spec: BreakpointSpec): BreakpointSpec {
  if (spec.kind === "condition") return { ...spec, condition: spec.condition.trim() };
  const condition = spec.condition?.trim() ?? "";
  return { ...spec, condition: condition === "" ? null : condition };
}

function toHint(spec: BreakpointSpec): string {
  if (spec.kind === "condition") return "Checked after every step: stops where it holds and did not hold before.";
  if (spec.kind === "channel") return "Looks at the state after the step; previous is the state before it.";
  return spec.when === "before"
    ? "Looks at the state as the node is about to see it."
    : "Looks at the state after the node; update is what it wrote.";
}

type PlaceFieldsProps = { spec: BreakpointSpec; channels: readonly string[]; onChange: (spec: BreakpointSpec) => void };

function PlaceFields({ spec, channels, onChange }: PlaceFieldsProps) {
  const id = useId();
  if (spec.kind === "condition") return null;
  if (spec.kind === "channel") {
    const names = channels.includes(spec.channel) ? channels : [spec.channel, ...channels];
    return (
      <Field label="Stop when this channel changes" htmlFor={id}>
        <Select id={id} className="font-mono" value={spec.channel} onChange={(event) => onChange({ ...spec, channel: event.target.value })}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
    );
  }
  return (
    <fieldset className="flex items-center gap-4">
      <legend className="sr-only">Where to stop</legend>
      {(["before", "after"] as const satisfies readonly When[]).map((when) => (
        <label key={when} className="flex items-center gap-1.5">
          <input type="radio" name={id} checked={spec.when === when} onChange={() => onChange({ ...spec, when })} />
          {when}
        </label>
      ))}
      <span className="min-w-0 truncate font-mono font-medium">{spec.kind === "node" ? spec.node : "every node"}</span>
    </fieldset>
  );
}

function HitsField({ spec, onChange }: { spec: BreakpointSpec; onChange: (spec: BreakpointSpec) => void }) {
  const id = useId();
  return (
    <div className="flex items-baseline gap-2">
      <label htmlFor={id} className="font-medium whitespace-nowrap">
        From hit
      </label>
      <TextInput
        id={id}
        type="number"
        min={1}
        max={MOST_HITS}
        value={spec.hits ?? 1}
        className="w-20 shrink-0 tabular-nums"
        aria-describedby={`${id}-help`}
        onChange={(event) => {
          const count = Math.min(MOST_HITS, Math.max(1, Math.trunc(Number(event.target.value) || 1)));
          onChange({ ...spec, hits: count === 1 ? null : count });
        }}
      />
      <span id={`${id}-help`} className="text-sm text-muted">
        on. Counted from the start of a run, over its continues.
      </span>
    </div>
  );
}
