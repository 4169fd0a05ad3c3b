// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import ELK from "elkjs/lib/elk.bundled.js";
import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { toLayoutNode } from "@/components/canvas/elk-answer";
import { GraphCanvas } from "@/components/canvas/graph-canvas";
import { GraphThumbnail } from "@/components/canvas/graph-thumbnail";
import { readLayout, type LayoutNode } from "@/lib/graph/layout-input";
import { computeOverlay, type CanvasOverlay, type NodeOverlay } from "@/lib/graph/overlay";
import type { GraphDescription } from "@/lib/schema/graph";
import { drawing, edge, RESEARCH, REVIEW } from "../graph/drawings";
import { givePageSizes } from "./canvas-page";

// The same engine without the worker that jsdom does not have.
vi.mock("@/components/canvas/layout-worker", () => {
  const elk = new ELK();
  return { warmUp: () => {}, requestLayout: async (input: LayoutNode) => readLayout(toLayoutNode(await elk.layout(input))) };
});

// The drawing library and the engine are loaded by the first canvas.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(givePageSizes);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function withNode(id: string, change: Partial<NodeOverlay>, description = RESEARCH): CanvasOverlay {
  const overlay = computeOverlay({ description, path: [], tasks: [], live: [] });
  const known = overlay.nodes[id];
  if (known === undefined) throw new Error(`no node ${id}`);
  return { ...overlay, nodes: { ...overlay.nodes, [id]: { ...known, ...change } } };
}

const log: string[] = [];

function Page({ description = RESEARCH, overlay = null }: { description?: GraphDescription; overlay?: CanvasOverlay | null }) {
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <GraphCanvas
      description={description}
      overlay={overlay}
      selectedNodeId={selected}
      onSelectNode={(id) => {
        log.push(`select ${id}`);
        setSelected(id);
      }}
      storageKey="canvas:test"
      banner="Step 7, after draft"
    />
  );
}

const card = (name: RegExp) => screen.findByRole("button", { name });

describe("the canvas", () => {
  it("draws every node and edge with a name that a screen reader speaks", async () => {
    const overlay = withNode("approval", { status: "interrupted", visits: 1, attempts: 1, tasks: 1 });
    render(<Page overlay={overlay} />);
    await card(/^approval, waiting for you, run once$/);
    await card(/^publish, not reached$/);
    expect(screen.getByRole("img", { name: "Start" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "End" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "From note to plan, when more evidence, not taken" })).toBeTruthy();
    expect(screen.getByText("Step 7, after draft")).toBeTruthy();
    expect(screen.getByRole("region", { name: "Graph of Drawing" })).toBeTruthy();
  });

  it("marks where lines end with plain elements, which a move of the drawing does not wake", async () => {
    const { container } = render(<Page />);
    const node = (await card(/^plan$/)).closest(".react-flow__node");
    const ends = [...(node?.querySelectorAll(".react-flow__handle") ?? [])];
    expect(ends.map((end) => [end.getAttribute("data-handlepos"), end.classList.contains("source") ? "source" : "target"])).toEqual([
      ["left", "target"],
      ["right", "source"],
    ]);
    // The library's own carry the node that they would begin a line from.
    expect(container.querySelector("[data-nodeid]")).toBeNull();
  });

  it("selects by click and Enter, and clears with Escape", async () => {
    log.length = 0;
    render(<Page />);
    fireEvent.click(await card(/^plan$/));
    const note = await card(/^note$/);
    fireEvent.keyDown(note, { key: "Enter" });
    expect(note.getAttribute("aria-pressed")).toBe("true");
    fireEvent.keyDown(note, { key: "Escape" });
    expect(note.getAttribute("aria-pressed")).toBe("false");
    expect(log).toEqual(["select plan", "select note", "select null"]);
  });

  it("shows an error, the tries and the time on the card", async () => {
    render(<Page overlay={withNode("read", { status: "failed", visits: 2, attempts: 3, tasks: 1, ms: 1234, error: "no such file" })} />);
    const read = await card(/^read, failed, run twice, 3 attempts, no such file$/);
    expect(read.textContent).toContain("no such file");
    expect(read.textContent).toContain("1.2 s");
    expect(read.parentElement?.textContent).toContain("3 tries");
    expect(read.parentElement?.textContent).toContain("×2");
  });

  it("draws a way that only the run has shown, and says so", async () => {
    const seen = { id: "seen", source: "plan", target: "publish" };
    const overlay = { ...withNode("plan", {}), undeclared: [seen], edges: { seen: { taken: 1, last: false } } };
    render(<Page overlay={overlay} />);
    await screen.findByRole("img", { name: "From plan to publish, when seen in a run, by command, taken once" });
  });

  it("opens a subgraph in place, and remembers it", async () => {
    const { unmount } = render(<Page description={REVIEW} />);
    fireEvent.click(await screen.findByRole("button", { name: "Open subgraph review" }));
    await card(/^style$/);
    unmount();
    render(<Page description={REVIEW} />);
    await card(/^style$/);
    fireEvent.click(screen.getByRole("button", { name: "Close subgraph review" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "style" })).toBeNull());
  });

  it("renders only the card whose status changed", async () => {
    const { rerender } = render(<Page overlay={withNode("plan", { status: "running" })} />);
    const plan = await card(/^plan, running/);
    const note = await card(/^note/);
    const changes: Node[] = [];
    const observer = new MutationObserver((records) => changes.push(...records.map(({ target }) => target)));
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    rerender(<Page overlay={withNode("plan", { status: "done", visits: 1 })} />);
    await card(/^plan, done/);
    changes.push(...observer.takeRecords().map(({ target }) => target));
    expect(changes.some((target) => plan.contains(target))).toBe(true);
    expect(changes.some((target) => note.contains(target))).toBe(false);
    expect(changes.some((target) => target instanceof HTMLElement && target.classList.contains("react-flow__viewport"))).toBe(false);
  });

  it("turns the layout and keeps the direction", async () => {
    render(<Page />);
    await card(/^plan$/);
    fireEvent.click(screen.getByRole("button", { name: /^Lay out/ }));
    await waitFor(() => expect(localStorage.getItem("canvas:test")).toMatch(/"direction":"(LR|TB)"/));
  });

  it("starts afresh when what is stored is no view", async () => {
    localStorage.setItem("canvas:test", '{"direction":"UP","open":7,"positions":{"LR":{"plan":{"x":"a"}}}}');
    render(<Page />);
    await card(/^plan$/);
  });
});

describe("the thumbnail", () => {
  it("is drawn on the server, the same every time", () => {
    const picture = renderToStaticMarkup(<GraphThumbnail description={RESEARCH} />);
    expect(picture).toBe(renderToStaticMarkup(<GraphThumbnail description={RESEARCH} />));
    expect(picture).toContain('aria-label="Graph of Drawing, 7 nodes"');
    expect(picture.match(/<rect/g)).toHaveLength(7);
    expect(picture.match(/<circle/g)).toHaveLength(2);
    expect(picture).not.toContain("NaN");
  });

  it("draws graphs without nodes, without edges and with nothing but loops", () => {
    for (const description of [drawing([]), drawing([edge("a", "a")]), drawing([edge("a", "b"), edge("b", "a")])]) {
      expect(renderToStaticMarkup(<GraphThumbnail description={description} />)).not.toContain("NaN");
    }
  });
});
