"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { Doubt } from "@/lib/schema/edit";
import { useEditor } from "../editor-context";
import { useStateEdit } from "./use-state-edit";

/** Deletes a channel; where code still uses it, it shows where first. */
export function DeleteChannel({ channel, locked }: { channel: string; locked: string | null }) {
  const { select } = useEditor();
  const edit = useStateEdit();
  const [uses, setUses] = useState<Doubt[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const remove = async (also: "ask" | "none") => {
    const answer = await edit({ type: "delete_channel", channel, also }, `Delete channel ${channel}`);
    setUses(answer.status === "ask" ? answer.doubts : null);
    setError(answer.status === "refused" ? answer.reason : null);
    if (answer.status === "done") select({ channel: null });
  };
  return (
    <>
      <Button size="sm" variant="danger" disabled={locked !== null} title={locked ?? undefined} onClick={() => void remove("ask")}>
        <Trash2 /> Delete
      </Button>
      {error === null ? null : (
        <p role="alert" className="w-full text-sm text-bad">
          {error}
        </p>
      )}
      {uses === null ? null : <Uses channel={channel} uses={uses} onClose={() => setUses(null)} onDelete={() => void remove("none")} />}
    </>
  );
}

function Uses({ channel, uses, onClose, onDelete }: { channel: string; uses: Doubt[]; onClose: () => void; onDelete: () => void }) {
  const { showCode } = useEditor();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`${channel} is still used`}
      description="These places stay as they are when it is deleted, and have to be changed by hand."
      className="w-[min(640px,calc(100vw-32px))]"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" onClick={onDelete}>
            Delete all the same
          </Button>
        </>
      }
    >
      <ul className="max-h-[50vh] overflow-y-auto">
        {uses.map(({ place, line_text: line }) => (
          <li key={`${place.file} ${place.start}`} className="flex items-center gap-2 border-b border-line py-1.5 last:border-0">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-mono text-sm">{line}</span>
              <span className="block font-mono text-xs text-faint">
                {place.file}:{place.line}
              </span>
            </span>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                onClose();
                showCode(place);
              }}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
