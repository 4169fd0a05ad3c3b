import { expect, test, vi } from "vitest";
import { withProgress } from "../../lib/cli/progress.mjs";

test("work that fails ends its line with that", async () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await expect(withProgress("Building", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const lines = write.mock.calls.map(([text]) => String(text));
  write.mockRestore();
  expect(lines.at(-1)).toMatch(/Building: failed in \d/);
});
