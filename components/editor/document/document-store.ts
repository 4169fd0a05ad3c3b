import { createStore, type StoreApi } from "zustand/vanilla";
import { applyEdits, getDesignModel, saveLayout } from "@/lib/client/design-api";
import { connectDesign } from "@/lib/client/design-events";
import type { Connection, StreamHandle } from "@/lib/client/event-stream";
import { isRetrographError } from "@/lib/errors";
import type { DesignEvent, DesignModel, EditConflict } from "@/lib/schema/design-api";
import type { Doubt, EditInput } from "@/lib/schema/edit";
import type { CanvasLayout } from "@/lib/schema/layout";
import type { Place } from "@/lib/schema/source";
import type { EditOptions, EditsOf, SaveState } from "../editor-context";
import { NO_HISTORY, type History } from "./history";
import { createEditQueue, type EditQueue } from "./edit-queue";
import { changeLayout, layoutChanges, type LayoutChange } from "./layout-change";
import { createLayoutSaver } from "./layout-saver";
import { keepHistory, readKept, type PendingEdit } from "./kept";

/** A question that an edit asks before it is made. */
export type Question = { question: string; doubts: Doubt[]; answer: (places: Place[] | null) => void };

/** An edit that does not fit what the file has become. */
export type Conflict = { label: string; versions: EditConflict; decide: (choice: "theirs" | "mine") => void };

export type DocumentState = {
  design: DesignModel | null;
  /** Why the workflow's text cannot be shown; null where it can. */
  loadError: string | null;
  /** The file was deleted or moved: what is shown is what it was. */
  isGone: boolean;
  connection: Connection;
  saving: SaveState;
  history: History;
  question: Question | null;
  conflict: Conflict | null;
  /** Grows whenever problems should be asked for anew. */
  problemsVersion: number;
};

export type DocumentActions = {
  apply: (edits: EditsOf, options: EditOptions) => Promise<boolean>;
  arrange: (change: (layout: CanvasLayout) => CanvasLayout, label: string) => void;
  undo: () => void;
  redo: () => void;
  /** Reads the workflow anew. */
  reload: () => Promise<void>;
  /** Sends at once what is not saved yet. */
  flush: () => void;
  retryConnection: () => void;
  listen: (listener: DocumentListener) => void;
  /** Begins to follow the file; the returned function ends it. */
  connect: () => () => void;
};

export type DocumentStore = StoreApi<DocumentState & DocumentActions>;

/** What the editor around a document does for it. */
export type DocumentListener = {
  shownNodes: () => CanvasLayout["nodes"];
  /** Something to tell a person; `place` is what it is about. */
  tell: (title: string, description?: string, more?: { place?: Place | null; action?: { label: string; run: () => void } }) => void;
  /** The edits were made: what they name may be called otherwise now. */
  onEdited: (edits: EditInput[], select: string[] | undefined) => void;
  onWorkflowChanged: () => void;
};

const NOBODY: DocumentListener = { shownNodes: () => ({}), tell: () => {}, onEdited: () => {}, onWorkflowChanged: () => {} };

const GONE_RETRY_MS = 3000;

/** One per mounted editor: the text, what is on its way to the file, and how to take it back. */
export function createDocumentStore(graphId: string): DocumentStore {
  const clientId = crypto.randomUUID();
  return createStore<DocumentState & DocumentActions>((set, get) => {
    let stream: StreamHandle | null = null;
    let goneTimer: ReturnType<typeof setTimeout> | undefined;
    let staleHash: string | null | undefined;
    let loads = 0;
    let listener = NOBODY;
    let pending: PendingEdit[] = [];

    const layouts = createLayoutSaver({
      save: (body) => saveLayout(graphId, { ...body, client_id: clientId }),
      current: () => get().design?.layout ?? null,
      onMerged: (layout) => showLayout(layout),
      onState: (state) => {
        if (queue.isIdle()) set({ saving: state.status === "failed" ? { ...state, retry: layouts.flush } : state });
      },
      onConflict: () => listener.tell("Somebody else moved the same things", "Where both of you moved something, theirs stays."),
    });

    function showLayout(layout: CanvasLayout): void {
      const { design } = get();
      if (design !== null) set({ design: { ...design, layout } });
    }

    /** Takes what the server has read, with what was moved here and is not saved yet. */
    function take(design: DesignModel): void {
      const layout = layouts.take({ layout: design.layout, hash: design.layout_hash });
      set({ design: { ...design, layout }, loadError: null, isGone: false });
      // What the page had not saved when it was loaded anew goes on as soon as there is a text to go on with.
      const left = pending;
      pending = [];
      queue.restore(left);
    }

    function changeShown(changes: readonly LayoutChange[]): void {
      const { design } = get();
      if (design === null || changes.length === 0) return;
      showLayout(changeLayout(design.layout, changes));
      layouts.changed();
    }

    function setHistory(history: History): void {
      set({ history });
      keepHistory(graphId, history);
    }

    const queue: EditQueue = createEditQueue({
      graphId,
      send: (body) => applyEdits(graphId, { ...body, client_id: clientId }, AbortSignal.timeout(60_000)),
      get: () => ({ design: get().design, history: get().history, shownNodes: listener.shownNodes() }),
      onDesign: take,
      onLayout: changeShown,
      onHistory: setHistory,
      onSaving: (saving) => set({ saving: saving.status === "saved" && layouts.isDirty() ? { status: "saving" } : saving }),
      onQuestion: (question) => set({ question }),
      onConflict: (conflict) => set({ conflict }),
      onEdited: (edits, select) => listener.onEdited(edits, select),
      tell: (...message) => listener.tell(...message),
      onIdle: () => {
        const hash = staleHash;
        staleHash = undefined;
        if (hash !== undefined && hash !== get().design?.hash) void reload();
        set((state) => ({ problemsVersion: state.problemsVersion + 1 }));
      },
    });

    async function reload(): Promise<void> {
      const load = ++loads;
      try {
        const design = await getDesignModel(graphId);
        // A text that was asked for before an edit came back would be an older one.
        if (load !== loads) return;
        if (!queue.isIdle()) staleHash = design.hash;
        else {
          take(design);
          set((state) => ({ problemsVersion: state.problemsVersion + 1 }));
        }
      } catch (error) {
        if (load !== loads) return;
        const isGone = isRetrographError(error) && (error.code === "graph_not_found" || error.code === "not_found");
        if (isGone) return setGone(error.message);
        if (get().design === null) set({ loadError: error instanceof Error ? error.message : String(error) });
      }
    }

    function setGone(message: string): void {
      set((state) => ({ isGone: true, loadError: state.design === null ? message : null }));
      clearTimeout(goneTimer);
      goneTimer = setTimeout(() => stream !== null && stream.retryNow(), GONE_RETRY_MS);
    }

    function onChanged(hash: string | null, by: string): void {
      if (hash === null) return setGone("The workflow's file was deleted or moved.");
      const { design, isGone } = get();
      if (by === clientId || (hash === design?.hash && by === "hello" && !isGone)) return;
      if (queue.isIdle()) void reload();
      else staleHash = hash;
    }

    function onEvent(event: DesignEvent): void {
      switch (event.type) {
        case "hello":
          onChanged(event.hash, "hello");
          if (event.layout_hash !== layouts.savedHash() && event.hash === get().design?.hash) void reload();
          return;
        case "changed":
          return onChanged(event.hash, event.client_id);
        case "layout":
          if (event.client_id !== clientId && event.hash !== layouts.savedHash()) void reload();
          return;
        case "workflow":
          listener.onWorkflowChanged();
          set((state) => ({ problemsVersion: state.problemsVersion + 1 }));
          return;
        case "problems":
          set((state) => ({ problemsVersion: state.problemsVersion + 1 }));
      }
    }

    function onConnection(connection: Connection): void {
      set({ connection });
      if (connection === "online") {
        queue.retry();
        layouts.flush();
        if (get().isGone) void reload();
      } else if (connection === "gone") setGone("The workflow's file was deleted or moved.");
    }

    function arrange(change: (layout: CanvasLayout) => CanvasLayout, label: string): void {
      const { design, history } = get();
      if (design === null) return;
      if (design.readonly !== null) return listener.tell("Nothing was moved", design.readonly);
      const changes = layoutChanges(design.layout, change(design.layout));
      if (changes.length === 0) return;
      changeShown(changes);
      setHistory({ undo: [...history.undo, { label, at: Date.now(), merge: null, files: [], layout: changes }], redo: [] });
    }

    return {
      design: null,
      loadError: null,
      isGone: false,
      connection: "connecting",
      saving: { status: "saved" },
      history: NO_HISTORY,
      question: null,
      conflict: null,
      problemsVersion: 0,
      apply: (edits, editOptions) => queue.apply(edits, editOptions),
      arrange,
      undo: () => queue.step("undo"),
      redo: () => queue.step("redo"),
      reload,
      flush() {
        queue.retry();
        layouts.flush();
      },
      retryConnection: () => stream?.retryNow(),
      listen: (next) => void (listener = next),
      connect() {
        const kept = readKept(graphId);
        set({ history: kept.history });
        pending = kept.pending;
        void reload();
        stream = connectDesign({ graphId, onEvent, onConnection });
        return () => {
          clearTimeout(goneTimer);
          layouts.flush();
          layouts.close();
          stream?.close();
          stream = null;
        };
      },
    };
  });
}
