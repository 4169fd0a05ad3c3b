import { isRetrographError } from "@/lib/errors";
import type { LayoutResult } from "@/lib/schema/design-api";
import type { CanvasLayout } from "@/lib/schema/layout";
import { changeLayout, layoutChanges } from "./layout-change";

const SETTLE_MS = 250;
const RETRY_MS = 3000;

type Saved = { layout: CanvasLayout; hash: string };

export type LayoutSaverOptions = {
  save: (body: { base_hash: string; layout: CanvasLayout }) => Promise<LayoutResult>;
  /** What the canvas shows now. */
  current: () => CanvasLayout | null;
  /** Somebody else's changes came in with an answer. */
  onMerged: (layout: CanvasLayout) => void;
  onState: (state: { status: "saved" | "saving" } | { status: "failed"; message: string }) => void;
  /** Both sides moved the same thing: theirs stays. */
  onConflict: () => void;
};

/** Brings the layout of the canvas to the server, the newest only, one request at a time. */
export type LayoutSaver = {
  /** What the server has, as it was read with the model. Gives the layout to show: that one with what is not saved yet. */
  take: (saved: Saved) => CanvasLayout;
  /** The layout has changed here. */
  changed: () => void;
  savedHash: () => string | null;
  isDirty: () => boolean;
  /** Saves at once what is not saved yet. */
  flush: () => void;
  close: () => void;
};

function isTheirs(details: unknown): details is Saved {
  return typeof details === "object" && details !== null && "layout" in details && "hash" in details;
}

export function createLayoutSaver({ save, current, onMerged, onState, onConflict }: LayoutSaverOptions): LayoutSaver {
  let saved: Saved | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaving = false;
  let closed = false;

  function isDirty(): boolean {
    const layout = current();
    return saved !== null && layout !== null && layoutChanges(saved.layout, layout).length > 0;
  }

  /** What was changed here since `from`, on top of what the server has. */
  function settle(from: CanvasLayout, now: Saved): void {
    const layout = current();
    saved = now;
    if (layout !== null) onMerged(changeLayout(now.layout, layoutChanges(from, layout)));
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void run(), ms);
  }

  /** Theirs for what both moved; what was moved here only is sent again on top of it. */
  function giveWay(before: CanvasLayout, sent: CanvasLayout, theirs: Saved): void {
    const moved = new Set(layoutChanges(before, theirs.layout).map(({ section, key }) => `${section} ${key}`));
    const mine = layoutChanges(before, sent).filter(({ section, key }) => !moved.has(`${section} ${key}`));
    saved = theirs;
    onMerged(changeLayout(theirs.layout, mine));
    onConflict();
  }

  /** True where it makes sense to go on with what is not saved yet. */
  async function send(before: Saved, sent: CanvasLayout): Promise<boolean> {
    try {
      settle(sent, await save({ base_hash: before.hash, layout: sent }));
    } catch (error) {
      if (isRetrographError(error) && error.code === "edit_conflict" && isTheirs(error.details)) giveWay(before.layout, sent, error.details);
      else {
        onState({ status: "failed", message: error instanceof Error ? error.message : String(error) });
        const isLasting = isRetrographError(error) && error.status < 500 && error.code !== "too_many_requests";
        if (!isLasting) schedule(RETRY_MS);
        return false;
      }
    }
    onState({ status: "saved" });
    return true;
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    const sent = current();
    if (isSaving || saved === null || sent === null || !isDirty()) return;
    isSaving = true;
    onState({ status: "saving" });
    const goesOn = await send(saved, sent);
    isSaving = false;
    if (goesOn && isDirty()) schedule(SETTLE_MS);
  }

  return {
    take(now) {
      const layout = current();
      const mine = saved === null || layout === null ? [] : layoutChanges(saved.layout, layout);
      if (!isSaving) saved = now;
      return changeLayout(now.layout, mine);
    },
    changed: () => schedule(SETTLE_MS),
    savedHash: () => saved?.hash ?? null,
    isDirty,
    flush: () => void run(),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
