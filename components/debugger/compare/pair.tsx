import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import type { Json } from "@/lib/schema/json";
import { MessageCard } from "../inspector/values/message-card";
import { readMessage } from "../inspector/values/read-message";
import { ValueView } from "../inspector/values/value-view";

/** Both sides of a row, each in its column. */
export function Pair({ left, right, tight = false }: { left: ReactNode; right: ReactNode; tight?: boolean }) {
  const padding = tight ? "px-3.5 pt-1" : "px-3.5 py-1.5";
  return (
    <div className="grid grid-cols-2">
      <div className={cn("min-w-0", padding)}>{left}</div>
      <div className={cn("min-w-0 border-l border-line", padding)}>{right}</div>
    </div>
  );
}

/** A value on one side; `undefined` for one that is not there. */
export function SideValue({ value, label, index }: { value: Json | undefined; label: string; index?: number }) {
  if (value === undefined) return <p className="text-sm text-faint italic">not there</p>;
  const message = readMessage(value);
  if (message === null) return <ValueView value={value} label={label} />;
  return <MessageCard message={message} {...(index === undefined ? {} : { index })} />;
}

/** The background of what only one side has. */
export function Tinted({ tone, children }: { tone: "added" | "removed" | null; children: ReactNode }) {
  if (tone === null) return children;
  return <div className={cn("-mx-1.5 rounded-sm px-1.5 py-0.5", tone === "added" ? "bg-ok-bg" : "bg-bad-bg")}>{children}</div>;
}
