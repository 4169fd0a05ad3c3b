import {
  Bot,
  Box,
  Braces,
  Check,
  CirclePause,
  CirclePlay,
  Diamond,
  FileText,
  GitFork,
  Globe,
  Group,
  LoaderCircle,
  Merge,
  PenLine,
  Search,
  Send,
  ShieldAlert,
  Sparkles,
  Split,
  StickyNote,
  Upload,
  UserCheck,
  Wrench,
  X,
  type LucideIcon,
} from "lucide-react";
import { createElement } from "react";
import { cn } from "@/components/ui/cn";
import type { NodeStatus } from "@/lib/graph/overlay";
import type { NodeKind } from "@/lib/schema/graph";
import type { KitKind } from "@/lib/schema/kit";

type CardKind = Exclude<NodeKind, "start" | "end">;

const KIND_ICONS = { node: Box, tools: Wrench, agent: Bot, subgraph: Group, error_handler: ShieldAlert } satisfies Record<CardKind, LucideIcon>;

const KIT_ICONS = {
  model: Sparkles,
  agent: Bot,
  retrieve: Search,
  tools: Wrench,
  code: Braces,
  http: Globe,
  condition: Diamond,
  approval: UserCheck,
  map: GitFork,
  subgraph: Group,
} satisfies Record<KitKind, LucideIcon>;

/** The sign of a kind of node that the palette inserts. */
export function KitIcon({ kind, className }: { kind: KitKind; className?: string }) {
  return createElement(KIT_ICONS[kind], { "aria-hidden": true, className, strokeWidth: 1.75 });
}

/** An ordinary node has no kind that the runtime knows; its author's word for it says more than a box. */
const WORD_ICONS: readonly [RegExp, LucideIcon][] = [
  [/approv|human|confirm/, UserCheck],
  [/search|retriev|lookup|find|query/, Search],
  [/read|fetch|load|document/, FileText],
  [/note|record|remember|memory/, StickyNote],
  [/draft|write|compose|report|revis|edit/, PenLine],
  [/publish|upload|export|deploy/, Upload],
  [/send|reply|respond|email|notify/, Send],
  [/route|classif|decide|triage|branch|choose|plan/, Split],
  [/split|fan.?out|dispatch|map/, GitFork],
  [/join|gather|merge|reduce|collect|combine/, Merge],
  [/model|llm|chat|generate|think|answer/, Sparkles],
  [/agent|supervisor|assistant/, Bot],
  [/tool|action|execute/, Wrench],
];

function pickIcon(kind: NodeKind, name: string): LucideIcon {
  if (kind === "start" || kind === "end") return Box;
  if (kind !== "node") return KIND_ICONS[kind];
  const word = name.toLowerCase();
  return WORD_ICONS.find(([pattern]) => pattern.test(word))?.[1] ?? KIND_ICONS.node;
}

export function NodeIcon({ kind, name, className }: { kind: NodeKind; name: string; className?: string }) {
  return createElement(pickIcon(kind, name), { "aria-hidden": true, className, strokeWidth: 1.75 });
}

const STATUS_ICONS = {
  idle: null,
  next: CirclePlay,
  running: LoaderCircle,
  done: Check,
  interrupted: CirclePause,
  failed: X,
} satisfies Record<NodeStatus, LucideIcon | null>;

export function StatusIcon({ status, className }: { status: NodeStatus; className?: string }) {
  const icon = STATUS_ICONS[status];
  if (icon === null) return null;
  return createElement(icon, {
    "aria-hidden": true,
    strokeWidth: 2.25,
    className: cn(className, status === "running" && "motion-safe:animate-spin"),
  });
}
