"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { getPins, setPins } from "@/lib/client/design-api";
import type { Pin } from "@/lib/schema/design-api";
import type { JsonObject } from "@/lib/schema/json";
import { showError } from "../../debugger/show-error";

const NONE: Pin[] = [];

/** Outputs that stand in for nodes of a workflow, and what can be done with them. Changes show at once and are taken back when they fail. */
export type PinActions = {
  pins: Pin[];
  /** Pins an output, in place of an earlier one. */
  pin: (node: string, values: JsonObject) => void;
  setEnabled: (node: string, enabled: boolean) => void;
  unpin: (node: string) => void;
};

export function usePins(graphId: string): PinActions {
  const client = useQueryClient();
  const key = useMemo(() => ["pins", graphId], [graphId]);
  const { data: pins = NONE } = useQuery({ queryKey: key, queryFn: ({ signal }) => getPins(graphId, signal) });
  const { mutate } = useMutation({
    mutationFn: (next: Pin[]) => setPins(graphId, next),
    onMutate: (next) => {
      const before = client.getQueryData<Pin[]>(key);
      client.setQueryData(key, next);
      return { before };
    },
    onError: (error, _next, context) => {
      client.setQueryData(key, context?.before);
      showError("The pinned outputs could not be saved", error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const change = useCallback((to: (old: Pin[]) => Pin[]) => mutate(to(client.getQueryData<Pin[]>(key) ?? NONE)), [client, key, mutate]);
  return useMemo(
    () => ({
      pins,
      pin: (node, values) => change((old) => [...old.filter((pin) => pin.node !== node), { node, values, enabled: true }]),
      setEnabled: (node, enabled) => change((old) => old.map((pin) => (pin.node === node ? { ...pin, enabled } : pin))),
      unpin: (node) => change((old) => old.filter((pin) => pin.node !== node)),
    }),
    [pins, change],
  );
}
