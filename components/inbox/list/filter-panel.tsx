"use client";

import { ListFilter } from "lucide-react";
import { Popover as Primitive } from "radix-ui";
import { useId, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { Popover, PopoverContent } from "@/components/ui/popover";
import type { Me } from "@/lib/schema/access";
import type { RequestKind } from "@/lib/schema/inbox";
import { KINDS, NO_FILTERS, SORTS, countFilters, type InboxFilters, type Sort } from "../filters";
import { AGES, KIND_WORDS, SORT_WORDS } from "../words";

export type FilterPanelProps = {
  filters: InboxFilters;
  /** Graph ids with their titles. */
  titles: ReadonlyMap<string, string>;
  me: Me | undefined;
  onChange: (change: Partial<InboxFilters>) => void;
};

function isSort(value: string): value is Sort {
  return SORTS.some((sort) => sort === value);
}

function isKind(value: string): value is RequestKind | "" {
  return KINDS.some((kind) => kind === value);
}

/** Everything that narrows the list or orders it, behind one button that tells how many are on. */
export function FilterPanel({ filters, titles, me, onChange }: FilterPanelProps) {
  const count = countFilters(filters);
  const people = new Set([...(me?.people ?? []), ...(["", "me", "nobody"].includes(filters.assigned) ? [] : [filters.assigned])]);
  const ages = AGES.some(({ seconds }) => seconds === filters.age) ? AGES : [...AGES, { seconds: filters.age, label: `Over ${filters.age} seconds` }];
  return (
    <Popover>
      <Primitive.Trigger asChild>
        <Button aria-label={count === 0 ? "Filter and sort" : `Filter and sort, ${count} on`} className="max-md:h-11 max-md:px-3">
          <ListFilter />
          <span className="max-sm:sr-only">Filter</span>
          {count > 0 ? <span className="rounded-full bg-run-bg px-1.5 text-xs font-medium text-run">{count}</span> : null}
        </Button>
      </Primitive.Trigger>
      <PopoverContent align="end" className="w-72 gap-3 p-3">
        <Choice label="Workflow" value={filters.workflow} onChange={(workflow) => onChange({ workflow })}>
          <option value="">All workflows</option>
          {[...titles].map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Choice>
        <Choice label="Kind" value={filters.kind} onChange={(kind) => (isKind(kind) ? onChange({ kind }) : undefined)}>
          <option value="">Any kind</option>
          {Object.entries(KIND_WORDS).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </Choice>
        <Choice label="Asked" value={String(filters.age)} onChange={(age) => onChange({ age: Number(age) })}>
          {ages.map(({ seconds, label }) => (
            <option key={seconds} value={seconds}>
              {seconds === 0 ? label : `${label} ago`}
            </option>
          ))}
        </Choice>
        <Choice label="Assigned to" value={filters.assigned} onChange={(assigned) => onChange({ assigned })}>
          <option value="">Anybody</option>
          <option value="me">Me{me === undefined ? "" : ` (${me.actor.name})`}</option>
          <option value="nobody">Nobody</option>
          {[...people].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label="Order" value={filters.sort} onChange={(sort) => (isSort(sort) ? onChange({ sort }) : undefined)}>
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_WORDS[sort]}
            </option>
          ))}
        </Choice>
        <Button
          variant="ghost"
          disabled={count === 0 && filters.sort === NO_FILTERS.sort}
          onClick={() => onChange({ ...NO_FILTERS, box: filters.box, q: filters.q })}
          className="self-start"
        >
          Clear
        </Button>
      </PopoverContent>
    </Popover>
  );
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode };

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[88px_minmax(0,1fr)] items-center gap-2">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)} className="max-md:h-11">
        {children}
      </Select>
    </div>
  );
}
