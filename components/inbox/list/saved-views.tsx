"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, Check, Trash2 } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuLine, MenuTrigger } from "@/components/ui/menu";
import { notify } from "@/components/ui/notify";
import { deleteView, listViews, saveView } from "@/lib/client/inbox-api";
import type { InboxFilter, SavedView } from "@/lib/schema/inbox";
import { messageOf } from "../../debugger/show-error";
import { sameFilter } from "../filters";

const VIEWS_KEY = ["inbox-views"];

export type SavedViewsProps = { filter: InboxFilter; onOpen: (filter: InboxFilter) => void };

/** Filters by a name: opened, saved and deleted here. */
export function SavedViews({ filter, onOpen }: SavedViewsProps) {
  const queryClient = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const { data: views = [], isPending, isError } = useQuery({ queryKey: VIEWS_KEY, queryFn: ({ signal }) => listViews(signal) });

  async function remove(view: SavedView) {
    try {
      await deleteView(view.view_id);
      const undo = () => saveView({ name: view.name, filter: view.filter }).then(refresh, tell);
      notify(`“${view.name}” was deleted.`, { action: { label: "Undo", run: () => void undo() }, ms: 8000 });
    } catch (error) {
      tell(error);
    }
    await refresh();
  }

  function refresh() {
    return queryClient.invalidateQueries({ queryKey: VIEWS_KEY });
  }

  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="ghost" aria-label="Saved views" title="Saved views" className="px-1.5 max-md:size-11">
            <Bookmark />
          </Button>
        </MenuTrigger>
        <MenuContent align="end" className="max-w-72">
          <MenuLabel>Saved views</MenuLabel>
          {views.map((view) => (
            <div key={view.view_id} className="flex items-center">
              <MenuItem className="min-w-0 flex-1 max-md:min-h-11" onSelect={() => onOpen(view.filter)}>
                <span className="truncate">{view.name}</span>
                {sameFilter(view.filter, filter) ? <Check aria-label="shown" className="ml-auto" /> : null}
              </MenuItem>
              <MenuItem
                aria-label={`Delete the view ${view.name}`}
                className="px-1.5 max-md:min-h-11 max-md:px-3.5"
                onSelect={() => void remove(view)}
              >
                <Trash2 />
              </MenuItem>
            </div>
          ))}
          {views.length === 0 ? (
            <p className="px-2 py-1 text-muted">{isPending ? "Reading…" : isError ? "They cannot be read right now." : "None yet."}</p>
          ) : null}
          <MenuLine />
          <MenuItem className="max-md:min-h-11" onSelect={() => setSaving(true)}>
            Save this view…
          </MenuItem>
        </MenuContent>
      </Menu>
      {isSaving ? <SaveDialog filter={filter} onClose={() => setSaving(false)} onSaved={() => void refresh()} /> : null}
    </>
  );
}

function tell(error: unknown): void {
  notify(messageOf(error), { tone: "error" });
}

function SaveDialog({ filter, onClose, onSaved }: { filter: InboxFilter; onClose: () => void; onSaved: () => void }) {
  const id = useId();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "") return;
    setBusy(true);
    setProblem(null);
    try {
      await saveView({ name: name.trim(), filter });
      onSaved();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save this view"
      description="Box, search, filters and order, under a name."
      className="w-[min(400px,calc(100vw-32px))]"
      footer={
        <Button type="submit" form={`${id}-form`} variant="primary" disabled={isBusy || name.trim() === ""}>
          Save
        </Button>
      }
    >
      <form id={`${id}-form`} onSubmit={(event) => void submit(event)}>
        <Field label="Name" htmlFor={id} error={problem}>
          <TextInput id={id} autoFocus maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
