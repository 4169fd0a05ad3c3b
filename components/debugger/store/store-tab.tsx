"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Archive, Plus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Select, TextInput } from "@/components/ui/field";
import { listStoreNamespaces, searchStore } from "@/lib/client/api";
import type { StoreItem } from "@/lib/schema/store";
import { QueryView } from "../inspector/query-state";
import type { InspectorTabProps } from "../inspector/tab-props";
import { MoreButton } from "../inspector/values/long-text";
import { namespaceText, nestedNamespaces } from "./namespaces";
import { StoreItemCard } from "./store-item-card";
import { StoreItemDialog } from "./store-item-dialog";

const PAGE = 100;
const ALL = "[]";

/** LangGraph's long-term memory: what every thread of every workflow put there, to be looked at and edited. */
export function StoreTab({ description, runs }: InspectorTabProps) {
  const [prefix, setPrefix] = useState(ALL);
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(PAGE);
  const [edited, setEdited] = useState<StoreItem | "new" | null>(null);
  const contains = useDeferredValue(text.trim());
  // A run may have changed it.
  const moment = runs[0]?.updated_at ?? "";
  const items = useQuery({
    queryKey: ["store", "items", prefix, contains, limit, moment],
    queryFn: ({ signal }) =>
      searchStore({ namespace_prefix: JSON.parse(prefix) as string[], limit: limit + 1, ...(contains === "" ? {} : { contains }) }, signal),
    placeholderData: keepPreviousData,
  });
  const namespaces = useQuery({
    queryKey: ["store", "namespaces", moment],
    queryFn: ({ signal }) => listStoreNamespaces(signal),
    placeholderData: keepPreviousData,
  });
  const nested = nestedNamespaces(namespaces.data?.namespaces ?? []);

  return (
    <>
      {description?.own_store === true ? (
        <p className="border-b border-line bg-wait-bg px-3.5 py-2 text-wait">
          This workflow is compiled with its own store, which is not shown: it lives in the workflow&rsquo;s code. Below is Retrograph&rsquo;s store,
          which workflows without one share.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-1.5 border-b border-line px-3.5 py-2">
        <Select aria-label="Namespace" className="min-w-0 flex-1 basis-32" value={prefix} onChange={(event) => setPrefix(event.target.value)}>
          <option value={ALL}>all namespaces</option>
          {nested.map((namespace) => (
            <option key={JSON.stringify(namespace)} value={JSON.stringify(namespace)}>
              {namespaceText(namespace)}
            </option>
          ))}
        </Select>
        <TextInput
          aria-label="Find in keys and values"
          placeholder="Find in keys and values"
          className="min-w-0 flex-1 basis-32"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button onClick={() => setEdited("new")}>
          <Plus /> Item
        </Button>
      </div>
      <QueryView query={items} what="store">
        {(found) => (
          <>
            {found.items.length === 0 ? <NothingFound isFiltered={contains !== "" || prefix !== ALL} /> : null}
            <ul>
              {found.items.slice(0, limit).map((item) => (
                <StoreItemCard key={`${JSON.stringify(item.namespace)} ${item.key}`} item={item} onEdit={() => setEdited(item)} />
              ))}
            </ul>
            {found.items.length > limit ? (
              <div className="px-3.5 py-2">
                <MoreButton onClick={() => setLimit(limit + PAGE)}>Show more</MoreButton>
              </div>
            ) : null}
          </>
        )}
      </QueryView>
      {edited === null ? null : (
        <StoreItemDialog item={edited === "new" ? null : edited} prefix={JSON.parse(prefix) as string[]} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <p className="px-3.5 py-3 text-muted">No item matches. Look in all namespaces, or for other words.</p>
  ) : (
    <Empty icon={<Archive />} title="Nothing is remembered yet">
      A node puts items here that every thread finds:{" "}
      <span className="font-mono">config.store.put([&quot;people&quot;], &quot;ada&quot;, {"{…}"})</span>.
    </Empty>
  );
}
