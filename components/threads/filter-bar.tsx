"use client";

import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { Select, TextInput } from "@/components/ui/field";
import { isTyping } from "@/components/ui/shortcuts";
import type { Workflow } from "@/lib/schema/graph";
import { TIMES, type ThreadFilters, type TimeFilter } from "./filters";
import { MetadataFilter } from "./metadata-filter";
import { workflowTitle } from "./use-workflows";

const STATUSES = [
  { value: "interrupted", label: "Waiting" },
  { value: "error", label: "Failed" },
  { value: "busy", label: "Running" },
  { value: "idle", label: "Done or idle" },
];

const TIME_WORDS: Record<TimeFilter, string> = {
  "": "Any time",
  hour: "In the last hour",
  day: "In the last 24 hours",
  week: "In the last 7 days",
  month: "In the last 30 days",
  older: "Over 30 days ago",
};

function isTime(value: string): value is TimeFilter {
  return TIMES.some((time) => time === value);
}

type FilterBarProps = {
  filters: ThreadFilters;
  workflows: Workflow[];
  onChange: (change: Partial<ThreadFilters>) => void;
  /** Arrow down in the search box goes on to the list. */
  onLeave: () => void;
};

/** Everything by which threads are found. `/` goes to the search box. */
export function FilterBar({ filters, workflows, onChange, onLeave }: FilterBarProps) {
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      if (event.key !== "/" || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      search.current?.focus();
      search.current?.select();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div className="relative w-64">
        <Search aria-hidden className="absolute top-2 left-2 size-3 text-faint" />
        <TextInput
          ref={search}
          type="search"
          aria-label="Search threads"
          aria-keyshortcuts="/"
          placeholder="Title, id or metadata"
          value={filters.q}
          onChange={(event) => onChange({ q: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            onLeave();
          }}
          className="pl-7"
        />
      </div>
      <Select aria-label="Workflow" value={filters.workflow} onChange={(event) => onChange({ workflow: event.target.value })} className="w-40">
        <option value="">All workflows</option>
        {workflows.map((workflow) => (
          <option key={workflow.graph_id} value={workflow.graph_id}>
            {workflowTitle(workflow)}
          </option>
        ))}
      </Select>
      <Select aria-label="Status" value={filters.status} onChange={(event) => onChange({ status: event.target.value })} className="w-32">
        <option value="">Any status</option>
        {STATUSES.map((status) => (
          <option key={status.value} value={status.value}>
            {status.label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Last active"
        value={filters.time}
        onChange={(event) => onChange({ time: isTime(event.target.value) ? event.target.value : "" })}
        className="w-40"
      >
        {TIMES.map((time) => (
          <option key={time} value={time}>
            {TIME_WORDS[time]}
          </option>
        ))}
      </Select>
      <MetadataFilter values={filters.metadata} onChange={(metadata) => onChange({ metadata })} />
    </div>
  );
}
