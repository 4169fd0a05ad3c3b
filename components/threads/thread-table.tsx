import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import type { KeyboardEvent } from "react";
import { RepeatMark } from "@/components/approvals/repeats/repeat-mark";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusDot } from "@/components/ui/status-dot";
import type { ThreadSummary } from "@/lib/schema/thread";
import { threadHref, threadStanding } from "./thread-status";

export type ThreadTableProps = {
  threads: ThreadSummary[];
  /** Workflow titles by graph id. */
  titles: Map<string, string>;
  /** By thread: how many side effects happened more than once, or may have. */
  repeats: ReadonlyMap<string, number>;
  onRename: (thread: ThreadSummary) => void;
  onDelete: (thread: ThreadSummary) => void;
};

/** The arrow keys go from row to row. */
function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = links.findIndex((link) => link === event.target);
  if (at === -1) return;
  event.preventDefault();
  links[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
}

export function ThreadTable({ threads, titles, repeats, onRename, onDelete }: ThreadTableProps) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-panel">
      <table className="w-full table-fixed text-left">
        <thead className="text-xs text-faint">
          <tr className="border-b border-line [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
            <th>Thread</th>
            <th className="w-44">Workflow</th>
            <th className="w-40">Status</th>
            <th className="w-28 text-right">Checkpoints</th>
            <th className="w-24 text-right">Branches</th>
            <th className="w-28 text-right">Active</th>
            <th className="w-12">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {threads.map((thread) => {
            const { tone, label } = threadStanding(thread);
            return (
              <tr key={thread.thread_id} className="border-b border-line last:border-0 hover:bg-hover [&>td]:px-3 [&>td]:py-2">
                <td>
                  <span className="flex items-center gap-1.5">
                    <Link href={threadHref(thread)} prefetch={false} className="min-w-0 truncate font-medium hover:underline" title={thread.title}>
                      {thread.title}
                    </Link>
                    <RepeatMark count={repeats.get(thread.thread_id) ?? 0} />
                  </span>
                </td>
                <td className="truncate text-muted">{thread.graph_id === null ? "none" : (titles.get(thread.graph_id) ?? thread.graph_id)}</td>
                <td className="truncate" title={thread.last_run?.message ?? undefined}>
                  <span className="inline-flex items-center gap-2">
                    <StatusDot tone={tone} label={label} />
                    {label}
                  </span>
                </td>
                <td className="text-right tabular-nums text-muted">{thread.checkpoints.toLocaleString("en")}</td>
                <td className={`text-right tabular-nums ${thread.branches > 1 ? "text-fork" : "text-muted"}`}>
                  {thread.branches.toLocaleString("en")}
                </td>
                <td className="text-right whitespace-nowrap text-muted">
                  <RelativeTime iso={thread.updated_at} />
                </td>
                <td>
                  <Menu>
                    <MenuTrigger asChild>
                      <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${thread.title}`}>
                        <Ellipsis />
                      </Button>
                    </MenuTrigger>
                    <MenuContent align="end">
                      <MenuItem onSelect={() => onRename(thread)}>
                        <Pencil />
                        Rename…
                      </MenuItem>
                      <MenuItem onSelect={() => onDelete(thread)}>
                        <Trash2 />
                        Delete…
                      </MenuItem>
                    </MenuContent>
                  </Menu>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
