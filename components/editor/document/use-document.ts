"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { notify } from "@/components/ui/notify";
import type { Place } from "@/lib/schema/source";
import { createDocumentStore, type DocumentListener, type DocumentStore } from "./document-store";

const BUTTON_MS = 10_000;

/** The document of a mounted editor, following its file while it is mounted. */
export function useDocument(
  graphId: string,
  { shownNodes, onEdited, showCode }: Pick<DocumentListener, "shownNodes" | "onEdited"> & { showCode: (place: Place) => void },
): DocumentStore {
  const client = useQueryClient();
  const [store] = useState(() => createDocumentStore(graphId));
  useEffect(() =>
    store.getState().listen({
      shownNodes,
      onEdited,
      onWorkflowChanged: () => void client.invalidateQueries({ queryKey: ["workflows"] }),
      tell(title, description, { place = null, action } = {}) {
        const button = action ?? (place === null ? undefined : { label: "Show", run: () => showCode(place) });
        notify(title, {
          ...(description === undefined ? {} : { description, tone: "error" as const }),
          ...(button === undefined ? {} : { action: button, ms: BUTTON_MS }),
        });
      },
    }),
  );
  useEffect(() => store.getState().connect(), [store]);
  return store;
}
