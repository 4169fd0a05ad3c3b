"use client";

import { useLayoutEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";

/** Ids of the places in the top bar that Design mode fills. */
export type TopBarSlot = "design-file" | "design-undo" | "design-problems";

/** Shows something of the editor in the top bar, which stands outside of it. */
export function InTopBar({ slot, children }: { slot: TopBarSlot; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById(slot)), [slot]);
  return place === null ? null : createPortal(children, place);
}
