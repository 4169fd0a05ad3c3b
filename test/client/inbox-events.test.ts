import { describe, expect, it } from "vitest";
import { parseInboxEvent } from "../../lib/client/inbox-events";

const counts = { waiting: 3, snoozed: 1, answered: 20 };

describe("what the inbox's events bring", () => {
  it("is taken where it is known", () => {
    expect(parseInboxEvent(JSON.stringify({ type: "hello", counts }))).toEqual({ type: "hello", counts });
    const changed = { type: "changed", thread_id: "t", interrupt_id: null, counts };
    expect(parseInboxEvent(JSON.stringify(changed))).toEqual(changed);
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    JSON.stringify({ type: "hello" }),
    JSON.stringify({ type: "later", counts }),
    JSON.stringify({ type: "asked", counts, item: { title: "no more" } }),
    JSON.stringify({ type: "changed", counts, thread_id: 1, interrupt_id: "i" }),
  ])("is passed over where it is not: %s", (data) => {
    expect(parseInboxEvent(data)).toBeNull();
  });
});
