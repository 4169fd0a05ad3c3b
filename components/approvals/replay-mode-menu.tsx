"use client";

import { Check, ChevronDown, CirclePlay, History, ShieldCheck, ShieldHalf, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "@/components/ui/menu";
import { cn } from "@/components/ui/cn";
import type { ReplayMode } from "@/lib/schema/replay";
import { REPLAY_MODES, REPLAY_WORDS } from "./replay-words";

const ICONS: Record<ReplayMode, LucideIcon> = { live: CirclePlay, recorded: History, strict: ShieldHalf, dry: ShieldCheck };

export type ReplayModeMenuProps = {
  value: ReplayMode;
  onChange: (mode: ReplayMode) => void;
  /** Those that can be chosen; all where left out. */
  modes?: readonly ReplayMode[];
  disabled?: boolean;
  /** Only the icon, where there is little room. */
  compact?: boolean;
};

/** Chooses whether models and tools are called, or answer as they were recorded. */
export function ReplayModeMenu({ value, onChange, modes = REPLAY_MODES, disabled = false, compact = false }: ReplayModeMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const Icon = ICONS[value];
  const { label } = REPLAY_WORDS[value];
  return (
    <Menu open={isOpen} onOpenChange={setOpen}>
      <MenuTrigger asChild>
        <Button
          disabled={disabled}
          aria-label={`Run with: ${label}`}
          className={cn("max-md:h-11", value !== "live" && "border-fork bg-fork-bg text-fork", compact && "px-1.5 max-md:px-3")}
        >
          <Icon />
          {compact ? null : <span className="max-w-40 truncate">{label}</span>}
          <ChevronDown />
        </Button>
      </MenuTrigger>
      <MenuContent align="end" className="w-80 max-w-[calc(100vw-16px)]">
        <MenuLabel>Run with</MenuLabel>
        {modes.map((mode) => (
          <ReplayModeItem key={mode} mode={mode} isChosen={mode === value} onChoose={() => onChange(mode)} />
        ))}
      </MenuContent>
    </Menu>
  );
}

function ReplayModeItem({ mode, isChosen, onChoose }: { mode: ReplayMode; isChosen: boolean; onChoose: () => void }) {
  const Icon = ICONS[mode];
  const { label, meaning } = REPLAY_WORDS[mode];
  return (
    <MenuItem role="menuitemradio" aria-checked={isChosen} onSelect={onChoose} className="items-start py-1.5">
      <Icon className="mt-0.5" />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{label}</span>
        <span className="block text-sm text-muted">{meaning}</span>
      </span>
      {isChosen ? <Check className="mt-0.5" /> : null}
    </MenuItem>
  );
}
