"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { renameThread } from "@/lib/client/api";
import type { ThreadSummary } from "@/lib/schema/thread";

export function RenameThreadDialog({ thread, onClose }: { thread: Pick<ThreadSummary, "thread_id" | "title">; onClose: () => void }) {
  const [title, setTitle] = useState(thread.title);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const queryClient = useQueryClient();
  const router = useRouter();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await renameThread(thread.thread_id, title.trim());
      await queryClient.invalidateQueries({ queryKey: ["threads"] });
      router.refresh();
      onClose();
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : "The name could not be saved.");
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rename the thread"
      className="w-[min(420px,calc(100vw-32px))]"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="rename-thread" variant="primary" disabled={busy || title.trim() === ""}>
            Rename
          </Button>
        </>
      }
    >
      <form id="rename-thread" onSubmit={(event) => void submit(event)}>
        <Field label="Title" htmlFor="thread-title" error={error}>
          <TextInput id="thread-title" value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} autoFocus />
        </Field>
      </form>
    </Dialog>
  );
}
