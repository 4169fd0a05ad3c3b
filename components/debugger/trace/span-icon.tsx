import { Box, Link2, ListChecks, SearchCode, Send, Sparkles, Wrench, type LucideIcon } from "lucide-react";
import type { SpanKind } from "@/lib/schema/span";
import { KIND_WORDS } from "./words";

const ICONS: Record<SpanKind, LucideIcon> = {
  node: Box,
  model: Sparkles,
  tool: Wrench,
  task: ListChecks,
  retriever: SearchCode,
  effect: Send,
  chain: Link2,
};

export function SpanIcon({ kind }: { kind: SpanKind }) {
  const Icon = ICONS[kind];
  return (
    <span title={KIND_WORDS[kind]} className="shrink-0">
      <Icon aria-hidden className="size-3.5 text-muted" />
    </span>
  );
}
