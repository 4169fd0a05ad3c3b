// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { StorageBar } from "@/components/settings/storage-bar";
import type { StorageReport } from "@/lib/schema/storage";

const REPORT: StorageReport = {
  file: "/data/retrograph.db",
  bytes: 1000,
  wal_bytes: 400,
  free_bytes: 100,
  tables: [
    { name: "checkpoints", what: "States", rows: 1, bytes: 500 },
    { name: "spans", what: "Traces", rows: 1, bytes: 200 },
  ],
  threads: [],
  thread_count: 0,
  deleted: { deletions: 0, checkpoints: 0, bytes: 0, items: [] },
  active_runs: 0,
  compacts_in_steps: true,
  job: null,
};

afterEach(cleanup);

it("accounts for every byte on the disk, the write-ahead log among them", () => {
  render(<StorageBar report={REPORT} />);
  const parts = screen.getAllByRole("listitem").map((part) => part.textContent);
  expect(parts).toEqual(["States500 B", "Traces and logs200 B", "Everything else200 B", "Free100 B", "Write-ahead log400 B"]);
});
