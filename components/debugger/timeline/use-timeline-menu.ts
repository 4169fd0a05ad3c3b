import { useCallback, useEffect, useMemo, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from "react";
import type { TimelineActions } from "./actions";
import type { HeadHandlers } from "./lane-heads";
import type { Point } from "./point-menu";
import { checkpointAt } from "./use-hovered-dot";

/** How long a finger rests on a dot until its menu opens, and how far it may move meanwhile. */
const LONG_PRESS_MS = 500;
const SLOP = 10;

export type OpenMenu = { kind: "checkpoint" | "branch"; id: string; at: Point };

/** Which menu of the timeline is open, which name is being typed, and what opens them. */
export function useTimelineMenu(list: RefObject<HTMLElement | null>, actions: TimelineActions | null) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; at: Point } | null>(null);
  const endPress = useCallback(() => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
  }, []);
  useEffect(() => endPress, [endPress]);

  const openAtDot = useCallback(
    (id: string) => {
      const box = list.current?.querySelector(`[data-checkpoint-id="${CSS.escape(id)}"]`)?.getBoundingClientRect();
      if (box !== undefined) setMenu({ kind: "checkpoint", id, at: { x: box.left + box.width / 2, y: box.bottom - 4 } });
    },
    [list],
  );
  const close = useCallback(() => {
    setMenu((open) => {
      // The focus goes back to where the menu was opened from.
      if (open?.kind === "checkpoint") list.current?.focus({ preventScroll: true });
      else if (open !== null) document.querySelector<HTMLElement>(`[data-branch-id="${CSS.escape(open.id)}"]`)?.focus({ preventScroll: true });
      return null;
    });
  }, [list]);

  const pointer = {
    onContextMenu(event: MouseEvent) {
      const id = checkpointAt(event.target);
      if (id === null || actions === null) return;
      event.preventDefault();
      setMenu({ kind: "checkpoint", id, at: { x: event.clientX, y: event.clientY } });
    },
    onPointerDown(event: PointerEvent) {
      const id = checkpointAt(event.target);
      if (id === null || actions === null || event.pointerType !== "touch") return;
      endPress();
      press.current = { at: { x: event.clientX, y: event.clientY }, timer: setTimeout(() => openAtDot(id), LONG_PRESS_MS) };
    },
    onPointerMove(event: PointerEvent) {
      const at = press.current?.at;
      if (at !== undefined && Math.hypot(event.clientX - at.x, event.clientY - at.y) > SLOP) endPress();
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
  };

  const heads = useMemo<HeadHandlers | null>(
    () =>
      actions === null
        ? null
        : {
            openMenu: (id, at) => setMenu({ kind: "branch", id, at }),
            beginRename: setRenaming,
            endRename: (id, name) => {
              setRenaming(null);
              if (name !== null) actions.markBranch(id, { name: name === "" ? null : name });
            },
          },
    [actions],
  );
  return { menu, close, renaming, beginRename: setRenaming, openAtDot, pointer, heads };
}
