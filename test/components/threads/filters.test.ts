import { expect, test } from "vitest";
import { NO_FILTERS, readMetadata, toListQuery } from "@/components/threads/filters";

const NOW = Date.parse("2026-11-30T12:00:30.500Z");

test("metadata are read as key=value: nested by dots, values as what they look like, in quotes as text", () => {
  expect(readMetadata("user=ann")).toEqual({ user: "ann" });
  expect(readMetadata(" customer.plan = pro ")).toEqual({ customer: { plan: "pro" } });
  expect(readMetadata("n=12")).toEqual({ n: 12 });
  expect(readMetadata('n="12"')).toEqual({ n: "12" });
  expect(readMetadata("ok=true")).toEqual({ ok: true });
  expect(readMetadata("gone=null")).toEqual({ gone: null });
  expect(readMetadata("equation=a=b")).toEqual({ equation: "a=b" });
  expect(readMetadata("list=[1]")).toEqual({ list: "[1]" });
  for (const wrong of ["user", "=ann", "user=", "a..b=1", ".=1"]) expect(readMetadata(wrong)).toBeNull();
});

test("the filters of the page become one query, and none of them an empty one", () => {
  expect(toListQuery(NO_FILTERS, NOW)).toEqual({});
  expect(
    toListQuery({ q: " report ", workflow: "w", status: "error", time: "day", metadata: ["customer.plan=pro", "customer.seats=3", "user=ann"] }, NOW),
  ).toEqual({
    q: "report",
    graph_id: "w",
    status: "error",
    updated_since: "2026-11-29T12:00:00.000Z",
    metadata: '{"customer":{"plan":"pro","seats":3},"user":"ann"}',
  });
  expect(toListQuery({ ...NO_FILTERS, time: "older" }, NOW)).toEqual({ updated_until: "2026-10-31T12:00:00.000Z" });
});
