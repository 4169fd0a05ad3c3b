// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createDocumentStore, type DocumentStore } from "@/components/editor/document/document-store";
import { RetrographError } from "@/lib/errors";
import { changedText } from "@/lib/graph/rebase-changes";
import type { DesignEvent, DesignModel, EditsBodyInput, EditsResult } from "@/lib/schema/design-api";
import type { EditInput, TextChange } from "@/lib/schema/edit";
import type { CanvasLayout } from "@/lib/schema/layout";

type FakeServer = {
  text: string;
  layout: CanvasLayout;
  requests: EditsBodyInput[];
  answer: ((body: EditsBodyInput) => Promise<EditsResult> | EditsResult | null) | null;
  saves: CanvasLayout[];
  onEvent: ((event: DesignEvent) => void) | null;
};

const server = vi.hoisted((): FakeServer => ({
  text: "",
  layout: { version: 1, nodes: {}, groups: {}, notes: {} },
  requests: [],
  answer: null,
  saves: [],
  onEvent: null,
}));

function modelOf(text: string): DesignModel {
  return {
    graph_id: "a",
    file: "graphs/a.ts",
    text,
    hash: `hash of ${text}`,
    model: { file: "graphs/a.ts", hash: `hash of ${text}`, graphs: [], errors: [], files: [] },
    stale: false,
    graph: null,
    layout: server.layout,
    layout_hash: JSON.stringify(server.layout),
    readonly: null,
  };
}

/** Makes the changes as the server does, on the text of now. */
function done(body: EditsBodyInput): EditsResult {
  const before = server.text;
  const changes = body.edits.flatMap((edit): TextChange[] => (edit.type === "replace_text" ? edit.changes : []));
  server.text = changedText(before, changes);
  let shift = 0;
  const inverse = changes.map(({ start, end, text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { start: from, end: from + text.length, text: before.slice(start, end) };
  });
  const files =
    changes.length === 0 ? [] : [{ file: "graphs/a.ts", before_hash: `hash of ${before}`, hash: `hash of ${server.text}`, changes, inverse }];
  return { status: "done", design: modelOf(server.text), files, rebased: false, notes: [] };
}

vi.mock("@/lib/client/design-api", () => ({
  getDesignModel: () => Promise.resolve(modelOf(server.text)),
  applyEdits: async (_graph: string, body: EditsBodyInput) => {
    server.requests.push(body);
    return (await server.answer?.(body)) ?? done(body);
  },
  saveLayout: (_graph: string, body: { layout: CanvasLayout }) => {
    server.saves.push(body.layout);
    server.layout = body.layout;
    return Promise.resolve({ layout: body.layout, hash: JSON.stringify(body.layout) });
  },
}));
vi.mock("@/lib/client/design-events", () => ({
  connectDesign: ({ onEvent, onConnection }: { onEvent: (event: DesignEvent) => void; onConnection: (connection: string) => void }) => {
    server.onEvent = onEvent;
    onConnection("online");
    // The stream is often quicker than the first answer, and what it says makes the page ask again.
    onEvent({ type: "hello", hash: `hash of ${server.text}`, layout_hash: "another" });
    return { close: () => {}, retryNow: () => {} };
  },
}));

const insert = (at: number, text: string): EditInput => ({ type: "replace_text", changes: [{ start: at, end: at, text }] });
const told: [string, string | undefined][] = [];
let skip: (() => void) | undefined;

async function open(): Promise<DocumentStore> {
  const store = createDocumentStore("a");
  store.getState().listen({
    shownNodes: () => ({}),
    onEdited: () => {},
    onWorkflowChanged: () => {},
    tell: (title, description, more) => {
      told.push([title, description]);
      skip = more?.action?.run;
    },
  });
  store.getState().connect();
  await vi.waitFor(() => expect(store.getState().design).not.toBeNull());
  return store;
}

beforeEach(() => {
  sessionStorage.clear();
  told.length = 0;
  Object.assign(server, { text: "one", requests: [], answer: null, saves: [], layout: { version: 1, nodes: {}, groups: {}, notes: {} } });
});

describe("edits", () => {
  test("go one after the other, each made from the text that the one before left", async () => {
    const store = await open();
    const { apply } = store.getState();
    const all = Promise.all([apply([insert(0, "a")], { label: "A" }), apply(({ text }) => [insert(text.length, "z")], { label: "Z" })]);
    expect(store.getState().saving).toEqual({ status: "saving" });
    expect(await all).toEqual([true, true]);
    expect(server.requests.map(({ base_hash }) => base_hash)).toEqual(["hash of one", "hash of aone"]);
    expect(store.getState()).toMatchObject({ saving: { status: "saved" }, design: { text: "aonez" } });
    expect(await apply(() => [], { label: "Nothing" })).toBe(true);
    expect(server.requests).toHaveLength(2);
    store.getState().undo();
    store.getState().undo();
    await vi.waitFor(() => expect(server.text).toBe("one"));
    store.getState().redo();
    await vi.waitFor(() => expect(server.text).toBe("aone"));
    expect(store.getState().history).toMatchObject({ undo: [{ label: "A" }], redo: [{ label: "Z" }] });
  });

  test("that follow one another closely, as typing does, are taken back at once", async () => {
    const store = await open();
    for (const letter of "xyz") await store.getState().apply(({ text }) => [insert(text.length, letter)], { label: "Type", merge: "code" });
    expect(store.getState().history.undo).toHaveLength(1);
    store.getState().undo();
    await vi.waitFor(() => expect(server.text).toBe("one"));
    store.getState().redo();
    await vi.waitFor(() => expect(server.text).toBe("onexyz"));
  });

  test("that are not sure ask, and go on with the answer", async () => {
    const store = await open();
    const place = { file: "graphs/a.ts", start: 0, end: 3, line: 1, column: 1 };
    server.answer = ({ edits: [edit] }) =>
      edit?.type === "rename_node" && edit.also === undefined
        ? { status: "ask", edit: 0, question: "Also there?", doubts: [{ place, line_text: "one", reason: "It may be." }], hash: "hash of one" }
        : null;
    const rename = { type: "rename_node", graph: "g", node: "a", name: "b" } as const;
    const first = store.getState().apply([rename], { label: "Rename" });
    await vi.waitFor(() => expect(store.getState().question?.question).toBe("Also there?"));
    store.getState().question?.answer([place]);
    expect(await first).toBe(true);
    expect(server.requests.at(-1)?.edits).toEqual([{ ...rename, also: [place] }]);
    const second = store.getState().apply([rename], { label: "Rename" });
    await vi.waitFor(() => expect(store.getState().question).not.toBeNull());
    store.getState().question?.answer(null);
    expect(await second).toBe(false);
  });

  test("that are refused say why, and those behind them are made", async () => {
    const store = await open();
    server.answer = ({ edits: [edit] }) =>
      edit?.type === "delete_node" ? { status: "refused", edit: 0, reason: "It is locked.", place: null } : null;
    const refused = store.getState().apply([{ type: "delete_node", graph: "g", node: "a" }], { label: "Delete a" });
    const made = store.getState().apply([insert(0, "x")], { label: "X" });
    expect(await Promise.all([refused, made])).toEqual([false, true]);
    expect(told).toEqual([["Delete a: not done", "It is locked."]]);
  });
});

describe("what cannot be sent", () => {
  test("waits, is kept in the tab, and is sent as it was", async () => {
    const store = await open();
    server.answer = () => Promise.reject(new RetrographError("runner_unresponsive", "The server cannot be reached."));
    void store.getState().apply([insert(0, "x")], { label: "X" });
    await vi.waitFor(() => expect(store.getState().saving.status).toBe("failed"));
    server.answer = null;
    // Another page of this tab takes it over.
    const reloaded = await open();
    await vi.waitFor(() => expect(server.text).toBe("xone"));
    expect(server.requests[0]?.request_id).toBe(server.requests.at(-1)?.request_id);
    await vi.waitFor(() => expect(reloaded.getState().saving.status).toBe("saved"));
    expect(sessionStorage.getItem("retrograph.design.pending.a")).toBeNull();
  });

  test("is left out with the reason where another attempt would not help", async () => {
    const store = await open();
    server.answer = () => Promise.reject(new RetrographError("readonly", "The file is read-only."));
    expect(await store.getState().apply([insert(0, "x")], { label: "X" })).toBe(false);
    expect(told).toEqual([["X: not done", "The file is read-only."]]);
    expect(store.getState().saving).toEqual({ status: "saved" });
  });
});

describe("a file that changed meanwhile", () => {
  const conflict = () =>
    new RetrographError("edit_conflict", "It changed.", {
      base: null,
      mine: null,
      current: { file: "graphs/a.ts", text: server.text, hash: `hash of ${server.text}` },
    });
  const refuseStale = (body: EditsBodyInput) => (body.base_hash === `hash of ${server.text}` ? null : Promise.reject(conflict()));

  test("takes an edit elsewhere in it, also where the server has forgotten how it was", async () => {
    const store = await open();
    server.answer = refuseStale;
    server.text = "one\ntheirs";
    expect(await store.getState().apply([insert(0, "mine ")], { label: "Mine" })).toBe(true);
    expect(server.text).toBe("mine one\ntheirs");
    expect(store.getState().conflict).toBeNull();
  });

  test("asks a person where both changed the same, and nothing is lost either way", async () => {
    const store = await open();
    server.answer = refuseStale;
    const edit: EditInput = { type: "replace_text", changes: [{ start: 0, end: 3, text: "mine" }] };
    for (const [choice, text, made] of [
      ["theirs", "theirs", false],
      ["mine", "mine", true],
    ] as const) {
      server.text = "one";
      await store.getState().reload();
      server.text = "theirs";
      const applied = store.getState().apply([edit], { label: "Mine" });
      await vi.waitFor(() => expect(store.getState().conflict).not.toBeNull());
      expect(store.getState().saving.status).toBe("conflict");
      expect(store.getState().conflict?.versions).toMatchObject({ base: { text: "one" }, mine: { text: "mine" }, current: { text: "theirs" } });
      store.getState().conflict?.decide(choice);
      expect(await applied).toBe(made);
      expect(server.text).toBe(text);
    }
  });

  test("lets a step that does not fit it be skipped", async () => {
    const store = await open();
    await store.getState().apply([insert(0, "x")], { label: "X" });
    server.answer = () => Promise.reject(conflict());
    store.getState().undo();
    await vi.waitFor(() => expect(told.map(([title]) => title)).toEqual(["“X” cannot be undone"]));
    expect(store.getState().history.undo).toHaveLength(1);
    skip?.();
    expect(store.getState().history.undo).toHaveLength(0);
  });

  test("is read again when somebody else wrote it, and not for one's own edits", async () => {
    const store = await open();
    server.text = "by hand";
    server.onEvent?.({ type: "changed", hash: "hash of by hand", client_id: "somebody" });
    await vi.waitFor(() => expect(store.getState().design?.text).toBe("by hand"));
    server.onEvent?.({ type: "changed", hash: null, client_id: "" });
    expect(store.getState().isGone).toBe(true);
    server.onEvent?.({ type: "changed", hash: "hash of by hand", client_id: "" });
    await vi.waitFor(() => expect(store.getState().isGone).toBe(false));
  });
});

describe("the layout", () => {
  const put = (name: string, x: number) => (layout: CanvasLayout) => ({ ...layout, nodes: { ...layout.nodes, [name]: { x, y: 0 } } });

  test("is one history with the text, and many moves are one request", async () => {
    const store = await open();
    const { apply, arrange, undo, redo } = store.getState();
    arrange(put("a", 1), "Move a");
    arrange(put("a", 2), "Move a");
    expect(store.getState().design?.layout.nodes).toEqual({ a: { x: 2, y: 0 } });
    await vi.waitFor(() => expect(server.saves).toHaveLength(1));
    await apply([insert(0, "x")], { label: "Add b", layout: put("b", 5) });
    expect(store.getState().design?.layout.nodes).toEqual({ a: { x: 2, y: 0 }, b: { x: 5, y: 0 } });
    undo();
    await vi.waitFor(() => expect(server.text).toBe("one"));
    expect(store.getState().design?.layout.nodes).toEqual({ a: { x: 2, y: 0 } });
    undo();
    await vi.waitFor(() => expect(store.getState().design?.layout.nodes).toEqual({ a: { x: 1, y: 0 } }));
    redo();
    redo();
    await vi.waitFor(() => expect(server.text).toBe("xone"));
    expect(store.getState().design?.layout.nodes).toEqual({ a: { x: 2, y: 0 }, b: { x: 5, y: 0 } });
    await vi.waitFor(() => expect(server.layout.nodes).toEqual({ a: { x: 2, y: 0 }, b: { x: 5, y: 0 } }));
  });
});
