// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Inspector, type InspectorProps } from "@/components/debugger/inspector/inspector";
import { diffValues } from "@/lib/graph/diff";
import type { CheckpointView } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import type { JsonObject } from "@/lib/schema/json";
import { entry } from "../../graph/entries";
import { InWorkbench } from "../workbench/in-workbench";

// Tabs are loaded with the first look at them.
configure({ asyncUtilTimeout: 15_000 });

const ROWS = [
  entry("a", null, -1, { changed: ["question"], next: ["__start__"] }),
  entry("b", "a", 0, { nodes: ["note"], changed: ["notes"], next: ["draft"] }),
  entry("c", "b", 1, { nodes: ["draft"], changed: ["notes", "draft"], next: [] }),
];
const STATES: Record<string, JsonObject> = {
  a: { question: "Why?" },
  b: { question: "Why?", notes: ["one"] },
  c: { question: "Why?", notes: ["one", "two"], draft: "It is so." },
};

const channel = (name: string, kind: "last" | "append") => ({
  name,
  type: kind === "last" ? "LastValue" : "BinaryOperatorAggregate",
  reducer: { kind, label: kind === "last" ? "last value" : "append", source: null },
  schema: name === "question" ? { type: "string", minLength: 3 } : null,
  input: true,
  output: true,
});
const node = (name: string) => ({
  id: name,
  name,
  kind: "node" as const,
  parent: null,
  description: `Writes the ${name}.`,
  source: null,
  ends: [],
  triggers: [`branch:to:${name}`],
  defer: false,
  metadata: {},
});
const DESCRIPTION: GraphDescription = {
  graph_id: "g",
  api: "graph",
  title: "G",
  description: null,
  file: "graphs/g.ts",
  nodes: [node("note"), node("draft")],
  edges: [],
  channels: [channel("question", "last"), channel("notes", "append"), channel("draft", "last"), channel("approved", "last")],
  schemas: { input: null, output: null, state: null, context: null },
  example_inputs: [],
  revision: "r",
};

function viewOf(id: string): CheckpointView {
  const row = ROWS.find((candidate) => candidate.checkpoint_id === id) ?? entry(id, null, 0);
  const failed = { name: "TypeError", message: "notes is not iterable", stack: "at draft (graphs/g.ts:12:3)" };
  const tasks = row.next.map((name) => ({
    id: `${id}-${name}`,
    name,
    status: "failed" as const,
    attempts: 2,
    error: failed,
    interrupts: [],
    writes: [{ channel: "branch:to:approval", value: null }],
    result: null,
    checkpoint_ns: null,
    kind: "pull" as const,
  }));
  const { step, source, next, bytes, run_id, created_at, checkpoint_ns, parent_checkpoint_id } = row;
  return {
    thread_id: "t",
    checkpoint_id: id,
    checkpoint_ns,
    parent_checkpoint_id,
    created_at,
    source,
    step,
    run_id,
    bytes,
    metadata: {},
    values: STATES[id] ?? {},
    next,
    tasks,
    revision: null,
  };
}

/** The server's answers for the three checkpoints; forks and previews are recorded. */
function answer(url: URL, body: unknown): unknown {
  const path = url.pathname.split("/");
  if (path[5] === "checkpoints") return viewOf(path[6] ?? "");
  if (path[5] === "rerun-plan") return { action: "fork", tasks: [], then: [], kept: [], warnings: [], unknown: [] };
  if (path[5] === "preview") return { values: { ...STATES["b"], notes: ["ONE", "two"] }, next: ["draft"] };
  if (path[5] === "fork") {
    sent.push(body);
    return { thread_id: "t", checkpoint_id: "forked", checkpoint_ns: "" };
  }
  const [from, to] = [url.searchParams.get("from") ?? "", url.searchParams.get("to") ?? ""];
  const { changes, unchanged } = diffValues(STATES[from] ?? {}, STATES[to] ?? {});
  return { from, to, common_ancestor: from, channels: changes.map((change) => ({ ...change, writers: [] })), unchanged };
}

let sent: unknown[] = [];
let requested: string[] = [];
const handlers = { onContinue: vi.fn(), onForked: vi.fn(), onSelectCheckpoint: vi.fn(), onCompare: vi.fn(), onSelectNode: vi.fn() };

function inspectorOf(client: QueryClient, id: string, rest: Partial<InspectorProps>) {
  const selected = ROWS.find((row) => row.checkpoint_id === id) ?? null;
  return (
    <QueryClientProvider client={client}>
      <InWorkbench>
        <Inspector
          graphId="g"
          description={DESCRIPTION}
          threadId="t"
          entries={ROWS}
          entry={selected}
          compareId={null}
          nodeId={null}
          runs={[]}
          busy={false}
          {...handlers}
          {...rest}
        />
      </InWorkbench>
    </QueryClientProvider>
  );
}

/** Gives what shows the same inspector with other properties. */
function show(id: string, rest: Partial<InspectorProps> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { rerender } = render(inspectorOf(client, id, rest));
  return (next: Partial<InspectorProps>) => rerender(inspectorOf(client, id, { ...rest, ...next }));
}

/** Radix activates tabs on mouse down. */
const openTab = (name: string) => fireEvent.mouseDown(screen.getByRole("tab", { name }), { button: 0 });
const channelSection = (name: string) => screen.findByRole("region", { name });

beforeEach(() => {
  // Nothing is laid out here, so nothing scrolls.
  Element.prototype.scrollIntoView = vi.fn();
  sent = [];
  requested = [];
  vi.clearAllMocks();
  window.localStorage.clear();
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    requested.push(input);
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    return Response.json(answer(new URL(input, "http://localhost"), body));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the state", () => {
  it("shows each channel with its reducer and the step that wrote it last", async () => {
    show("c");
    const notes = await channelSection("notes");
    expect(notes.textContent).toContain("append");
    fireEvent.click(within(await channelSection("question")).getByRole("button", { name: "input · step −1" }));
    expect(handlers.onSelectCheckpoint).toHaveBeenCalledWith("a");
    expect((await channelSection("approved")).textContent).toContain("never written");
  });

  it("says what went wrong when it cannot be read", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ error: { code: "storage_locked", message: "The database is locked." } }, { status: 503 }));
    show("c");
    expect((await screen.findByRole("alert")).textContent).toContain("The database is locked.");
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});

it("follows a busy run without reading every step of it", async () => {
  const rows = Array.from({ length: 40 }, (_, index) => entry(`s${index}`, index === 0 ? null : `s${index - 1}`, index));
  const client = new QueryClient();
  const at = (index: number) => (
    <QueryClientProvider client={client}>
      <InWorkbench>
        <Inspector
          graphId="g"
          description={DESCRIPTION}
          threadId="t"
          entries={rows}
          entry={rows[index] ?? null}
          compareId={null}
          nodeId={null}
          runs={[]}
          busy
          {...handlers}
        />
      </InWorkbench>
    </QueryClientProvider>
  );
  const { rerender } = render(at(0));
  for (let index = 1; index < rows.length; index++) rerender(at(index));
  expect(await screen.findByText(/Step 39/)).toBeTruthy();
  await waitFor(() => expect(requested.some((url) => url.includes("/checkpoints/s39"))).toBe(true));
  expect(requested.length).toBeLessThan(15);
});

describe("the changes", () => {
  it("are those since the parent, item by item", async () => {
    show("c");
    openTab("Changes");
    const notes = await channelSection("notes");
    expect(within(notes).getByText("1 added")).toBeTruthy();
    expect(within(notes).getByText(/two/)).toBeTruthy();
    expect(screen.getByText("1 channel unchanged")).toBeTruthy();
  });

  it("are those since the checkpoint that is marked for comparison", async () => {
    show("c", { compareId: "a" });
    openTab("Changes");
    expect(await screen.findByText(/Compared with/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(handlers.onCompare).toHaveBeenCalledWith(null);
  });
});

describe("the node", () => {
  it("is shown with its error and stack once it is selected", async () => {
    show("b", { nodeId: "draft" });
    expect(await screen.findByText("notes is not iterable", {}, { timeout: 5000 })).toBeTruthy();
    expect(screen.getByText("2 attempts")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show the stack" }));
    expect(screen.getByText(/graphs\/g.ts:12:3/)).toBeTruthy();
  });

  it("brings its tab to the front, unless the one in front tells of it too", () => {
    const inFront = () => screen.getByRole("tab", { selected: true }).textContent;
    const change = show("b");
    change({ nodeId: "draft" });
    expect(inFront()).toBe("Node");
    openTab("Why");
    change({ nodeId: "note" });
    expect(inFront()).toBe("Why");
    openTab("Changes");
    change({ nodeId: "draft" });
    expect(inFront()).toBe("Node");
  });
});

describe("what can be done from here", () => {
  it("continues and forks", async () => {
    show("b");
    fireEvent.click(screen.getByRole("button", { name: "Continue from here" }));
    expect(handlers.onContinue).toHaveBeenCalledWith("b");
    fireEvent.click(screen.getByRole("button", { name: "Fork" }));
    await waitFor(() => expect(handlers.onForked).toHaveBeenCalled());
    expect(sent).toEqual([{ checkpoint_id: "b", checkpoint_ns: "" }]);
  });

  it("does neither at the end of the workflow, nor anything while a run is active", () => {
    show("c");
    fireEvent.click(screen.getByRole("button", { name: "Continue from here" }));
    expect(handlers.onContinue).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Edit and fork" }).getAttribute("aria-disabled")).toBe("false");
    cleanup();
    show("b", { busy: true });
    for (const name of ["Continue from here", "Fork", "Edit and fork"])
      expect(screen.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
  });
});

describe("editing", () => {
  async function editNotes() {
    fireEvent.click(screen.getByRole("button", { name: "Edit and fork" }));
    const picker = await screen.findByRole("group", { name: "Channels to edit" });
    fireEvent.click(within(picker).getByRole("button", { name: "notes" }));
    fireEvent.click(screen.getByRole("button", { name: "Edit item 0 of notes" }));
    fireEvent.change(screen.getByRole("textbox", { name: "Item 0 of notes" }), { target: { value: "ONE" } });
  }

  it("forks with the edited item, written as the node that last ran, and runs", async () => {
    show("b");
    await editNotes();
    expect(await screen.findByText(/draft runs next, as if note had just finished/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Fork and run" }));
    await waitFor(() => expect(handlers.onContinue).toHaveBeenCalledWith("forked"));
    expect(sent).toEqual([{ checkpoint_id: "b", checkpoint_ns: "", values: { notes: { __overwrite__: ["ONE"] } }, as_node: "note" }]);
    expect(window.localStorage.length).toBe(0);
  });

  it("keeps what was typed over a reload", async () => {
    show("b");
    await editNotes();
    cleanup();
    show("b");
    fireEvent.click(screen.getByRole("button", { name: "Edit and fork" }));
    expect(await screen.findByText("What you typed earlier is still here.")).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "Item 0 of notes" })).toHaveProperty("value", "ONE");
  });

  it("does not hold a value against a schema that the old one did not fit either", async () => {
    const channels = [{ ...channel("question", "last"), schema: { type: "object" } }];
    show("b", { description: { ...DESCRIPTION, channels } });
    fireEvent.click(screen.getByRole("button", { name: "Edit and fork" }));
    const picker = await screen.findByRole("group", { name: "Channels to edit" });
    fireEvent.click(within(picker).getByRole("button", { name: "question" }));
    fireEvent.change(screen.getByRole("textbox", { name: "Value of question" }), { target: { value: "How?" } });
    await waitFor(() => expect(screen.getByRole("button", { name: "Fork and run" })).toHaveProperty("disabled", false));
  });

  it("does not fork with a value that its schema refuses", async () => {
    show("b");
    fireEvent.click(screen.getByRole("button", { name: "Edit and fork" }));
    const picker = await screen.findByRole("group", { name: "Channels to edit" });
    fireEvent.click(within(picker).getByRole("button", { name: "question" }));
    fireEvent.change(screen.getByRole("textbox", { name: "Value of question" }), { target: { value: "W" } });
    expect(await screen.findByText("A value does not fit its schema.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Fork and run" })).toHaveProperty("disabled", true);
  });
});
