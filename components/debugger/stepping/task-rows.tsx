"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { cn } from "@/components/ui/cn";
import { StatusDot, type DotTone } from "@/components/ui/status-dot";
import { previewOf } from "../inspector/values/json-rows";
import type { NodeTask } from "./use-node-tasks";

const ROW_HEIGHT = 28;

const STATUS: Record<NodeTask["status"], { tone: DotTone; word: string }> = {
  pending: { tone: "off", word: "not run yet" },
  running: { tone: "run", word: "running" },
  done: { tone: "ok", word: "done" },
  interrupted: { tone: "wait", word: "waiting for an answer" },
  failed: { tone: "bad", word: "failed" },
};

type TaskRowsProps = { label: string; tasks: readonly NodeTask[]; selectedId: string | null; maxHeight: number; onSelect: (id: string) => void };

/** The tasks of a node, a line each; however many there are, only those in view are drawn. Arrow keys walk. */
export function TaskRows({ label, tasks, selectedId, maxHeight, onSelect }: TaskRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const selected = tasks.findIndex(({ id }) => id === selectedId);
  const virtual = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => tasks[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 320, height: maxHeight },
  });
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected);
  }, [selected, virtual]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -tasks.length, End: tasks.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tasks[Math.min(tasks.length - 1, Math.max(0, selected + (selected < 0 && step > 0 ? 1 : step)))];
    if (next !== undefined) onSelect(next.id);
  };
  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selected < 0 ? undefined : `task-${selectedId}`}
      className="overflow-y-auto overscroll-contain -outline-offset-2"
      style={{ maxHeight }}
      onKeyDown={onKeyDown}
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const task = tasks[index];
          return task === undefined ? null : (
            <TaskRow
              key={key}
              task={task}
              number={index + 1}
              count={tasks.length}
              top={start}
              isSelected={task.id === selectedId}
              onSelect={onSelect}
            />
          );
        })}
      </div>
    </div>
  );
}

type TaskRowProps = { task: NodeTask; number: number; count: number; top: number; isSelected: boolean; onSelect: (id: string) => void };

function TaskRow({ task, number, count, top, isSelected, onSelect }: TaskRowProps) {
  const { tone, word } = STATUS[task.status];
  const input = task.view?.input;
  return (
    <div
      id={`task-${task.id}`}
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={number}
      className={cn(
        "absolute inset-x-0 flex cursor-default items-center gap-2 px-3 text-sm hover:bg-hover",
        isSelected && "bg-selected hover:bg-selected",
      )}
      style={{ top, height: ROW_HEIGHT }}
      onClick={() => onSelect(task.id)}
    >
      <StatusDot tone={tone} label={word} />
      <span className="w-8 shrink-0 text-right text-faint tabular-nums">{number}</span>
      <span className="min-w-0 flex-1 truncate font-mono">
        {input === undefined ? <span className="text-faint">{task.view === null ? word : "reads the state"}</span> : previewOf(input, 160)}
      </span>
      {task.error === null ? null : <span className="max-w-36 truncate text-bad">{task.error}</span>}
      {(task.view?.attempts ?? 0) > 1 ? <span className="shrink-0 text-wait">{task.view?.attempts} tries</span> : null}
    </div>
  );
}
