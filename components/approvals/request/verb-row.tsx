"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { useShortcuts, type Shortcuts } from "@/components/ui/shortcuts";
import { assignKeys, type Verb } from "./verbs";

export type VerbRowProps = {
  verbs: Verb[];
  /** Keys without a button, e.g. `e` for the first field. */
  more?: Shortcuts;
  disabled: boolean;
  hasKeys: boolean;
  extraButtons?: ReactNode;
};

/** The ways to answer, each with its key. */
export function VerbRow({ verbs, more = {}, disabled, hasKeys, extraButtons }: VerbRowProps) {
  const keys = assignKeys(verbs);
  const shortcuts: Shortcuts = {};
  if (hasKeys) {
    Object.assign(shortcuts, more);
    for (const verb of verbs) {
      const key = keys.get(verb.id);
      if (key === undefined || disabled || verb.isOff === true) continue;
      shortcuts[key] = () => (verb.pickByKey ?? verb.pick)();
    }
  }
  useShortcuts(shortcuts);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-1.5 max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-panel max-md:px-4 max-md:py-2">
      {verbs.map((verb) => {
        const key = hasKeys ? keys.get(verb.id) : undefined;
        return (
          <Button
            key={verb.id}
            variant={verb.style}
            aria-expanded={verb.opens === true ? verb.isOpen === true : undefined}
            aria-keyshortcuts={key}
            disabled={disabled || verb.isOff === true}
            onClick={verb.pick}
            className={verb.isOpen === true ? "bg-hover max-md:h-11 max-md:px-3.5" : "max-md:h-11 max-md:px-3.5"}
          >
            {verb.label}
            {verb.opens === true ? "…" : ""}
            {key === undefined ? null : (
              <span aria-hidden className="max-md:hidden">
                <Kbd>{key.toUpperCase()}</Kbd>
              </span>
            )}
          </Button>
        );
      })}
      {extraButtons}
    </div>
  );
}
