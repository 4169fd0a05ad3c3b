import { expect, it } from "vitest";
import { excerptOf } from "../../lib/runner/trace/excerpt";
import { createRedactor } from "../../lib/runner/trace/secrets";

const SECRET = "abcdefgh-0123456789";

it("cuts no secret in two, wherever the text is cut", () => {
  const redactor = createRedactor([{ name: "API_KEY", value: SECRET }]);
  for (let before = 20; before < 70; before += 1) {
    const text = `${"x".repeat(before)}${SECRET}${SECRET}${"y".repeat(80)}`;
    const { json, truncated } = excerptOf({ text }, 60, redactor);
    const shown = redactor.json(JSON.stringify(json));
    expect(truncated).toBe(true);
    expect(shown.replaceAll("[redacted API_KEY]", "")).not.toMatch(/abc|789/);
    expect(shown).toContain("x".repeat(20));
  }
});
