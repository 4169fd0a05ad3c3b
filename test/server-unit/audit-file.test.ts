import { expect, test } from "vitest";
import type { AuditEntry } from "../../lib/schema/audit";
import { csvCell, csvHead, csvLine } from "../../lib/server/audit-file";

test.each([
  ["plain", "plain"],
  ["", ""],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", '"\'\r=1"'],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
])("a cell of %j is never a formula", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test("a line has a cell for every column, whatever people wrote", () => {
  const entry: AuditEntry = {
    audit_id: 7,
    at: "2026-12-01T00:00:00.000Z",
    action: "answered",
    thread_id: "t",
    graph_id: "refund",
    interrupt_id: "i",
    run_id: null,
    node: "ask",
    actor: "Ann",
    verified: false,
    origin: { via: "inbox", address: "10.0.0.1", user_agent: "=cmd|' /C calc'!A0" },
    shown_hash: null,
    answer: { choice: "refuse", comment: "a, b" },
    note: "@note",
  };
  expect(csvHead().split(",")).toHaveLength(17);
  expect(csvLine(entry)).toBe(
    `7,2026-12-01T00:00:00.000Z,answered,Ann,no,refund,t,i,,ask,inbox,10.0.0.1,'=cmd|' /C calc'!A0,,"{""choice"":""refuse"",""comment"":""a, b""}",'@note,\r\n`,
  );
});
