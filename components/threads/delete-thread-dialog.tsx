"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatCount } from "@/components/ui/format";
import { notify } from "@/components/ui/notify";
import { deleteThread } from "@/lib/client/api";
import type { ThreadSummary } from "@/lib/schema/thread";

export type DeleteThreadDialogProps = {
  thread: Pick<ThreadSummary, "thread_id" | "title" | "checkpoints" | "status">;
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeleteThreadDialog({ thread, onClose, onDeleted }: DeleteThreadDialogProps) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const queryClient = useQueryClient();

  async function confirm() {
    setBusy(true);
    try {
      await deleteThread(thread.thread_id);
      notify("Thread deleted", { description: thread.title });
      onClose();
      onDeleted?.();
      await queryClient.invalidateQueries({ queryKey: ["threads"] });
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : "The thread could not be deleted.");
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete this thread?"
      className="w-[min(420px,calc(100vw-32px))]"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" onClick={() => void confirm()} disabled={busy}>
            {busy ? "Deleting…" : "Delete for good"}
          </Button>
        </>
      }
    >
      <p>
        <span className="font-medium">{thread.title}</span>
        {` and its ${formatCount(thread.checkpoints, "checkpoint")} will be gone for good, with all branches, runs and answers.`}
      </p>
      {thread.status === "busy" ? <p className="mt-2 text-wait">It is running: the run will be stopped first.</p> : null}
      {error ? (
        <p role="alert" className="mt-2 text-bad">
          {error}
        </p>
      ) : null}
    </Dialog>
  );
}
