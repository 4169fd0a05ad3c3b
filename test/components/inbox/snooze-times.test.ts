import { describe, expect, it } from "vitest";
import { snoozeTimes, snoozeWords, toFieldValue } from "@/components/inbox/request/snooze-times";

const at = (text: string) => new Date(text);
const named = (now: Date) => Object.fromEntries(snoozeTimes(now).map(({ label, until }) => [label, toFieldValue(until)]));

describe("when a request may come back", () => {
  it("is in an hour, this evening, tomorrow morning or on Monday", () => {
    // A Tuesday.
    expect(named(at("2026-12-01T10:00:00"))).toEqual({
      "In 1 hour": "2026-12-01T11:00",
      "This evening": "2026-12-01T18:00",
      Tomorrow: "2026-12-02T09:00",
      "Next week": "2026-12-07T09:00",
    });
  });

  it("is not this evening when that is about to begin", () => {
    expect(named(at("2026-12-01T17:30:00"))).not.toHaveProperty("This evening");
  });

  it("is not next week when that is tomorrow", () => {
    expect(named(at("2026-12-06T10:00:00"))).not.toHaveProperty("Next week");
    expect(named(at("2026-12-07T10:00:00"))["Next week"]).toBe("2026-12-14T09:00");
  });

  it("goes over the end of a year", () => {
    expect(named(at("2026-12-31T23:30:00"))["Tomorrow"]).toBe("2027-01-01T09:00");
  });

  it("is said as short as it can be", () => {
    const now = at("2026-12-01T10:00:00");
    expect(snoozeWords(at("2026-12-01T18:00:00"), now)).toBe("18:00");
    expect(snoozeWords(at("2026-12-02T09:00:00"), now)).toBe("Wed 09:00");
    expect(snoozeWords(at("2026-12-14T09:00:00"), now)).toContain("14 Dec");
  });
});
