"use client";

import { Download } from "lucide-react";
import { useDeferredValue, useId, useState } from "react";
import { AuditList } from "@/components/approvals/audit-list";
import { useMe } from "@/components/approvals/who-am-i";
import { Field, Select, TextInput } from "@/components/ui/field";
import { auditFile } from "@/lib/client/inbox-api";
import { AuditActionSchema, type AuditQuery } from "@/lib/schema/audit";
import type { Workflow } from "@/lib/schema/graph";
import { useWorkflows, workflowTitle } from "../threads/use-workflows";
import { Section } from "./section";

type Filter = { action: string; actor: string; graph: string; since: string; until: string };

const NOTHING: Filter = { action: "", actor: "", graph: "", since: "", until: "" };

/** The beginning of a day of the reader's own time zone; `after` days later. */
function dayStart(day: string, after: number): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + after);
  return date.toISOString();
}

function toQuery({ action, actor, graph, since, until }: Filter): AuditQuery {
  const known = AuditActionSchema.safeParse(action);
  return {
    ...(known.success ? { action: known.data } : {}),
    ...(actor.trim() === "" ? {} : { actor: actor.trim() }),
    ...(graph === "" ? {} : { graph_id: graph }),
    ...(since === "" ? {} : { since: dayStart(since, 0) }),
    ...(until === "" ? {} : { until: dayStart(until, 1) }),
  };
}

const LINK = "inline-flex h-7 items-center gap-1.5 rounded-md border border-line bg-panel px-2.5 hover:bg-hover [&_svg]:size-3.5";

/** Everything that was asked, answered and decided, to be looked through and taken along. */
export function AuditSection({ workflows: initial }: { workflows: Workflow[] }) {
  const [filter, setFilter] = useState(NOTHING);
  const query = useDeferredValue(toQuery(filter));
  return (
    <Section
      id="audit"
      title="Audit log"
      description="Nothing in it is changed, and what is about a thread is deleted with the thread alone. Secrets of the environment are left out."
      actions={
        <>
          <a href={auditFile({ ...toQuery(filter), format: "csv" })} download className={LINK}>
            <Download aria-hidden /> CSV
          </a>
          <a href={auditFile({ ...toQuery(filter), format: "jsonl" })} download className={LINK}>
            <Download aria-hidden /> JSONL
          </a>
        </>
      }
    >
      <div className="rounded-lg border border-line bg-panel">
        <AuditFilters filter={filter} onChange={setFilter} workflows={initial} />
        <div className="max-h-[560px] overflow-auto border-t border-line">
          <AuditList query={query} withPlace />
        </div>
      </div>
    </Section>
  );
}

type AuditFiltersProps = { filter: Filter; onChange: (filter: Filter) => void; workflows: Workflow[] };

function AuditFilters({ filter, onChange, workflows: initial }: AuditFiltersProps) {
  const workflows = useWorkflows(initial);
  const people = useMe().data?.people ?? [];
  const id = useId();
  const set = (change: Partial<Filter>) => onChange({ ...filter, ...change });
  return (
    <div className="flex flex-wrap gap-3 px-3 py-2.5">
      <Field label="What" htmlFor={`${id}-action`}>
        <Select id={`${id}-action`} value={filter.action} onChange={(event) => set({ action: event.target.value })} className="w-36">
          <option value="">everything</option>
          {AuditActionSchema.options.map((action) => (
            <option key={action} value={action}>
              {action.replace("_", " ")}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Who" htmlFor={`${id}-actor`}>
        <TextInput
          id={`${id}-actor`}
          value={filter.actor}
          list={`${id}-people`}
          placeholder="anybody"
          maxLength={80}
          onChange={(event) => set({ actor: event.target.value })}
          className="w-36"
        />
      </Field>
      <datalist id={`${id}-people`}>
        {people.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label="Workflow" htmlFor={`${id}-graph`}>
        <Select id={`${id}-graph`} value={filter.graph} onChange={(event) => set({ graph: event.target.value })} className="w-44">
          <option value="">all workflows</option>
          {workflows.map((workflow) => (
            <option key={workflow.graph_id} value={workflow.graph_id}>
              {workflowTitle(workflow)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From" htmlFor={`${id}-since`}>
        <TextInput id={`${id}-since`} type="date" value={filter.since} onChange={(event) => set({ since: event.target.value })} className="w-36" />
      </Field>
      <Field label="To" htmlFor={`${id}-until`}>
        <TextInput id={`${id}-until`} type="date" value={filter.until} onChange={(event) => set({ until: event.target.value })} className="w-36" />
      </Field>
    </div>
  );
}
