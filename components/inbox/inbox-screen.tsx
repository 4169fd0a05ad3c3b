"use client";

import dynamic from "next/dynamic";
import { Keyboard } from "lucide-react";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { PageHeader } from "@/components/ui/page-header";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { InboxItem } from "@/lib/schema/inbox";
import { WhoAmI, useMe } from "../approvals/who-am-i";
import { useWorkflows, workflowTitle } from "../threads/use-workflows";
import { Arrivals } from "./arrivals";
import { InboxBanner } from "./banner";
import { ContextSide, useContextSide } from "./context/context-side";
import { FILTER_PARSERS, requestKey, sameFilter, toFilter, type Box, type InboxFilters } from "./filters";
import type { InboxPageProps } from "./inbox-page";
import { ListColumn } from "./list/list-column";
import { useRequests } from "./list/use-requests";
import { useInboxLive } from "./live-context";
import { NothingOpen } from "./nothing-open";
import { NoticeButton } from "./notices/notice-button";
import { threadHref } from "./request/request-heading";
import { RequestPane } from "./request/request-pane";
import { useChangeRequests } from "./use-change-requests";
import { useInboxTitle } from "./use-inbox-title";
import { useOpenRequest } from "./use-open-request";
import { useRequest } from "./use-request";
import { useSelected } from "./use-selected";

const KeysDialog = dynamic(() => import("./keys-dialog").then((module) => module.KeysDialog), { ssr: false });

/** From here on list and request stand beside each other. */
const BESIDE = "(min-width: 768px)";

/** The list that the address names. */
function useFilters() {
  const [filters, setFilters] = useQueryStates(FILTER_PARSERS);
  const text = JSON.stringify(toFilter(useDeferredValue(filters)));
  const filter = useMemo(() => JSON.parse(text) as ReturnType<typeof toFilter>, [text]);
  return { filters, filter, setFilters: (change: Partial<InboxFilters>) => void setFilters(change) };
}

export function InboxScreen({ workflows: initialWorkflows, initial, request: initialRequest }: InboxPageProps) {
  const router = useRouter();
  const live = useInboxLive();
  const workflows = useWorkflows(initialWorkflows);
  const titles = useMemo(() => new Map(workflows.map((workflow) => [workflow.graph_id, workflowTitle(workflow)])), [workflows]);
  const { filters, filter, setFilters } = useFilters();
  const { place, open, search } = useOpenRequest();
  const query = useRequest(place, initialRequest);
  const item = query.data?.item;
  const openKey = place === null ? null : requestKey({ thread_id: place.threadId ?? item?.thread_id ?? "", interrupt_id: place.interruptId });
  const requests = useRequests(filter, openKey, sameFilter(filter, initial.filter) ? initial.page : undefined);
  const selected = useSelected(requests);
  const side = useContextSide();
  const changes = useChangeRequests();
  const me = useMe().data;
  const [isSnoozeOpen, setSnoozeOpen] = useState(false);
  const [areKeysOpen, setKeysOpen] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const [lastIndex, setLastIndex] = useState(0);
  useInboxTitle(live?.counts?.waiting ?? initial.page.counts.waiting);

  function go(next: InboxItem | null, how: "push" | "replace" = "push") {
    setTakesFocus(true);
    setSnoozeOpen(false);
    open(next, how);
  }

  const openIndex = requests.indexOf(openKey);
  if (openIndex !== null && openIndex !== lastIndex) setLastIndex(openIndex);

  /** What comes after a request that is dealt with: the one below it, which may have taken its place already. */
  function goOn(done: InboxItem) {
    const index = requests.indexOf(requestKey(done));
    const next = index === null ? (requests.at(lastIndex) ?? requests.at(lastIndex - 1)) : (requests.at(index + 1) ?? requests.at(index - 1));
    go(next === undefined || requestKey(next) === requestKey(done) ? null : next, "replace");
  }

  function step(by: 1 | -1) {
    const next = requests.at(openIndex === null ? lastIndex : openIndex + by);
    if (next !== undefined) go(next, "replace");
  }

  // Where there is room for both, a list never stands beside nothing.
  const first = requests.at(0);
  const firstKey = first === undefined || requests.isOld ? null : requestKey(first);
  useEffect(() => {
    if (place !== null || first === undefined || firstKey === null || !window.matchMedia(BESIDE).matches) return;
    // The router follows the address only once all of the page is there.
    const timer = setTimeout(() => {
      setTakesFocus(false);
      open(first, "replace");
    });
    return () => clearTimeout(timer);
    // Only another first request is a reason to open one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [place === null, firstKey]);

  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    s: () => setSnoozeOpen(item?.status === "waiting"),
    x: () => (openIndex === null ? undefined : selected.toggle(openIndex, false)),
    o: () => (item === undefined ? undefined : router.push(threadHref(item))),
    "?": () => setKeysOpen(true),
    escape: selected.clear,
  });

  const workflow = item === undefined ? undefined : workflows.find(({ graph_id }) => graph_id === item.graph_id);
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-canvas">
      <div className={cn(place !== null && "max-md:hidden")}>
        <PageHeader current="/inbox" wide>
          <WhoAmI />
          <NoticeButton />
          <Button variant="ghost" size="icon" aria-label="Keyboard" title="Keyboard (?)" className="max-md:hidden" onClick={() => setKeysOpen(true)}>
            <Keyboard />
          </Button>
        </PageHeader>
      </div>
      <InboxBanner />
      <Arrivals />
      <div className="flex min-h-0 flex-1">
        <aside
          aria-label="List"
          className={cn("w-full shrink-0 border-line bg-panel md:w-[300px] md:border-r lg:w-[340px] xl:w-[384px]", place !== null && "max-md:hidden")}
        >
          <ListColumn
            filters={filters}
            filter={filter}
            onFilters={setFilters}
            onBox={(box: Box) => {
              selected.clear();
              open(null, "replace");
              setFilters({ box });
            }}
            requests={requests}
            selected={selected}
            openKey={openKey}
            titles={titles}
            me={me}
            changes={changes}
            search={search}
            onOpen={go}
          />
        </aside>
        <main aria-label="Request" className={cn("min-h-0 min-w-0 flex-1", place === null && "max-md:hidden")}>
          {place === null ? (
            requests.total === 0 ? (
              <NothingOpen hasRun={(live?.counts?.answered ?? 0) > 0} />
            ) : null
          ) : (
            <RequestPane
              query={query}
              titles={titles}
              me={me}
              search={search}
              changes={changes}
              takesFocus={takesFocus}
              isSnoozeOpen={isSnoozeOpen}
              onSnoozeOpen={setSnoozeOpen}
              onBack={() => go(null, "replace")}
              onDone={goOn}
              onOpen={go}
              onShowContext={() => side.setDrawerOpen(true)}
              onOpenSpan={side.openSpan}
            />
          )}
        </main>
        {item === undefined ? null : (
          <ContextSide side={side} item={item} description={workflow?.status === "loaded" ? workflow.description : null} />
        )}
      </div>
      {areKeysOpen ? <KeysDialog onClose={() => setKeysOpen(false)} /> : null}
    </div>
  );
}
