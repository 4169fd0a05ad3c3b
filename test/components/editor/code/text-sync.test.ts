import { expect, test } from "vitest";
import { moveOffset, receive } from "../../../../components/editor/code/text-sync";
import { changedText, textChanges } from "../../../../lib/graph/rebase-changes";

const BASE = "alpha\nbeta\ngamma\n";

function merged(sync: { base: string; sent: string | null }, shown: string, text: string): string {
  const received = receive(sync, shown, text);
  if (received.status === "clash") throw new Error("They clash.");
  expect(received.sync).toEqual({ base: text, sent: null });
  return changedText(shown, received.changes);
}

test("a text that nobody has changed here is taken over", () => {
  expect(merged({ base: BASE, sent: null }, BASE, "alpha\nBETA\ngamma\n")).toBe("alpha\nBETA\ngamma\n");
});

test("what is typed and what others change in other places go together", () => {
  expect(merged({ base: BASE, sent: null }, "alpha!\nbeta\ngamma\n", "alpha\nbeta\ngamma\ndelta\n")).toBe("alpha!\nbeta\ngamma\ndelta\n");
});

test("what was sent and comes back is not put in twice, whatever was typed meanwhile", () => {
  const sent = "alpha x\nbeta\ngamma\n";
  expect(merged({ base: BASE, sent }, "alpha xyz\nbeta\ngamma\n", sent)).toBe("alpha xyz\nbeta\ngamma\n");
});

test("what comes back with somebody else's change in it is told from what comes without", () => {
  const sent = "alpha x\nbeta\ngamma\n";
  const shown = "alpha xyz\nbeta\ngamma\n";
  expect(merged({ base: BASE, sent }, shown, "alpha x\nbeta\nGAMMA\n")).toBe("alpha xyz\nbeta\nGAMMA\n");
  expect(merged({ base: BASE, sent: "alpha x\nbeta and more\ngamma\n" }, "alpha x\nbeta and more\ngamma\n", "alpha\nbeta\nGAMMA\n")).toBe(
    "alpha x\nbeta and more\nGAMMA\n",
  );
});

test("two changes of one place clash", () => {
  expect(receive({ base: BASE, sent: null }, "alpha one\nbeta\ngamma\n", "alpha two\nbeta\ngamma\n")).toEqual({ status: "clash" });
});

test("the same change on both sides is one", () => {
  const both = "alpha\nbeta!\ngamma\n";
  expect(merged({ base: BASE, sent: null }, both, both)).toBe(both);
});

test("an offset goes with the text around it", () => {
  const before = "one two three";
  const changes = textChanges(before, "zero one three");
  expect(moveOffset(before.indexOf("three"), changes)).toBe("zero one three".indexOf("three"));
  expect(moveOffset(3, [{ start: 0, end: 3, text: "eleven" }])).toBe(6);
  expect(moveOffset(2, [{ start: 0, end: 3, text: "eleven" }])).toBe(6);
});
