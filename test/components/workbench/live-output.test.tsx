// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LiveOutputPanel } from "@/components/debugger/live/live-output-panel";
import { run } from "./fixtures";
import { InWorkbench } from "./in-workbench";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("the live output", () => {
  it("shows the newest last and stays there without asking the page for its size", () => {
    const measured = vi.spyOn(Element.prototype, "scrollHeight", "get");
    const output = ["plan", "search"].map((node) => ({ key: node, kind: "update" as const, node, text: "notes" }));
    render(
      <InWorkbench value={{ activeRun: run({ state: { status: "running", pid: 1 } }) }} live={{ output }}>
        <LiveOutputPanel />
      </InWorkbench>,
    );
    const lines = screen.getAllByText(/wrote notes/).map((line) => line.textContent);
    expect(lines).toEqual(["plan wrote notes", "search wrote notes"]);
    expect(measured).not.toHaveBeenCalled();
  });
});
