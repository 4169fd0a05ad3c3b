import { expect, it } from "vitest";
import { formatStep, formatTime, listWords, shortId } from "@/components/debugger/timeline/format";
import { formatBytes } from "@/components/ui/format";

it("gives sizes in powers of ten", () => {
  expect([0, 999, 1000, 18_200, 999_499, 999_600, 20_000_000].map(formatBytes)).toEqual([
    "0 B",
    "999 B",
    "1.0 kB",
    "18 kB",
    "999 kB",
    "1.0 MB",
    "20 MB",
  ]);
});

it("leaves out the day for today and the year for this year", () => {
  const now = new Date(2026, 10, 30, 18, 0, 0);
  expect(formatTime(new Date(2026, 10, 30, 13, 4, 22).toISOString(), now)).toBe("13:04:22");
  expect(formatTime(new Date(2026, 10, 28, 13, 4, 22).toISOString(), now)).toBe("28 Nov, 13:04");
  expect(formatTime(new Date(2025, 0, 2, 3, 4, 5).toISOString(), now)).toBe("2 Jan 2025, 03:04");
  expect(formatTime("someday", now)).toBe("someday");
});

it("writes steps, lists and ids for reading", () => {
  expect([-1, 0, 12].map(formatStep)).toEqual(["−1", "0", "12"]);
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listWords)).toEqual(["", "a", "a and b", "a, b and c"]);
  expect(shortId("1f1ecbbf-3042-6abc-8000-000000000001")).toBe("1f1ecbbf-3042");
  expect(shortId("short")).toBe("short");
});
