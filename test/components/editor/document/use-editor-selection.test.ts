import { expect, test } from "vitest";
import { followSelection } from "@/components/editor/document/use-editor-selection";

const nodes = (...names: string[]) => ({ nodes: names, edge: null });
const edge = (source: string, target: string, label: string | null = null) => ({ nodes: [], edge: { source, target, label } });

test("the selection goes with what is renamed and leaves what is deleted", () => {
  expect(followSelection(nodes("a", "b"), [{ type: "rename_node", graph: "g", node: "a", name: "c" }], undefined)).toEqual(nodes("c", "b"));
  expect(followSelection(nodes("a", "b"), [{ type: "delete_node", graph: "g", node: "a" }], undefined)).toEqual(nodes("b"));
  expect(followSelection(edge("a", "b"), [{ type: "delete_node", graph: "g", node: "b" }], undefined)).toEqual(nodes());
  expect(followSelection(edge("a", "b"), [{ type: "delete_edge", graph: "g", source: "a", target: "b" }], undefined)).toEqual(nodes());
  expect(followSelection(edge("a", "b"), [{ type: "retarget_edge", graph: "g", source: "a", target: "b", new_target: "c" }], undefined)).toEqual(
    edge("a", "c"),
  );
  expect(followSelection(edge("a", "b", "yes"), [{ type: "rename_branch", graph: "g", source: "a", label: "yes", name: "no" }], undefined)).toEqual(
    edge("a", "b", "no"),
  );
  expect(followSelection(nodes("a"), [{ type: "add_edge", graph: "g", source: "a", target: "b" }], ["b"])).toEqual(nodes("b"));
});

test("an edit of something else leaves it as it is", () => {
  const before = nodes("a");
  expect(followSelection(before, [{ type: "add_edge", graph: "g", source: "b", target: "c" }], undefined)).toBe(before);
});
