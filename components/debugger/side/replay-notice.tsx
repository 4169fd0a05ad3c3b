"use client";

import { History, ShieldCheck } from "lucide-react";
import { replayOf } from "@/components/approvals/replay-of";
import { REPLAY_WORDS } from "@/components/approvals/replay-words";
import { formatCount } from "@/components/ui/format";
import { useLive } from "../live/live-context";
import { useSpans } from "../trace/use-spans";
import { useWorkbench } from "../workbench-context";

/** Says of the run that is looked at that it was not a live one, and what became of its calls. */
export function ReplayNotice() {
  const { entry, activeRun } = useWorkbench();
  const runs = useLive((state) => state.runs);
  const shown = activeRun ?? runs.find(({ run_id }) => run_id === entry?.run_id) ?? null;
  const mode = shown === null ? "live" : replayOf(shown);
  const { data } = useSpans(mode === "live" ? null : (shown?.run_id ?? null), activeRun !== null);
  if (shown === null || mode === "live") return null;
  const sources = (data?.spans ?? []).map(({ source }) => source);
  const count = (source: string) => sources.filter((one) => one === source).length;
  const facts = [
    ...(count("recorded") > 0 ? [`${formatCount(count("recorded"), "call")} from recordings`] : []),
    ...(count("stubbed") > 0 ? [`${formatCount(count("stubbed"), "stand-in")}`] : []),
    ...(count("live") > 0 ? [mode === "dry" ? `${formatCount(count("live"), "call")} inside the process` : `${count("live")} really called`] : []),
  ];
  const Icon = mode === "dry" ? ShieldCheck : History;
  return (
    <p
      role="note"
      className="flex shrink-0 items-start gap-2 border-b border-fork bg-fork-bg px-3.5 py-2 text-fork [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0"
    >
      <Icon aria-hidden />
      <span className="min-w-0">
        <span className="font-medium">{REPLAY_WORDS[mode].label}.</span> {REPLAY_WORDS[mode].meaning}
        {facts.length === 0 ? null : <span className="block text-sm">{facts.join(" · ")}</span>}
      </span>
    </p>
  );
}
