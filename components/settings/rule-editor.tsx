"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { DurationField } from "@/components/ui/duration-field";
import { Field, Select, TextInput } from "@/components/ui/field";
import { notify } from "@/components/ui/notify";
import { setApprovalRules } from "@/lib/client/inbox-api";
import type { ApprovalRules } from "@/lib/schema/inbox";
import { cellOf, checkRows, toRows, toRules, type RuleRow } from "./rule-rows";

type RuleEditorProps = {
  graphId: string;
  rules: ApprovalRules;
  nodes: readonly string[];
  /** Rules can be looked at by everybody and changed by editors. */
  mayChange: boolean;
};

/** A workflow's rules, one for all of its nodes or for one. */
export function RuleEditor({ graphId, rules, nodes, mayChange }: RuleEditorProps) {
  const client = useQueryClient();
  const [rows, setRows] = useState(() => toRows(rules));
  const [isTouched, setTouched] = useState(false);
  const [areProblemsShown, setProblemsShown] = useState(false);
  const problems = checkRows(rows);
  const save = useMutation({
    mutationFn: () => setApprovalRules(graphId, toRules(rows)),
    onSuccess: (saved) => {
      client.setQueryData(["approval-rules", graphId], saved);
      // Who may answer what is read with the requests.
      void client.invalidateQueries({ queryKey: ["inbox"] });
      void client.invalidateQueries({ queryKey: ["audit"] });
      setRows(toRows(saved));
      setTouched(false);
      setProblemsShown(false);
      notify("Rules saved");
    },
  });

  function change(next: RuleRow[]) {
    setRows(next);
    setTouched(true);
  }

  function add() {
    const taken = new Set(rows.map(({ node }) => node));
    const node = ["", ...nodes].find((name) => !taken.has(name)) ?? "";
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    change([...rows, { key, node, group: "", approvers: 1, seconds: null, answer: "" }]);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setProblemsShown(true);
        if (problems.size === 0) save.mutate();
      }}
    >
      {rows.length === 0 ? (
        <p className="rounded-lg border border-line bg-panel px-3 py-3 text-muted">
          No rule: one answer counts, of anybody who may answer, and requests wait as long as they must.
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {rows.map((row, index) => (
            <RuleForm
              key={row.key}
              row={row}
              number={index + 1}
              nodes={nodes}
              readOnly={!mayChange}
              problems={areProblemsShown ? problems : new Map()}
              onChange={(changed) => change(rows.map((one) => (one.key === row.key ? changed : one)))}
              onRemove={() => change(rows.filter((one) => one.key !== row.key))}
            />
          ))}
        </ul>
      )}
      {mayChange ? (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button onClick={add}>
            <Plus />
            Add a rule
          </Button>
          <Button type="submit" variant="primary" disabled={!isTouched || save.isPending}>
            Save rules
          </Button>
          {isTouched ? (
            <Button
              variant="ghost"
              onClick={() => {
                setRows(toRows(rules));
                setTouched(false);
                setProblemsShown(false);
                save.reset();
              }}
            >
              Discard
            </Button>
          ) : null}
          {save.error === null ? null : <p role="alert" className="min-w-0 text-bad">{`Not saved. ${save.error.message}`}</p>}
          <p className="min-w-0 text-muted">Groups and approvers count at once; a deadline for what is asked from now on.</p>
        </div>
      ) : (
        <p className="mt-2 text-muted">Editors change the rules.</p>
      )}
    </form>
  );
}

type RuleFormProps = {
  row: RuleRow;
  number: number;
  nodes: readonly string[];
  readOnly: boolean;
  problems: ReadonlyMap<string, string>;
  onChange: (row: RuleRow) => void;
  onRemove: () => void;
};

function RuleForm({ row, number, nodes, readOnly, problems, onChange, onRemove }: RuleFormProps) {
  const id = useId();
  const isGone = row.node !== "" && !nodes.includes(row.node);
  const name = row.node === "" ? "all nodes" : row.node;
  return (
    <li className="rounded-lg border border-line bg-panel px-3 py-2.5" aria-label={`Rule ${number}, for ${name}`}>
      <fieldset disabled={readOnly} className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-2">
        <Field
          label="For"
          htmlFor={`${id}-node`}
          error={problems.get(cellOf(row, "node"))}
          help={isGone ? "The workflow has no such node now." : undefined}
        >
          <Select id={`${id}-node`} value={row.node} onChange={(event) => onChange({ ...row, node: event.target.value })} className="w-48">
            <option value="">all nodes</option>
            {(isGone ? [row.node, ...nodes] : nodes).map((node) => (
              <option key={node}>{node}</option>
            ))}
          </Select>
        </Field>
        <Field label="Only people of" htmlFor={`${id}-group`} error={problems.get(cellOf(row, "group"))}>
          <TextInput
            id={`${id}-group`}
            value={row.group}
            placeholder="anybody"
            maxLength={60}
            aria-invalid={problems.has(cellOf(row, "group"))}
            onChange={(event) => onChange({ ...row, group: event.target.value })}
            className="w-36"
          />
        </Field>
        <Field label="Approvers" htmlFor={`${id}-approvers`}>
          <Select
            id={`${id}-approvers`}
            value={row.approvers}
            onChange={(event) => onChange({ ...row, approvers: event.target.value === "2" ? 2 : 1 })}
            className="w-40"
          >
            <option value={1}>one</option>
            <option value={2}>two different people</option>
          </Select>
        </Field>
        <Field label="Deadline" htmlFor={`${id}-deadline`}>
          <DurationField
            id={`${id}-deadline`}
            label={`Deadline of ${name}`}
            value={row.seconds}
            onChange={(seconds) => onChange({ ...row, seconds })}
          />
        </Field>
        {row.seconds === null ? null : (
          <Field label="Then answered with" htmlFor={`${id}-answer`} error={problems.get(cellOf(row, "answer"))} help="A choice, or JSON.">
            <TextInput
              id={`${id}-answer`}
              value={row.answer}
              placeholder="refuse"
              spellCheck={false}
              aria-invalid={problems.has(cellOf(row, "answer"))}
              onChange={(event) => onChange({ ...row, answer: event.target.value })}
              className="w-44 font-mono"
            />
          </Field>
        )}
        {readOnly ? null : (
          <Button variant="ghost" size="icon-sm" aria-label={`Remove the rule for ${name}`} onClick={onRemove} className="ml-auto">
            <Trash2 />
          </Button>
        )}
      </fieldset>
    </li>
  );
}
