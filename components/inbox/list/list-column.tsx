"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { Me } from "@/lib/schema/access";
import type { InboxFilter, InboxItem } from "@/lib/schema/inbox";
import { BatchBar } from "../batch/batch-bar";
import { NO_FILTERS, fromFilter, isNarrowed, type Box, type InboxFilters } from "../filters";
import { useInboxLive } from "../live-context";
import { NothingHere } from "../nothing-open";
import type { useChangeRequests } from "../use-change-requests";
import type { Selected } from "../use-selected";
import { BoxTabs } from "./box-tabs";
import { FilterPanel } from "./filter-panel";
import { RequestList } from "./request-list";
import { SavedViews } from "./saved-views";
import { SearchField } from "./search-field";
import type { Requests } from "./use-requests";

export type ListColumnProps = {
  filters: InboxFilters;
  filter: InboxFilter;
  onFilters: (change: Partial<InboxFilters>) => void;
  onBox: (box: Box) => void;
  requests: Requests;
  selected: Selected;
  openKey: string | null;
  titles: ReadonlyMap<string, string>;
  me: Me | undefined;
  changes: ReturnType<typeof useChangeRequests>;
  search: string;
  onOpen: (item: InboxItem) => void;
};

/** Which requests there are: boxes, search, filters, and the list itself. */
export function ListColumn({ filters, filter, onFilters, onBox, requests, selected, titles, me, changes, ...rest }: ListColumnProps) {
  const live = useInboxLive();
  const column = useRef<HTMLDivElement>(null);
  const { total, error } = requests;
  const counts = live?.counts ?? null;
  return (
    <div ref={column} className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 flex-col gap-2 border-b border-line p-2.5">
        <h1 className="sr-only">Inbox</h1>
        <BoxTabs box={filters.box} counts={counts} onBox={onBox} />
        <div className="flex items-center gap-1.5">
          <SearchField
            value={filters.q}
            onChange={(q) => onFilters({ q })}
            onLeave={() => column.current?.querySelector<HTMLElement>("li a")?.focus()}
          />
          <FilterPanel filters={filters} titles={titles} me={me} onChange={onFilters} />
          <SavedViews filter={filter} onOpen={(saved) => onFilters(fromFilter(saved))} />
        </div>
        {filters.of === "" ? null : (
          <Button size="sm" className="self-start max-md:h-11" onClick={() => onFilters({ of: "" })}>
            Of one thread only: show all
          </Button>
        )}
        {selected.items.size > 0 ? <BatchBar selected={selected} me={me} changes={changes} /> : null}
      </div>
      {error !== null && total === null ? (
        <div role="alert" className="m-2.5 rounded-md border border-bad bg-bad-bg px-3 py-2">
          <p className="break-words">{error.message}</p>
          <Button size="sm" className="mt-2 max-md:h-11" onClick={requests.retry}>
            Try again
          </Button>
        </div>
      ) : total === null ? (
        <p className="flex items-center gap-2 px-4 py-6 text-muted">
          <Spinner label="Loading" /> Reading the requests…
        </p>
      ) : total === 0 ? (
        <NothingHere
          box={filters.box}
          isNarrowed={isNarrowed(filters)}
          hasRun={(counts?.answered ?? 0) > 0}
          onClear={() => onFilters({ ...NO_FILTERS, box: filters.box })}
        />
      ) : (
        <RequestList
          key={JSON.stringify(filter)}
          requests={requests}
          total={total}
          selected={selected.items}
          onSelect={selected.toggle}
          titles={titles}
          {...rest}
        />
      )}
      <p role="status" className="sr-only">
        {total === null ? "" : `${total} shown`}
      </p>
    </div>
  );
}
