"use client";

import { Repeat2 } from "lucide-react";
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Select } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import type { Repeats, RepeatsQuery } from "@/lib/schema/effect";
import { RepeatRow } from "./repeat-row";
import { useRepeats } from "./use-repeats";
import { CAUSE_HELP, CAUSE_LABEL, repeatKey } from "./words";

const PAGE = 50;
const CAUSES = ["resume", "retry", "replay", "loop"] as const;

const PARSERS = {
  workflow: parseAsString.withDefault(""),
  thread: parseAsString.withDefault(""),
  cause: parseAsStringLiteral(["", ...CAUSES]).withDefault(""),
  harmful: parseAsBoolean.withDefault(false),
};
type Filters = { workflow: string; thread: string; cause: "" | (typeof CAUSES)[number]; harmful: boolean };
const NO_FILTERS: Filters = { workflow: "", thread: "", cause: "", harmful: false };

function toQuery({ workflow, thread, cause, harmful }: Filters, limit: number): RepeatsQuery {
  return {
    ...(workflow === "" ? {} : { graph_id: workflow }),
    ...(thread === "" ? {} : { thread_id: thread }),
    ...(cause === "" ? {} : { cause }),
    ...(harmful ? { harmful: "true" } : {}),
    limit,
  };
}

export type RepeatsPageProps = { workflows: { graph_id: string; title: string }[] };

/** All side effects that were executed more than once, over all threads. */
export function RepeatsPage({ workflows }: RepeatsPageProps) {
  const [filters, setFilters] = useQueryStates(PARSERS, { history: "replace", clearOnDefault: true });
  const [limit, setLimit] = useState(PAGE);
  const repeats = useRepeats(toQuery(filters, limit));
  const titles = new Map(workflows.map(({ graph_id, title }) => [graph_id, title]));
  const isFiltered = filters.workflow !== "" || filters.thread !== "" || filters.cause !== "" || filters.harmful;
  const change = (next: Partial<Filters>) => {
    setLimit(PAGE);
    void setFilters(next);
  };
  return (
    <div className="min-h-screen bg-canvas">
      <PageHeader current="/repeats" />
      <main className="mx-auto max-w-[1120px] px-3 py-6 sm:px-6 sm:py-8">
        <div className="flex items-baseline gap-3">
          <h1 className="text-lg font-semibold">Repeated side effects</h1>
          <span role="status" className="text-muted">
            {repeats.data === undefined ? "" : formatCount(repeats.data.total, "repeat")}
          </span>
        </div>
        <p className="mt-1 mb-3 max-w-[72ch] text-muted">
          Tool calls and effects that ran more than once: because a node ran again, or because a workflow made the same call again. Tools whose name
          says that they only look are left out.
        </p>
        <FilterBar filters={filters} workflows={workflows} onChange={change} />
        {repeats.error === null ? null : (
          <div role="alert" className="mb-3 flex items-center gap-3 rounded-md border border-bad bg-bad-bg px-3 py-2">
            <span className="flex-1">{repeats.error.message}</span>
            <Button size="sm" onClick={() => void repeats.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {repeats.data === undefined ? null : (
          <RepeatList
            found={repeats.data}
            titles={titles}
            isFiltered={isFiltered}
            onShowAll={() => change(NO_FILTERS)}
            onMore={() => setLimit(Math.min(500, limit + PAGE))}
          />
        )}
      </main>
    </div>
  );
}

type FilterBarProps = RepeatsPageProps & { filters: Filters; onChange: (change: Partial<Filters>) => void };

function FilterBar({ filters, workflows, onChange }: FilterBarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Select aria-label="Workflow" value={filters.workflow} onChange={(event) => onChange({ workflow: event.target.value })} className="w-44">
        <option value="">All workflows</option>
        {workflows.map(({ graph_id, title }) => (
          <option key={graph_id} value={graph_id}>
            {title}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Cause"
        value={filters.cause}
        title={filters.cause === "" ? undefined : CAUSE_HELP[filters.cause]}
        onChange={(event) => onChange({ cause: CAUSES.find((cause) => cause === event.target.value) ?? "" })}
        className="w-36"
      >
        <option value="">Any cause</option>
        {CAUSES.map((cause) => (
          <option key={cause} value={cause}>
            {CAUSE_LABEL[cause]}
          </option>
        ))}
      </Select>
      <label className="flex h-7 items-center gap-1.5">
        <input type="checkbox" checked={filters.harmful} onChange={(event) => onChange({ harmful: event.target.checked })} />
        Only what happened more than once, or may have
      </label>
      {filters.thread === "" ? null : (
        <Button size="sm" onClick={() => onChange({ thread: "" })}>
          One thread: show all
        </Button>
      )}
    </div>
  );
}

type RepeatListProps = { found: Repeats; titles: Map<string, string>; isFiltered: boolean; onShowAll: () => void; onMore: () => void };

function RepeatList({ found, titles, isFiltered, onShowAll, onMore }: RepeatListProps) {
  const { repeats, total } = found;
  if (repeats.length === 0) {
    return (
      <div className="rounded-lg border border-line bg-panel">
        <Empty icon={<Repeat2 />} title={isFiltered ? "No repeat fits" : "Nothing was done twice"}>
          {isFiltered ? (
            <Button className="mt-2" onClick={onShowAll}>
              Show all
            </Button>
          ) : (
            "When a node runs again and with it a call that changes something outside, it is listed here."
          )}
        </Empty>
      </div>
    );
  }
  return (
    <div className="rounded-lg border border-line bg-panel">
      <ol aria-label="Repeated side effects" className="divide-y divide-line">
        {repeats.map((repeat) => (
          <RepeatRow key={repeatKey(repeat)} repeat={repeat} workflow={titles.get(repeat.graph_id) ?? repeat.graph_id} />
        ))}
      </ol>
      {repeats.length < total ? (
        <div className="flex items-center gap-3 border-t border-line p-3 text-muted">
          <Button size="sm" disabled={repeats.length >= 500} onClick={onMore}>
            Show older ones
          </Button>
          {repeats.length < 500
            ? `${repeats.length} of ${total.toLocaleString("en")}`
            : `The newest 500 of ${total.toLocaleString("en")}: narrow them down by a filter.`}
        </div>
      ) : null}
    </div>
  );
}
