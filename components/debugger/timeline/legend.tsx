import type { ReactNode } from "react";
import { formatCount } from "@/components/ui/format";
import { DotShape } from "./dot-shape";

/** What keys and shapes mean, in one line. */
export function Legend({ checkpoints, branches }: { checkpoints: number; branches: number }) {
  return (
    <div className="@container flex h-6 shrink-0 items-center gap-3 overflow-hidden border-t border-line px-3 text-xs whitespace-nowrap text-faint">
      <span className="tabular-nums">
        {formatCount(checkpoints, "checkpoint")} · {formatCount(branches, "branch", "branches")}
      </span>
      <span className="ml-auto @max-[720px]:invisible @max-[720px]:w-0 @max-[720px]:overflow-hidden">
        ← → step · ↑ ↓ branch · C compare · L label · S star
      </span>
      <Item label="input">
        <DotShape source="input" outcome="passed" onLine />
      </Item>
      <Item label="step">
        <DotShape source="loop" outcome="passed" onLine />
      </Item>
      <Item label="edited">
        <DotShape source="update" outcome="edited" onLine />
      </Item>
      <Item label="run again">
        <DotShape source="fork" outcome="passed" onLine />
      </Item>
      <Item label="waiting">
        <DotShape source="loop" outcome="waiting" onLine />
      </Item>
      <Item label="failed">
        <DotShape source="loop" outcome="failed" onLine />
      </Item>
      <Item label="done">
        <DotShape source="loop" outcome="done" onLine />
      </Item>
    </div>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-0.5 @max-[520px]:hidden [&_svg]:size-3.5">
      {children}
      {label}
    </span>
  );
}
