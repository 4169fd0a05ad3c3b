import { Command } from "cmdk";
import type { ReactNode } from "react";
import { Kbd } from "@/components/ui/kbd";

/** One line of the palette. */
export function Item({
  icon,
  value,
  onSelect,
  children,
  hint,
}: {
  icon: ReactNode;
  value: string;
  onSelect: () => void;
  children: ReactNode;
  hint?: string;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 data-[selected=true]:bg-hover [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {hint ? <Kbd>{hint}</Kbd> : null}
    </Command.Item>
  );
}
