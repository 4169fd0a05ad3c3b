import { describe, expect, it } from "vitest";
import { effectInput, isEffectName, isPureName, isSureEffectName } from "../../lib/effects/effects";
import type { Json } from "../../lib/schema/json";

describe("Names of tools", () => {
  it.each([
    "calendar_create_event",
    "createEvent",
    "delete-records",
    "calendar__create_event",
    "GmailSendMessage",
    "user_delete",
    "refund_order",
    "charge",
    "book",
    "email_customer",
    "calendar_book",
    "get_or_create_user",
    "findAndDelete",
    "post_message",
    "set_reminder",
  ])("that change something: %s", (name) => {
    expect(isEffectName(name)).toBe(true);
    expect(isPureName(name)).toBe(false);
  });

  it.each([
    "get_order",
    "listPosts",
    "search",
    "read_email",
    "book_search",
    "order_lookup",
    "fetch_updates",
    "parse-document",
    "calculateTotal",
    "get_weather",
    "is_open",
    "HTTPGet",
  ])("that only look: %s", (name) => {
    expect(isPureName(name)).toBe(true);
    expect(isEffectName(name)).toBe(false);
  });

  it.each(["researcher", "handoff", "", "  ", "calendar", "🙂"])("that say neither: %s", (name) => {
    expect(isPureName(name) || isEffectName(name)).toBe(false);
  });

  it("are believed of functions that are no tools only where they reach outside for sure", () => {
    expect(isSureEffectName("send_invoice")).toBe(true);
    expect(isSureEffectName("write_draft")).toBe(false);
    expect(isSureEffectName("updateState")).toBe(false);
  });

  it("are read fast, however long they are", () => {
    const started = performance.now();
    isEffectName("a_".repeat(1_000_000));
    expect(performance.now() - started).toBeLessThan(50);
  });
});

describe("What makes two calls the same", () => {
  it("are the arguments in any order, without the key", () => {
    const first = effectInput({ title: "Review", at: { day: 1, hour: 10 }, idempotency_key: "k1" });
    const second = effectInput({ at: { hour: 10, day: 1 }, title: "Review", idempotencyKey: "k2" });
    expect(first.hash).toBe(second.hash);
    expect([first.key, second.key]).toEqual(["k1", "k2"]);
    expect(effectInput({ title: "Other", at: { day: 1, hour: 10 } })).toMatchObject({ key: null });
    expect(effectInput({ title: "Other", at: { day: 1, hour: 10 } }).hash).not.toBe(first.hash);
  });

  it.each<[Json, string]>([
    [{ headers: { "Idempotency-Key": "a" } }, "a"],
    [{ ClientRequestToken: "b" }, "b"],
    [{ idempotency: { key: "c" } }, "c"],
    [[{ dedup_key: 7 }], "7"],
  ])("the key is found where services have it: %j", (args, key) => {
    expect(effectInput(args).key).toBe(key);
  });

  it("keeps a `key` that is an argument like any other", () => {
    expect(effectInput({ options: { key: "a" } }).key).toBeNull();
    expect(effectInput({ options: { key: "a" } }).hash).not.toBe(effectInput({ options: { key: "b" } }).hash);
  });

  it("tells lists in another order, and texts from numbers, apart", () => {
    expect(effectInput([1, 2]).hash).not.toBe(effectInput([2, 1]).hash);
    expect(effectInput("1").hash).not.toBe(effectInput(1).hash);
  });

  it("does not break on what is nested endlessly or named like a prototype", () => {
    let deep: Json = "x";
    for (let depth = 0; depth < 5000; depth++) deep = { a: deep };
    expect(effectInput(deep).hash).toMatch(/^[0-9a-f]{64}$/);
    const odd = JSON.parse('{"__proto__": {"a": 1}}') as Json;
    expect(effectInput(odd).hash).not.toBe(effectInput({}).hash);
  });
});
