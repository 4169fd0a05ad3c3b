"use client";

import { useRef } from "react";
import { showError } from "../show-error";
import { useBreakpoints } from "./breakpoints-context";

export type AllSwitch = { label: string; flip: () => void };

/** Switches all breakpoints off, and on again those that were on. */
export function useAllSwitch(): AllSwitch {
  const { list, change, rememberedRef } = useBreakpoints();
  const on = list.filter(({ enabled }) => enabled);
  const isAnyOn = on.length > 0;
  const pending = useRef(false);
  const flip = async () => {
    if (pending.current) return;
    pending.current = true;
    const again = list.filter(({ breakpoint_id }) => rememberedRef.current.has(breakpoint_id));
    const changed = isAnyOn ? on : again.length > 0 ? again : list;
    if (isAnyOn) rememberedRef.current = new Set(on.map(({ breakpoint_id }) => breakpoint_id));
    try {
      await Promise.all(changed.map(({ breakpoint_id }) => change(breakpoint_id, { enabled: !isAnyOn })));
    } catch (error) {
      showError("Not all breakpoints could be switched", error);
    } finally {
      pending.current = false;
    }
  };
  return { label: isAnyOn ? "Switch all off" : "Switch all on", flip: () => void flip() };
}
