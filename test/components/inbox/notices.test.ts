import { describe, expect, it } from "vitest";
import { planNotices } from "@/components/inbox/notices/plan-notices";
import { makeItem } from "./items";

const many = (count: number) => Array.from({ length: count }, (_, place) => makeItem({ interrupt_id: `i${place}`, title: `Question ${place}?` }));

describe("the notifications of new requests", () => {
  it("are one for each of a few, which lead to it", () => {
    const notices = planNotices(many(3));
    expect(notices.map(({ title }) => title)).toEqual(["Question 0?", "Question 1?", "Question 2?"]);
    expect(new Set(notices.map(({ tag }) => tag)).size).toBe(3);
    expect(notices[1]?.href).toBe(`/inbox/i1?thread=${makeItem().thread_id}`);
  });

  it("are one for many, which leads to the list", () => {
    expect(planNotices(many(12))).toEqual([
      { tag: "retrograph:requests", title: "12 new requests", body: "Question 0? and 11 more", href: "/inbox" },
    ]);
  });

  it("are none for nothing", () => {
    expect(planNotices([])).toEqual([]);
  });
});
