"use client";

import { Command } from "cmdk";
import { CircleDot, FileCode, Keyboard, List, MessageSquare, Play, Plus, Search, Workflow as WorkflowIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog as Primitive } from "radix-ui";
import { useState } from "react";
import { threadHref, threadStanding } from "../../threads/thread-status";
import { useThreads } from "../../threads/use-threads";
import { workflowTitle } from "../../threads/use-workflows";
import { usePrimaryAction } from "../top-bar/use-primary-action";
import { useWorkbench } from "../workbench-context";
import { BranchItems } from "./branch-items";
import { DebugItems } from "./debug-items";
import { Item } from "./item";

const group =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint";

export type CommandPaletteProps = { onClose: () => void; onShowShortcuts: () => void };

/** Everything that can be gone to or done, by its name. */
export function CommandPalette({ onClose, onShowShortcuts }: CommandPaletteProps) {
  const workbench = useWorkbench();
  const { graphId, threadId, description, workflows } = workbench;
  const router = useRouter();
  const primary = usePrimaryAction();
  const [search, setSearch] = useState("");
  const { data } = useThreads({ limit: 100 });

  function then(action: () => void) {
    return () => {
      onClose();
      action();
    };
  }

  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/30 dark:bg-black/50" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed top-[14vh] left-1/2 z-50 w-[min(560px,calc(100vw-32px))] -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-raised shadow-float"
        >
          <Primitive.Title className="sr-only">Search and commands</Primitive.Title>
          <Command label="Search and commands" loop>
            <Command.Input
              value={search}
              onValueChange={setSearch}
              placeholder="Workflow, thread, node or action"
              className="h-11 w-full border-b border-line bg-transparent px-3.5 text-lg outline-none placeholder:text-faint"
            />
            <Command.List className="max-h-[52vh] overflow-y-auto p-1">
              <Command.Empty className="px-2 py-6 text-center text-muted">Nothing is called that.</Command.Empty>
              <Command.Group heading="Actions" className={group}>
                {primary ? (
                  <Item icon={<Play />} value={`action ${primary.label}`} onSelect={then(primary.run)} hint="F5">
                    {primary.label}: {primary.explanation}
                  </Item>
                ) : null}
                <DebugItems then={then} />
                {threadId === null ? null : (
                  <Item icon={<Search />} value="action find a checkpoint" onSelect={then(() => workbench.setSearchOpen(true))} hint="/">
                    Find a checkpoint: where a condition holds, or by its label
                  </Item>
                )}
                <Item icon={<Plus />} value="action new thread" onSelect={then(() => router.push(`/w/${encodeURIComponent(graphId)}/t/new`))}>
                  New thread
                </Item>
                <Item icon={<List />} value="action all threads" onSelect={then(() => router.push("/t"))}>
                  All threads
                </Item>
                <Item icon={<Keyboard />} value="action keyboard shortcuts" onSelect={then(onShowShortcuts)} hint="?">
                  Keyboard shortcuts
                </Item>
              </Command.Group>
              {description ? (
                <Command.Group heading="Nodes" className={group}>
                  {description.nodes
                    .filter((node) => node.kind !== "start" && node.kind !== "end")
                    .map((node) => (
                      <Item key={node.id} icon={<CircleDot />} value={`node ${node.id}`} onSelect={then(() => workbench.select({ node: node.id }))}>
                        <span className="font-mono">{node.id}</span>
                        {node.description ? <span className="ml-2 text-muted">{node.description}</span> : null}
                      </Item>
                    ))}
                </Command.Group>
              ) : null}
              <BranchItems then={then} group={group} />
              <Command.Group heading="Workflows" className={group}>
                {workflows.map((workflow) => (
                  <Item
                    key={workflow.graph_id}
                    icon={workflow.status === "failed" ? <FileCode /> : <WorkflowIcon />}
                    value={`workflow ${workflowTitle(workflow)} ${workflow.graph_id}`}
                    onSelect={then(() => router.push(`/w/${encodeURIComponent(workflow.graph_id)}`))}
                  >
                    {workflowTitle(workflow)}
                  </Item>
                ))}
              </Command.Group>
              <Command.Group heading="Threads" className={group}>
                {(data?.threads ?? []).map((thread) => (
                  <Item
                    key={thread.thread_id}
                    icon={<MessageSquare />}
                    value={`thread ${thread.title} ${thread.thread_id}`}
                    onSelect={then(() => router.push(threadHref(thread)))}
                  >
                    {thread.title}
                    <span className="ml-2 text-muted">{threadStanding(thread).label}</span>
                  </Item>
                ))}
              </Command.Group>
            </Command.List>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
