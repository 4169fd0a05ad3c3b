// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AnsweredHere } from "@/components/debugger/interrupt/answered-notice";
import { draftKeyOf } from "@/components/debugger/interrupt/draft-key";
import { WorkbenchProvider, type RunActions } from "@/components/debugger/workbench-context";
import type { Interrupt } from "@/lib/schema/thread";
import { entry, interrupt } from "./fixtures";
import { runActions, workbenchValue } from "./workbench-value";

const answerAgain = vi.fn<RunActions["answerAgain"]>();
const ANSWERED = interrupt({ status: "answered", answer: "approve", answered_by: "Ann", answered_at: "2026-01-01T00:00:00.000Z" });

function show(asked: Interrupt, checkpoint = asked.checkpoint_id) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queryClient.setQueryData(["interrupts", asked.thread_id], [asked]);
  const value = workbenchValue({ threadId: asked.thread_id, outerEntry: entry({ checkpoint_id: checkpoint }), actions: runActions({ answerAgain }) });
  return render(
    <QueryClientProvider client={queryClient}>
      <WorkbenchProvider value={value}>
        <AnsweredHere />
      </WorkbenchProvider>
    </QueryClientProvider>,
  );
}

const typed = (asked: Interrupt) => window.localStorage.setItem(`retrograph:answer:${draftKeyOf(asked)}`, JSON.stringify({ comment: "Not yet" }));
const text = () => screen.getByRole("paragraph").textContent;

describe("a request that was answered", () => {
  beforeEach(() => {
    window.localStorage.clear();
    answerAgain.mockReset();
    answerAgain.mockResolvedValue();
  });
  afterEach(cleanup);

  it("says at its moment who answered and what, and can be answered differently", async () => {
    show(ANSWERED);
    expect(text()).toContain("Ann answered approval: Approve");
    fireEvent.click(screen.getByRole("button", { name: "Answer differently…" }));
    fireEvent.click(screen.getByRole("button", { name: "Reject" }));
    await waitFor(() => expect(answerAgain).toHaveBeenCalledWith(ANSWERED.interrupt_id, "reject"));
  });

  it("says nothing at other moments", () => {
    const { container } = show(ANSWERED, "another");
    expect(container.textContent).toBe("");
  });

  it("says wherever one is that another was faster, and keeps what was typed until it is discarded", () => {
    typed(ANSWERED);
    const { container } = show(ANSWERED, "another");
    expect(screen.getByRole("status").textContent).toContain("You had not sent yours. What you typed is kept.");
    fireEvent.click(screen.getByRole("button", { name: "Discard it" }));
    expect(window.localStorage.length).toBe(0);
    expect(container.textContent).toBe("");
  });

  it("says that it is no longer asked where the thread went another way", () => {
    const gone = interrupt({ status: "gone" });
    typed(gone);
    show(gone, "another");
    expect(text()).toContain("The question of approval is no longer asked");
  });
});
