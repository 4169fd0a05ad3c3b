import { keptHistory, NO_HISTORY, parseHistory, type History } from "./history";
import type { EditInput } from "@/lib/schema/edit";
import type { LayoutChange } from "./layout-change";

/** An edit that has not been saved yet, as plain data. */
export type PendingEdit = { requestId: string; baseHash: string; edits: EditInput[]; label: string; layout: LayoutChange[] };

const historyKey = (graphId: string) => `retrograph.design.history.${graphId}`;
const pendingKey = (graphId: string) => `retrograph.design.pending.${graphId}`;

function read(key: string): unknown {
  try {
    const text = window.sessionStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or denied storage: the page works without, and forgets when it is loaded anew.
  }
}

function isPending(value: unknown): value is PendingEdit {
  if (typeof value !== "object" || value === null) return false;
  const edit = value as Partial<PendingEdit>;
  return typeof edit.requestId === "string" && typeof edit.baseHash === "string" && Array.isArray(edit.edits) && Array.isArray(edit.layout);
}

/** What this tab knew of the workflow before the page was loaded anew. */
export function readKept(graphId: string): { history: History; pending: PendingEdit[] } {
  const pending = read(pendingKey(graphId));
  const history = read(historyKey(graphId));
  return {
    history: history === null ? NO_HISTORY : parseHistory(history),
    pending: Array.isArray(pending) ? pending.filter(isPending) : [],
  };
}

const writes = new Map<string, ReturnType<typeof setTimeout>>();

/** Keeps the newest steps across a reload; shortly after, because a drag makes many. */
export function keepHistory(graphId: string, history: History): void {
  clearTimeout(writes.get(graphId));
  writes.set(
    graphId,
    setTimeout(() => write(historyKey(graphId), history.undo.length + history.redo.length === 0 ? null : keptHistory(history)), 100),
  );
}

/** Keeps what is on its way to the file. */
export function keepPending(graphId: string, pending: PendingEdit[]): void {
  write(pendingKey(graphId), pending.length === 0 ? null : pending);
}
