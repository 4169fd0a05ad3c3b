"use client";

import { ChevronDown, Copy, List, Pencil, Plus, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notify } from "@/components/ui/notify";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuLine, MenuTrigger } from "@/components/ui/menu";
import { StatusDot } from "@/components/ui/status-dot";
import { DeleteThreadDialog } from "../../threads/delete-thread-dialog";
import { RenameThreadDialog } from "../../threads/rename-thread-dialog";
import { threadHref, threadStanding } from "../../threads/thread-status";
import { useThreads } from "../../threads/use-threads";
import { useWorkbench } from "../workbench-context";

const SHOWN = 8;

/** The workflow's other threads; mounted, and so read, only while the menu is open. */
function OtherThreads() {
  const { graphId, threadId } = useWorkbench();
  const router = useRouter();
  const { data } = useThreads({ graph_id: graphId, limit: SHOWN + 1 });
  const others = (data?.threads ?? []).filter((item) => item.thread_id !== threadId).slice(0, SHOWN);
  return (
    <>
      {others.length > 0 ? <MenuLabel>Threads of this workflow</MenuLabel> : null}
      {others.map((item) => {
        const { tone, label } = threadStanding(item);
        return (
          <MenuItem key={item.thread_id} onSelect={() => router.push(threadHref(item))}>
            <StatusDot tone={tone} label={label} />
            <span className="truncate">{item.title}</span>
          </MenuItem>
        );
      })}
    </>
  );
}

export function ThreadSwitcher() {
  const { graphId, thread } = useWorkbench();
  const router = useRouter();
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const newHref = `/w/${encodeURIComponent(graphId)}/t/new`;
  return (
    <>
      <Menu>
        <MenuTrigger className="flex h-7 min-w-0 items-center gap-1 rounded-md px-1.5 font-medium hover:bg-hover">
          <span className="truncate">{thread?.title ?? "New thread"}</span>
          <ChevronDown aria-hidden className="size-3 shrink-0 text-faint" />
        </MenuTrigger>
        <MenuContent align="start" className="max-w-96">
          {thread ? (
            <>
              <MenuItem onSelect={() => setDialog("rename")}>
                <Pencil />
                Rename…
              </MenuItem>
              <MenuItem
                onSelect={() => {
                  void navigator.clipboard.writeText(thread.thread_id).then(() => notify("Thread id copied"));
                }}
              >
                <Copy />
                Copy the thread’s id
              </MenuItem>
              <MenuItem onSelect={() => setDialog("delete")}>
                <Trash2 />
                Delete…
              </MenuItem>
              <MenuLine />
            </>
          ) : null}
          <MenuItem onSelect={() => router.push(newHref)}>
            <Plus />
            New thread
          </MenuItem>
          <OtherThreads />
          <MenuLine />
          <MenuItem onSelect={() => router.push("/t")}>
            <List />
            All threads
          </MenuItem>
        </MenuContent>
      </Menu>
      {thread && dialog === "rename" ? <RenameThreadDialog thread={thread} onClose={() => setDialog(null)} /> : null}
      {thread && dialog === "delete" ? (
        <DeleteThreadDialog thread={thread} onClose={() => setDialog(null)} onDeleted={() => router.push(`/w/${encodeURIComponent(graphId)}`)} />
      ) : null}
    </>
  );
}
