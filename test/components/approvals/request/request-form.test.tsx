// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestForm, type RequestFormProps } from "@/components/approvals/request/request-form";
import type { Json } from "@/lib/schema/json";

const onSend = vi.fn<RequestFormProps["onSend"]>();

function show(value: Json, change: Partial<RequestFormProps> = {}) {
  return render(<RequestForm value={value} node="tools" draftKey="t:i" disabled={false} problem={null} layout="page" onSend={onSend} {...change} />);
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const sent = () => onSend.mock.calls.at(-1)?.[0];

const REVIEW: Json = {
  actionRequests: [{ name: "delete_records", args: { table: "orders", where: "1=1", limit: 5, force: false } }],
  reviewConfigs: [
    {
      actionName: "delete_records",
      allowedDecisions: ["approve", "edit", "reject"],
      argsSchema: { type: "object", properties: { limit: { type: "integer", maximum: 10 } } },
    },
  ],
};

describe("a request form", () => {
  beforeEach(() => {
    window.localStorage.clear();
    onSend.mockReset();
    onSend.mockResolvedValue(true);
  });
  afterEach(cleanup);

  describe("about one action", () => {
    it("approves it as it was proposed", () => {
      show(REVIEW);
      expect(screen.getByRole("heading", { name: "delete_records" })).toBeTruthy();
      expect(screen.getByText("needs approval")).toBeTruthy();
      press(/^Approve/);
      expect(onSend).toHaveBeenCalledWith({ decisions: [{ type: "approve" }] }, "Approve");
    });

    it("approves it with changes, which stand beside what was proposed", () => {
      show(REVIEW);
      type("where", "status = 'test'");
      type("limit", "3");
      const change = screen.getByText("1=1");
      expect(change.tagName).toBe("DEL");
      expect(screen.getByText("status = 'test'").tagName).toBe("INS");
      press(/^Approve with changes/);
      const args = { table: "orders", where: "status = 'test'", limit: 3, force: false };
      expect(sent()).toEqual({ decisions: [{ type: "edit", editedAction: { name: "delete_records", args } }] });
    });

    it("is plainly approved again when a change is taken back", () => {
      show(REVIEW);
      type("where", "status = 'test'");
      type("where", "1=1");
      expect(screen.queryByRole("button", { name: /with changes/ })).toBeNull();
      press(/^Approve/);
      expect(sent()).toEqual({ decisions: [{ type: "approve" }] });
    });

    it("sends nothing that does not fit, and says why beside the field", () => {
      show(REVIEW);
      type("limit", "99");
      press(/^Approve with changes/);
      expect(screen.getByRole("alert").textContent).toBe("must be at most 10");
      expect(screen.getByLabelText("limit").getAttribute("aria-invalid")).toBe("true");
      type("limit", "many");
      press(/^Approve with changes/);
      expect(screen.getByRole("alert").textContent).toBe("must be a number");
      expect(onSend).not.toHaveBeenCalled();
    });

    it("refuses it with the reason, also by the keyboard alone", async () => {
      show(REVIEW);
      fireEvent.keyDown(document.body, { key: "r" });
      const reason = screen.getByLabelText("Reason");
      expect(document.activeElement).toBe(reason);
      fireEvent.change(reason, { target: { value: "All of them?" } });
      fireEvent.keyDown(reason, { key: "Enter", ctrlKey: true });
      await waitFor(() => expect(sent()).toEqual({ decisions: [{ type: "reject", message: "All of them?" }] }));
    });

    it("does not send arguments that the middleware would not take", () => {
      show({ actionRequests: [{ name: "say", args: "hello" }], reviewConfigs: [] });
      type("Answer", "bye");
      press(/^Approve with changes/);
      expect(screen.getByRole("alert").textContent).toBe("The edited arguments of say must be an object.");
      expect(onSend).not.toHaveBeenCalled();
    });

    it("shows arguments that may not be edited without fields", () => {
      show({
        actionRequests: [{ name: "send", args: { to: "ann" } }],
        reviewConfigs: [{ actionName: "send", allowedDecisions: ["approve", "reject"] }],
      });
      expect(screen.queryByLabelText("to")).toBeNull();
      expect(screen.getByText("ann")).toBeTruthy();
    });

    it("responds to the agent inbox, and ignores it", () => {
      const config = { allow_accept: false, allow_edit: false, allow_respond: true, allow_ignore: true };
      show([{ action_request: { action: "refund", args: { amount: 12 } }, config, description: "**Please** decide" }]);
      expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
      press(/^Respond…/);
      press("Send response");
      expect(screen.getByRole("alert").textContent).toBe("Write the response first.");
      type("Response", "Ask the customer");
      press("Send response");
      expect(sent()).toEqual([{ type: "response", args: "Ask the customer" }]);
      press(/^Ignore/);
      expect(sent()).toEqual([{ type: "ignore", args: null }]);
    });
  });

  describe("about several actions", () => {
    const value: Json = {
      actionRequests: [
        { name: "create_event", args: { title: "Review" } },
        { name: "delete_records", args: { table: "orders" } },
      ],
      reviewConfigs: [],
    };
    const decide = (place: number, name: string, decision: string) =>
      fireEvent.click(within(screen.getByRole("group", { name: `Decision about ${place} ${name}` })).getByRole("button", { name: decision }));

    it("sends a decision for each, and warns that none runs when one is refused", () => {
      show(value);
      decide(1, "create_event", "Approve");
      expect(screen.queryByText(/runs none of the calls/)).toBeNull();
      decide(2, "delete_records", "Refuse");
      expect(screen.getByText(/runs none of the calls/)).toBeTruthy();
      type("Reason", "Not yet");
      press("Send 2 decisions");
      expect(sent()).toEqual({ decisions: [{ type: "approve" }, { type: "reject", message: "Not yet" }] });
    });

    it("approves the others with one click, and those with changes as they are changed", () => {
      show(value);
      type("title", "Retrospective");
      press("Approve all");
      press("Send 2 decisions");
      expect(sent()).toEqual({
        decisions: [{ type: "edit", editedAction: { name: "create_event", args: { title: "Retrospective" } } }, { type: "approve" }],
      });
    });
  });

  describe("with choices", () => {
    const approval: Json = {
      type: "approval",
      title: "Refund 80?",
      description: "",
      edit: { amount: 80, note: "late" },
      choices: [
        { value: "approve", label: "Refund", style: "primary" },
        { value: "refuse", label: "Refuse", style: "danger", comment: "required" },
      ],
    };

    it("sends what was corrected with the first one, and nothing else", () => {
      show(approval);
      type("amount", "60");
      press(/^Refund with changes/);
      expect(sent()).toEqual({ choice: "approve", changes: { amount: 60 } });
    });

    it("has no key by which one would approve and mean to refuse", () => {
      show(approval);
      expect(screen.getByRole("button", { name: /^Refund/ }).getAttribute("aria-keyshortcuts")).toBe("a");
      expect(screen.getByRole("button", { name: /^Refuse/ }).getAttribute("aria-keyshortcuts")).toBe("r");
      fireEvent.keyDown(document.body, { key: "r" });
      expect(onSend).not.toHaveBeenCalled();
      expect(screen.getByLabelText(/Comment/)).toBeTruthy();
    });

    it("is a list where there are many", () => {
      show({ question: "Which?", options: Array.from({ length: 40 }, (_, index) => `Option ${index}`) });
      type("Answer", "7");
      press("Answer");
      expect(sent()).toBe("Option 7");
    });
  });

  describe("with a schema for the answer", () => {
    const form: Json = {
      question: "Whom?",
      response_schema: {
        type: "object",
        required: ["name", "vip"],
        properties: {
          name: { type: "string", title: "Name" },
          vip: { type: "boolean" },
          level: { enum: ["low", "high"] },
          tags: { type: "array", items: { type: "string", maxLength: 9 } },
        },
      },
    };

    it("asks for what is missing, then sends typed values", () => {
      show(form);
      press(/^Send answer/);
      expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual(["is required", "is required"]);
      type(/^Name/, "Ann");
      type(/^vip/, "false");
      type("level", "1");
      press("Add");
      fireEvent.change(screen.getByLabelText("tags 1"), { target: { value: "new" } });
      press(/^Send answer/);
      expect(sent()).toEqual({ name: "Ann", vip: false, level: "high", tags: ["new"] });
    });

    it("uses the one beside the payload", () => {
      show("How many?", { responseSchema: { type: "integer", minimum: 1 } });
      type(/^Answer/, "0");
      press(/^Send answer/);
      expect(screen.getByRole("alert").textContent).toContain("must be at least 1");
      type(/^Answer/, "4");
      press(/^Send answer/);
      expect(sent()).toBe(4);
    });

    it("asks for JSON where it cannot be used, and says why", () => {
      show({ question: "?", response_schema: { $ref: "https://example.com/a.json" } });
      expect(screen.getByText(/is not fetched\. Answer with text or JSON\./)).toBeTruthy();
      type("Answer", '{"a": 1}');
      press("Send");
      expect(sent()).toEqual({ a: 1 });
    });
  });

  it("takes text or JSON for any request, and refuses there what does not fit", () => {
    show(REVIEW);
    press("Answer with text or JSON");
    type("Answer", "yes");
    press("Send");
    expect(screen.getByRole("alert").textContent).toContain("must be {decisions: […]}");
    type("Answer", '{"decisions": [{"type": "approve"}]}');
    press("Send");
    expect(sent()).toEqual({ decisions: [{ type: "approve" }] });
  });

  describe("what is typed", () => {
    it("is kept while the answer is refused, and over a reload, and forgotten when it is taken", async () => {
      onSend.mockResolvedValue(false);
      const first = show(REVIEW);
      type("where", "id = 3");
      type("Reason", "because");
      press(/^Approve with changes/);
      await waitFor(() => expect(onSend).toHaveBeenCalled());
      first.unmount();
      const second = show(REVIEW, { problem: "Somebody was faster." });
      expect(screen.getByLabelText<HTMLInputElement>("where").value).toBe("id = 3");
      expect(screen.getByText("Somebody was faster.")).toBeTruthy();
      onSend.mockResolvedValue(true);
      press(/^Refuse/);
      await waitFor(() => expect(window.localStorage.length).toBe(0));
      second.unmount();
      show(REVIEW);
      expect(screen.getByLabelText<HTMLInputElement>("where").value).toBe("1=1");
    });

    it("is not put into another question: corrections of what was asked before are dropped, words are kept", () => {
      const first = show(REVIEW);
      type("where", "id = 3");
      type("Reason", "because");
      first.unmount();
      show({ actionRequests: [{ name: "delete_records", args: { table: "users", where: "id > 0" } }], reviewConfigs: [] });
      expect(screen.getByLabelText<HTMLInputElement>("where").value).toBe("id > 0");
      expect(screen.getByLabelText<HTMLInputElement>("Reason").value).toBe("because");
    });
  });

  describe("a payload that is meant to hurt", () => {
    it("shows HTML as text and makes no links of javascript", async () => {
      const html = "<img src=x onerror=alert(1)>";
      const { container } = show({
        title: `<b>${html}</b>`,
        description: `[a](javascript:alert(1)) [b](https://example.com) ${html}`,
        data: { html },
        choices: [{ value: "yes", label: html }],
      });
      await waitFor(() => expect(screen.getByRole("link", { name: "b" })).toBeTruthy());
      expect(screen.queryByRole("link", { name: "a" })).toBeNull();
      expect(container.querySelector("img, script, iframe")).toBeNull();
      expect(container.textContent).toContain(`b ${html}`);
    });

    it("folds what is long and draws only what is opened", () => {
      const value: Json = { title: "Long", text: "word ".repeat(200_000), rows: Array.from({ length: 20_000 }, (_, index) => ({ index })) };
      const { container } = show(value);
      expect(container.querySelectorAll("*").length).toBeLessThan(500);
      expect(container.textContent.length).toBeLessThan(10_000);
      expect(screen.getByRole("button", { name: /more of 99[0-9],[0-9]{3} characters/ })).toBeTruthy();
    });

    it("asks before a long argument is edited", () => {
      show({ actionRequests: [{ name: "write", args: { text: "x".repeat(1_000_000) } }], reviewConfigs: [] });
      expect(screen.queryByLabelText("text")).toBeNull();
      press("Edit text");
      expect(screen.getByLabelText<HTMLTextAreaElement>("text").value).toHaveLength(1_000_000);
    });

    it("shows values of any depth", () => {
      const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`) as Json;
      show({ title: "Deep", deep, edit: { deep }, choices: ["yes"] });
      expect(screen.getByRole("button", { name: /^Yes/ })).toBeTruthy();
    });
  });
});
