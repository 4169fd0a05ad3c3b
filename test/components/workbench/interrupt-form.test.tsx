// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InterruptForm } from "@/components/debugger/interrupt/interrupt-form";
import { WorkbenchProvider, type RunActions } from "@/components/debugger/workbench-context";
import { RetrographError } from "@/lib/errors";
import type { Json } from "@/lib/schema/json";
import type { Interrupt } from "@/lib/schema/thread";
import { interrupt } from "./fixtures";
import { runActions, workbenchValue } from "./workbench-value";

const answer = vi.fn<RunActions["answer"]>();

function show(asked: Interrupt) {
  const value = workbenchValue({ threadId: asked.thread_id, waiting: [asked], actions: runActions({ answer }) });
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <WorkbenchProvider value={value}>
        <InterruptForm interrupt={asked} isOnly />
      </WorkbenchProvider>
    </QueryClientProvider>,
  );
}

const REVISABLE = interrupt({
  value: {
    title: "Publish?",
    choices: [
      { value: "approve", label: "Approve" },
      { value: "revise", label: "Revise", comment: "required" },
    ],
  },
});

describe("answering a question", () => {
  beforeEach(() => {
    window.localStorage.clear();
    answer.mockReset();
    answer.mockResolvedValue();
  });
  afterEach(cleanup);

  it("sends the choice of a button, also by its key", async () => {
    show(interrupt());
    fireEvent.click(screen.getByRole("button", { name: /Approve/ }));
    await waitFor(() => expect(answer).toHaveBeenCalledWith({ i1: "approve" }));
    fireEvent.keyDown(document.body, { key: "r" });
    await waitFor(() => expect(answer).toHaveBeenCalledWith({ i1: "reject" }));
  });

  it("takes a decision of its own for each of several actions, and sends them together", async () => {
    const value: Json = {
      actionRequests: [
        { name: "send_email", args: { to: "ann" } },
        { name: "delete_file", args: { path: "a.txt" } },
      ],
      reviewConfigs: [],
    };
    const first = show(interrupt({ value }));
    const send = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send 2 decisions" });
    expect(send().disabled).toBe(true);
    fireEvent.click(within(screen.getByRole("group", { name: "Decision about 1 send_email" })).getByRole("button", { name: "Approve" }));
    expect(screen.getByText("1 left to decide")).toBeTruthy();
    first.unmount();

    // What was decided is kept until it is sent.
    show(interrupt({ value }));
    fireEvent.click(within(screen.getByRole("group", { name: "Decision about 2 delete_file" })).getByRole("button", { name: "Refuse" }));
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "Keep it" } });
    fireEvent.click(send());
    const decisions = [{ type: "approve" }, { type: "reject", message: "Keep it" }];
    await waitFor(() => expect(answer).toHaveBeenCalledWith({ i1: { decisions } }));
  });

  it("asks for the comment that a choice needs and sends both", async () => {
    show(REVISABLE);
    fireEvent.click(screen.getByRole("button", { name: /Revise…/ }));
    const send = screen.getByRole("button", { name: "Revise" });
    fireEvent.click(send);
    expect(screen.getByRole("alert").textContent).toContain("Say something here first");
    expect(answer).not.toHaveBeenCalled();
    fireEvent.change(screen.getByLabelText(/Comment/), { target: { value: "Shorter" } });
    fireEvent.click(send);
    await waitFor(() => expect(answer).toHaveBeenCalledWith({ i1: { choice: "revise", comment: "Shorter" } }));
  });

  it("says that somebody else answered first and keeps what was typed, also over a reload", async () => {
    answer.mockRejectedValue(new RetrographError("already_answered", "The request has been answered already, by Ann."));
    show(REVISABLE);
    fireEvent.click(screen.getByRole("button", { name: /Revise…/ }));
    fireEvent.change(screen.getByLabelText(/Comment/), { target: { value: "Shorter" } });
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Revise" })));
    expect(screen.getByRole("alert").textContent).toContain("answered already, by Ann. What you typed is kept");
    cleanup();
    show(REVISABLE);
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Comment/).value).toBe("Shorter");
  });

  it("takes any text or JSON where no choices are offered", async () => {
    show(interrupt({ value: "What is your name?" }));
    fireEvent.change(screen.getByLabelText("Answer"), { target: { value: '{"name": "Ann"}' } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(answer).toHaveBeenCalledWith({ i1: { name: "Ann" } }));
  });

  it("says which node runs again", () => {
    show(interrupt());
    expect(screen.getByText(/Runs again when you answer/).textContent).toContain("approval");
  });
});
