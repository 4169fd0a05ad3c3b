"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/field";
import { freeName } from "@/lib/graph/free-name";
import { useEditor } from "../editor-context";
import { TargetSelect } from "./target-select";

/** One more way of a router: where it leads, what it is called, and when it is taken. */
export function NewBranch({ source, router, taken }: { source: string; router: number; taken: readonly string[] }) {
  const { graph, apply } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const [target, setTarget] = useState<string | null>(null);
  const [label, setLabel] = useState("");
  const [when, setWhen] = useState("");
  if (graph === null) return null;
  if (!isOpen) {
    return (
      <Button variant="ghost" size="sm" className="self-start" onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        Add a branch
      </Button>
    );
  }
  const usual = target === null ? "" : freeName(target === "__end__" ? "end" : target, taken);
  const name = label.trim() === "" ? usual : label.trim();
  const canAdd = target !== null && name !== "" && !taken.includes(name);

  async function add() {
    if (graph === null || target === null || !canAdd) return;
    const condition = when.trim() === "" ? {} : { when: when.trim() };
    const edit = { type: "add_branch" as const, graph: graph.name, source, router, label: name, target, ...condition };
    if (!(await apply([edit], { label: `Add the branch ${name}` }))) return;
    setOpen(false);
    setTarget(null);
    setLabel("");
    setWhen("");
  }

  return (
    <form
      className="flex flex-col gap-1 border-t border-line pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div className="flex gap-1">
        <TextInput
          aria-label="Label of the new branch"
          placeholder={usual === "" ? "label" : usual}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          className="min-w-0 flex-1"
        />
        <TargetSelect label="The new branch leads to" value={target} readOnly={false} onChange={setTarget} className="w-32 shrink-0" />
      </div>
      <TextInput
        aria-label="When it is taken"
        placeholder="when, e.g. state.amount > 50"
        spellCheck={false}
        value={when}
        onChange={(event) => setWhen(event.target.value)}
        className="font-mono text-sm"
      />
      <div className="flex justify-end gap-1">
        <Button size="sm" variant="ghost" onClick={() => setOpen(false)}>
          Cancel
        </Button>
        <Button size="sm" type="submit" disabled={!canAdd}>
          Add
        </Button>
      </div>
    </form>
  );
}
