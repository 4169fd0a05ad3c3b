import { ChevronDown, ListFilter, Maximize2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { TextInput } from "@/components/ui/field";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuLine, MenuTrigger } from "@/components/ui/menu";
import { Tooltip } from "@/components/ui/tooltip";
import type { Run } from "@/lib/schema/run";
import type { RunSpans, SpanKind } from "@/lib/schema/span";
import { formatCount } from "@/components/ui/format";
import { formatTime } from "../timeline/format";
import { isFiltering, type SpanFilter } from "./span-tree";
import { KIND_WORDS, RUN_WORDS, totalsInWords } from "./words";

export type TraceToolbarProps = {
  /** Newest first. */
  runs: Run[];
  run: Run | null;
  data: RunSpans | undefined;
  filter: SpanFilter;
  onFilter: (filter: SpanFilter) => void;
  onRun: (runId: string) => void;
  /** Left out where it is large already. */
  onExpand?: (() => void) | undefined;
};

/** Which run is shown, what it used, and what of it is wanted. */
export function TraceToolbar({ runs, run, data, filter, onFilter, onRun, onExpand }: TraceToolbarProps) {
  const totals = data === undefined ? [] : totalsInWords(data.totals);
  const unpriced = data === undefined || data.totals.tokens.total === 0 ? 0 : data.totals.unpriced_calls;
  return (
    <div className="shrink-0 border-b border-line px-3.5 py-2">
      <div className="flex items-center gap-1.5">
        <RunPicker runs={runs} run={run} onRun={onRun} />
        <TextInput
          type="search"
          aria-label="Find a node, model, tool or error in the trace"
          placeholder="Find"
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
          className="h-6 min-w-0 flex-1"
        />
        <FilterMenu filter={filter} onFilter={onFilter} />
        {onExpand === undefined ? null : (
          <Tooltip content="Open in a large view">
            <Button variant="ghost" size="icon-sm" aria-label="Open the trace in a large view" onClick={onExpand}>
              <Maximize2 />
            </Button>
          </Tooltip>
        )}
      </div>
      {totals.length === 0 ? null : (
        <p className="mt-1.5 text-sm text-muted tabular-nums">
          {totals.join(" · ")}
          {unpriced === 0 ? null : (
            <>
              {` · ${formatCount(unpriced, "call")} without a price `}
              <a href="/settings#prices" className="underline decoration-line-strong underline-offset-2 hover:text-text">
                Edit prices
              </a>
            </>
          )}
        </p>
      )}
    </div>
  );
}

function RunPicker({ runs, run, onRun }: Pick<TraceToolbarProps, "runs" | "run" | "onRun">) {
  const number = run === null ? 0 : runs.length - runs.indexOf(run);
  return (
    <Menu>
      <MenuTrigger
        disabled={runs.length === 0}
        className="flex h-6 max-w-[55%] shrink-0 items-center gap-1 rounded-md border border-line px-2 text-sm hover:bg-hover disabled:opacity-45"
      >
        <span className="truncate">{run === null ? "No run" : `Run ${number} · ${RUN_WORDS[run.state.status]}`}</span>
        <ChevronDown aria-hidden className="size-3 shrink-0 text-faint" />
      </MenuTrigger>
      <MenuContent align="start" className="max-w-96">
        <MenuLabel>Runs of this thread</MenuLabel>
        {runs.map((item, index) => (
          <MenuItem key={item.run_id} aria-current={item === run ? "true" : undefined} onSelect={() => onRun(item.run_id)}>
            <span className={cn("tabular-nums", item === run && "font-medium")}>{`Run ${runs.length - index}`}</span>
            <span className="text-muted">{`${formatTime(item.created_at)} · ${item.cause} · ${RUN_WORDS[item.state.status]}`}</span>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}

const KINDS = Object.keys(KIND_WORDS) as SpanKind[];

function FilterMenu({ filter, onFilter }: Pick<TraceToolbarProps, "filter" | "onFilter">) {
  const isOn = isFiltering({ ...filter, text: "" });
  const toggle = (kind: SpanKind) => {
    const kinds = new Set(filter.kinds ?? KINDS);
    if (!kinds.delete(kind)) kinds.add(kind);
    onFilter({ ...filter, kinds: kinds.size === KINDS.length || kinds.size === 0 ? null : kinds });
  };
  return (
    <Menu>
      <Tooltip content="Choose what is shown">
        <MenuTrigger asChild>
          <Button variant={isOn ? "default" : "ghost"} size="icon-sm" aria-label={isOn ? "Filter (on)" : "Filter"} className={cn(isOn && "text-run")}>
            <ListFilter />
          </Button>
        </MenuTrigger>
      </Tooltip>
      <MenuContent align="end">
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={filter.troubleOnly}
          onSelect={(event) => {
            event.preventDefault();
            onFilter({ ...filter, troubleOnly: !filter.troubleOnly });
          }}
        >
          <Tick on={filter.troubleOnly} />
          Only what failed
        </MenuItem>
        <MenuLine />
        {KINDS.map((kind) => (
          <MenuItem
            key={kind}
            role="menuitemcheckbox"
            aria-checked={filter.kinds?.has(kind) ?? true}
            onSelect={(event) => {
              event.preventDefault();
              toggle(kind);
            }}
          >
            <Tick on={filter.kinds?.has(kind) ?? true} />
            {`${KIND_WORDS[kind]}s`}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}

function Tick({ on }: { on: boolean }) {
  return (
    <span aria-hidden className="w-3.5 text-center text-muted">
      {on ? "✓" : ""}
    </span>
  );
}
