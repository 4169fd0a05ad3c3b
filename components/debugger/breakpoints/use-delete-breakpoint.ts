"use client";

import { notify } from "@/components/ui/notify";
import type { Breakpoint } from "@/lib/schema/breakpoint";
import { showError } from "../show-error";
import { useBreakpoints } from "./breakpoints-context";
import { placeOf } from "./words";

/** Deletes a breakpoint; it can be put back for a while. */
export function useDeleteBreakpoint(): (breakpoint: Breakpoint) => void {
  const { remove, add } = useBreakpoints();
  return ({ breakpoint_id, spec }) => {
    const failed = (error: unknown) => showError("The breakpoint could not be deleted", error);
    remove(breakpoint_id).then(
      () =>
        notify(`Breakpoint ${placeOf(spec)} deleted`, {
          action: { label: "Undo", run: () => void add(spec).catch((error: unknown) => showError("The breakpoint could not be put back", error)) },
          ms: 6000,
        }),
      failed,
    );
  };
}
