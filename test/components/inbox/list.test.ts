import { describe, expect, it } from "vitest";
import { NO_FILTERS, countFilters, fromFilter, isNarrowed, requestHref, sameFilter, toFilter, type InboxFilters } from "@/components/inbox/filters";
import { PAGE_SIZE, neededPages } from "@/components/inbox/list/needed-pages";
import { formatAgoLong, formatIn, requestMarks, requestStanding } from "@/components/inbox/words";
import { InboxFilterSchema } from "@/lib/schema/inbox";
import { makeItem } from "./items";

const ALL: InboxFilters = {
  box: "snoozed",
  q: " red ",
  workflow: "desk",
  kind: "form",
  assigned: "me",
  age: 3600,
  of: "01a22f0e-5e3e-703a-99d3-e23c8396f46f",
  sort: "due",
};

describe("the filters of the inbox", () => {
  it("ask for nothing but the box and the order when none is set", () => {
    expect(toFilter(NO_FILTERS)).toEqual({ box: "waiting", sort: "oldest" });
    expect(isNarrowed(NO_FILTERS)).toBe(false);
  });

  it("come back from a saved view as they were", () => {
    const saved = InboxFilterSchema.parse(toFilter(ALL));
    expect(fromFilter(saved)).toEqual({ ...ALL, q: "red" });
    expect(sameFilter(saved, toFilter(fromFilter(saved)))).toBe(true);
  });

  it("are counted without the search and the box", () => {
    expect(countFilters(ALL)).toBe(5);
    expect(countFilters({ ...NO_FILTERS, q: "red", box: "answered" })).toBe(0);
    expect(isNarrowed({ ...NO_FILTERS, q: "red" })).toBe(true);
  });

  it("stay in the address of a request", () => {
    const href = requestHref({ thread_id: "t", interrupt_id: "a/b" }, "q=red&thread=old");
    expect(href).toBe("/inbox/a%2Fb?q=red&thread=t");
  });
});

describe("the pages that the list reads", () => {
  it("are those of the rows that are seen, and the first for how many there are", () => {
    expect(neededPages({ first: 0, last: 12 }, null, null)).toEqual([0]);
    expect(neededPages({ first: 240, last: 310 }, null, 5000)).toEqual([0, 2, 3]);
  });

  it("have the neighbours of the request that is open", () => {
    expect(neededPages({ first: 0, last: 10 }, PAGE_SIZE - 1, 5000)).toEqual([0, 1]);
    expect(neededPages({ first: 0, last: 10 }, 4000, 5000)).toEqual([0, 39, 40]);
  });

  it("end where the list ends", () => {
    expect(neededPages({ first: 80, last: 120 }, 99, 100)).toEqual([0]);
  });
});

describe("what the list says of a request", () => {
  const now = Date.parse("2026-12-01T12:00:00.000Z");

  it("names what an answer repeats first", () => {
    const item = makeItem({ repeats: 1, due_at: "2026-12-01T14:00:00.000Z", approvers: 2, assignee: "Ann" });
    expect(requestMarks(item, now).map(({ text }) => text)).toEqual(["repeats a side effect", "due in 2 h", "two approvers", "for Ann"]);
    expect(requestStanding(item).tone).toBe("bad");
  });

  it("counts the approvers once one has approved, and names the group only where nobody has it", () => {
    expect(requestMarks(makeItem({ approvers: 2, votes: 1, group: "finance" }), now).map(({ text }) => text)).toEqual([
      "1 of 2 approvers",
      "for finance",
    ]);
  });

  it("names who answered", () => {
    const item = makeItem({ status: "answered", answered_by: "Ann", repeats: 3 });
    expect(requestMarks(item, now)).toEqual([{ text: "by Ann", tone: "plain" }]);
    expect(requestStanding(item).tone).toBe("ok");
  });

  it("says times as a person does", () => {
    expect(formatIn("2026-12-01T11:00:00.000Z", now)).toBe("now");
    expect(formatIn("2026-12-01T12:00:20.000Z", now)).toBe("in under a minute");
    expect(formatIn("2026-12-01T13:59:59.000Z", now)).toBe("in 2 h");
    expect(formatIn("2026-12-05T12:00:00.000Z", now)).toBe("in 4 d");
    expect(formatAgoLong("2026-12-01T11:46:00.000Z", now)).toBe("14 minutes ago");
    expect(formatAgoLong("2026-12-01T11:00:00.000Z", now)).toBe("1 hour ago");
    expect(formatAgoLong("no time", now)).toBe("");
  });
});
