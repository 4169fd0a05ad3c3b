"use client";

import { TriangleAlert } from "lucide-react";
import { memo, useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { Empty } from "@/components/ui/empty";
import { toStateMatrix, type Access } from "@/lib/graph/state-matrix";
import { toTypeLabel } from "@/lib/graph/type-label";
import type { Problem } from "@/lib/schema/problem";
import type { SourceChannel } from "@/lib/schema/source";
import { useEditor } from "../editor-context";
import { AddChannelLine } from "./add-channel-line";

const WORDS: Record<Exclude<Access, null>, string> = { reads: "reads", writes: "writes", both: "reads, writes", unknown: "?" };
const HEAD = "sticky top-0 z-10 h-8 border-b border-line bg-panel px-2.5 text-left font-normal whitespace-nowrap text-faint";

/** The channels of the state by the nodes: who reads, who writes. */
export function StateGrid() {
  const { graph, design, selection, select, openTab, problems } = useEditor();
  const model = design?.model;
  const matrix = useMemo(() => (graph === null || model === undefined ? null : toStateMatrix(graph, model)), [graph, model]);
  const atChannels = useMemo(() => problemsByChannel(problems), [problems]);
  if (matrix === null) {
    return design === null ? null : <Empty title="No state to show">Which graph of the file this is could not be read from its text.</Empty>;
  }
  const show = (channel: string) => {
    select({ channel });
    openTab("state");
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1 overflow-auto">
        <table className="w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">Channels of the state, and the nodes that read and write them</caption>
          <thead>
            <tr>
              <th scope="col" className={cn(HEAD, "left-0 z-20")}>
                channel
              </th>
              <th scope="col" className={HEAD}>
                type
              </th>
              <th scope="col" className={HEAD}>
                reducer
              </th>
              <th scope="col" className={HEAD}>
                default
              </th>
              {matrix.nodes.map((node) => (
                <th key={node} scope="col" className={cn(HEAD, "px-1 text-center", selection.nodes.includes(node) && "bg-selected")}>
                  <button
                    type="button"
                    title={node}
                    aria-pressed={selection.nodes.includes(node)}
                    onClick={() => select({ nodes: [node], edge: null })}
                    className="max-w-36 truncate rounded px-1.5 py-0.5 hover:bg-hover hover:text-text"
                  >
                    {node}
                  </button>
                </th>
              ))}
              <th aria-hidden className={cn(HEAD, "w-full")} />
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map(({ channel, access }) => (
              <ChannelRow
                key={channel.name}
                channel={channel}
                access={access}
                nodes={matrix.nodes}
                selected={selection.nodes}
                isSelected={selection.channel === channel.name}
                problems={atChannels.get(channel.name)}
                onShow={show}
                onSelectNode={(node) => select({ nodes: [node], edge: null })}
              />
            ))}
          </tbody>
        </table>
        {matrix.rows.length === 0 ? <p className="px-2.5 py-3 text-muted">The state has no channels yet. Add the first one below.</p> : null}
      </div>
      <div className="border-t border-line px-2.5 py-1.5">
        <AddChannelLine draftKey="grid" />
      </div>
    </div>
  );
}

function problemsByChannel(problems: readonly Problem[]): Map<string, Problem[]> {
  const found = new Map<string, Problem[]>();
  for (const problem of problems) {
    for (const target of problem.targets) {
      if (target.kind === "channel") found.set(target.channel, [...(found.get(target.channel) ?? []), problem]);
    }
  }
  return found;
}

type ChannelRowProps = {
  channel: SourceChannel;
  access: Access[];
  nodes: string[];
  selected: string[];
  isSelected: boolean;
  problems: Problem[] | undefined;
  onShow: (channel: string) => void;
  onSelectNode: (node: string) => void;
};

const ChannelRow = memo(function ChannelRow({ channel, access, nodes, selected, isSelected, problems = [], onShow, onSelectNode }: ChannelRowProps) {
  const cell = cn("h-[31px] border-b border-line px-2.5 whitespace-nowrap", isSelected && "bg-selected");
  const clashing = new Set(
    problems
      .filter(({ code }) => code === "parallel-writes")
      .flatMap(({ targets }) => targets.flatMap((target) => (target.kind === "node" ? [target.node] : []))),
  );
  return (
    <tr className="group">
      <th scope="row" className={cn(cell, "sticky left-0 z-[5] text-left font-normal", isSelected ? "bg-selected" : "bg-panel group-hover:bg-hover")}>
        <span className="flex items-center gap-1.5">
          <button
            type="button"
            aria-pressed={isSelected}
            title={channel.description ?? channel.locked ?? undefined}
            onClick={() => onShow(channel.name)}
            className="max-w-56 truncate rounded font-mono text-[12.5px] hover:underline"
          >
            {channel.name}
          </button>
          {problems.length === 0 ? null : (
            <span
              role="img"
              aria-label={problems.map(({ message }) => message).join(" ")}
              title={problems.map(({ message }) => message).join("\n\n")}
            >
              <TriangleAlert
                aria-hidden
                className={cn("size-3.5", problems.some(({ severity }) => severity === "error") ? "text-bad" : "text-wait")}
              />
            </span>
          )}
        </span>
      </th>
      <td className={cn(cell, "font-mono text-[12px] text-muted")} title={channel.type ?? undefined}>
        <span className="block max-w-64 truncate">{channel.type === null ? "" : toTypeLabel(channel.type)}</span>
      </td>
      <td className={cell}>
        <span className="block max-w-40 truncate">{channel.reducer?.label ?? "last value"}</span>
      </td>
      <td className={cn(cell, "font-mono text-[12px]")} title={channel.default?.text}>
        <span className="block max-w-32 truncate">{channel.default === null ? "" : defaultWords(channel.default)}</span>
      </td>
      {access.map((kind, index) => {
        const node = nodes[index] ?? "";
        const isClash = kind !== "reads" && clashing.has(node);
        return (
          <td
            key={node}
            onClick={() => onSelectNode(node)}
            title={titleOf(kind, node, isClash)}
            className={cn(
              cell,
              "cursor-default text-center",
              !isSelected && selected.includes(node) && "bg-selected",
              COLOUR[kind ?? "none"],
              isClash && "font-medium text-wait",
            )}
          >
            {kind === null ? "" : WORDS[kind]}
          </td>
        );
      })}
      <td aria-hidden className={cell} />
    </tr>
  );
});

const COLOUR = { reads: "text-muted", writes: "text-ok", both: "text-ok", unknown: "text-faint", none: "" };

function titleOf(kind: Access, node: string, isClash: boolean): string | undefined {
  if (isClash) return `${node} writes it in the same step as another node, and no reducer joins the two.`;
  return kind === "unknown" ? `The code of ${node} was not found, so what it reads and writes is not known.` : undefined;
}

/** The value that a factory gives says more than its arrow. */
function defaultWords({ text, value }: NonNullable<SourceChannel["default"]>): string {
  return value === undefined ? text.replace(/^\(\)\s*=>\s*/, "") : JSON.stringify(value);
}
