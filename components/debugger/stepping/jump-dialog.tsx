"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/field";
import { JsonEditor } from "@/components/ui/json-editor";
import { notify } from "@/components/ui/notify";
import { Spinner } from "@/components/ui/spinner";
import { nodeOfNamespace } from "@/lib/graph/levels";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import { messageOf } from "../show-error";
import { formatStep, listWords } from "../timeline/format";
import { useWorkbench } from "../workbench-context";
import { readTargets, type JumpTarget } from "./jump-targets";

type JumpDialogProps = { at: TimelineEntry; target: string; onClose: () => void };

/** Which nodes are next in place of those that are, each with an input of its own if wanted. */
export function JumpDialog({ at, target, onClose }: JumpDialogProps) {
  const { description, actions, isPast } = useWorkbench();
  const names = nodesOfLevel(description, at.checkpoint_ns);
  const first = names.find((name) => target === name || target.endsWith(`:${name}`)) ?? names[0] ?? "";
  const [targets, setTargets] = useState<JumpTarget[]>([{ key: 0, node: first, input: null }]);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const read = readTargets(targets);
  const change = (key: number, next: Partial<JumpTarget>) => setTargets((all) => all.map((item) => (item.key === key ? { ...item, ...next } : item)));

  async function send() {
    if (!read.ok) return;
    setSending(true);
    setRefusal(null);
    try {
      await actions.changeNext({ checkpoint_id: at.checkpoint_id, checkpoint_ns: at.checkpoint_ns, change: { kind: "goto", goto: read.value } });
      notify(`${listWords(targets.map(({ node }) => node))} ${targets.length === 1 ? "is" : "are"} next`);
      onClose();
    } catch (error) {
      setRefusal(messageOf(error));
      setSending(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Jump from step ${formatStep(at.step)}`}
      description={
        <>
          {at.next.length === 0 ? (
            "Nothing is next now."
          ) : (
            <>
              In place of <span className="font-mono">{listWords([...new Set(at.next)])}</span>.
            </>
          )}{" "}
          Nothing runs yet{isPast ? "; what came after stays as it is, this is a fork" : ""}.
        </>
      }
      footer={
        <>
          <p className="min-w-0 flex-1 text-sm">
            {refusal === null ? (
              <span className="text-muted">{read.ok ? null : read.message}</span>
            ) : (
              <span role="alert" className="text-bad">
                {refusal}
              </span>
            )}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!read.ok || sending} onClick={() => void send()}>
            {sending ? <Spinner label="Jumping" /> : null}
            Jump
          </Button>
        </>
      }
    >
      <ul aria-label="Nodes to go to" className="flex flex-col gap-3">
        {targets.map((item, index) => (
          <TargetFields
            key={item.key}
            target={item}
            names={names}
            number={index + 1}
            onChange={(next) => change(item.key, next)}
            onRemove={targets.length === 1 ? null : () => setTargets((all) => all.filter(({ key }) => key !== item.key))}
          />
        ))}
      </ul>
      <Button
        size="sm"
        className="mt-3"
        onClick={() => setTargets((all) => [...all, { key: Math.max(...all.map(({ key }) => key)) + 1, node: first, input: null }])}
      >
        <Plus />
        And another node beside it
      </Button>
    </Dialog>
  );
}

type TargetFieldsProps = {
  target: JumpTarget;
  names: readonly string[];
  number: number;
  onChange: (change: Partial<JumpTarget>) => void;
  onRemove: (() => void) | null;
};

function TargetFields({ target, names, number, onChange, onRemove }: TargetFieldsProps) {
  return (
    <li className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <Select
          aria-label={`Node ${number} to go to`}
          className="max-w-64 font-mono"
          value={target.node}
          onChange={(event) => onChange({ node: event.target.value })}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <label className="flex items-center gap-1.5">
          <input type="checkbox" checked={target.input !== null} onChange={(event) => onChange({ input: event.target.checked ? "{}" : null })} />
          with an input of its own
        </label>
        {onRemove === null ? null : (
          <Button variant="ghost" size="icon-sm" aria-label={`Do not go to node ${number}`} className="ml-auto" onClick={onRemove}>
            <X />
          </Button>
        )}
      </div>
      {target.input === null ? null : (
        <JsonEditor
          value={target.input}
          onChange={(input) => onChange({ input })}
          label={`Input of ${target.node}`}
          minHeight="88px"
          maxHeight="260px"
        />
      )}
    </li>
  );
}

/** The nodes of one graph, by the names that they have in it. */
function nodesOfLevel(description: GraphDescription | null, checkpointNs: string): string[] {
  const parent = checkpointNs === "" ? null : nodeOfNamespace(checkpointNs);
  return (description?.nodes ?? []).filter((node) => node.parent === parent && node.kind !== "start" && node.kind !== "end").map(({ name }) => name);
}
