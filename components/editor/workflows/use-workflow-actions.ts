"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notify } from "@/components/ui/notify";
import { createGraph, deleteGraph, renameGraph, restoreGraph } from "@/lib/client/design-api";
import type { CreateGraphBody } from "@/lib/schema/design-api";
import { messageOf, showError } from "../../debugger/show-error";

/** Address of a workflow's Design mode. */
export function designHref(graphId: string): string {
  return `/w/${encodeURIComponent(graphId)}`;
}

/** Making, renaming and deleting workflows. Each tells what went wrong by itself, and says whether it was done. */
export function useWorkflowActions() {
  const client = useQueryClient();
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function refresh(): Promise<void> {
    await Promise.all(["workflows", "workflow", "threads"].map((key) => client.invalidateQueries({ queryKey: [key] })));
    router.refresh();
  }

  async function doing<T>(work: () => Promise<T>): Promise<T | null> {
    setBusy(true);
    setError(null);
    try {
      const done = await work();
      void refresh();
      return done;
    } catch (cause) {
      setError(messageOf(cause));
      return null;
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    /** What the last attempt failed with. */
    error,
    /** Makes a workflow and opens it. */
    create: async (body: CreateGraphBody): Promise<boolean> => {
      const made = await doing(() => createGraph(body));
      if (made === null) return false;
      for (const note of made.notes) notify("Workflow made", { description: note, ms: 8000 });
      router.push(designHref(made.graph_id));
      return true;
    },
    /** Gives it another id and opens it under that. */
    rename: async (graphId: string, id: string): Promise<boolean> => {
      const renamed = await doing(() => renameGraph(graphId, id));
      if (renamed !== null && window.location.pathname.startsWith(designHref(graphId))) router.replace(designHref(renamed.graph_id));
      return renamed !== null;
    },
    /** Moves it into the bin; the message can bring it back. */
    remove: async (graphId: string, title: string): Promise<void> => {
      try {
        const { token, file } = await deleteGraph(graphId);
        void refresh();
        if (window.location.pathname.startsWith(designHref(graphId))) router.push("/");
        const undo = () => {
          restoreGraph(graphId, token).then(
            () => void refresh(),
            (cause: unknown) => showError(`${title} could not be brought back`, cause),
          );
        };
        notify(`${title} was deleted`, { description: `${file} is in the bin. Its threads stay.`, action: { label: "Undo", run: undo }, ms: 12_000 });
      } catch (cause) {
        showError(`${title} could not be deleted`, cause);
      }
    },
  };
}
