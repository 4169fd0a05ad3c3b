import fc from "fast-check";
import { expect, test } from "vitest";
import { changeLayout, followEdits, invertLayout, layoutChanges } from "@/components/editor/document/layout-change";
import type { CanvasLayout } from "@/lib/schema/layout";

const layout = (nodes: CanvasLayout["nodes"], more: Partial<CanvasLayout> = {}): CanvasLayout => ({
  version: 1,
  nodes,
  groups: {},
  notes: {},
  ...more,
});
const at = (x: number) => ({ x, y: 0 });

const anyLayout = fc
  .record({
    nodes: fc.dictionary(fc.constantFrom("a", "b", "constructor", "a:b"), fc.record({ x: fc.integer(), y: fc.integer() })),
    direction: fc.constantFrom("LR" as const, "TB" as const, undefined),
  })
  .map(({ nodes, direction }) => layout({ ...nodes }, direction === undefined ? {} : { direction }));

test("changes lead from one layout to the other, and their inverse back", () => {
  fc.assert(
    fc.property(anyLayout, anyLayout, (before, after) => {
      const changes = layoutChanges(before, after);
      expect(changeLayout(before, changes)).toEqual(after);
      expect(changeLayout(after, invertLayout(changes))).toEqual(before);
      const plain: typeof changes = JSON.parse(JSON.stringify(changes));
      expect(changeLayout(before, plain)).toEqual(after);
    }),
  );
});

test("what nobody moved stays when a change is made on another layout", () => {
  const changes = layoutChanges(layout({ a: at(1), b: at(1) }), layout({ a: at(2), b: at(1) }));
  expect(changeLayout(layout({ a: at(1), b: at(7), c: at(9) }), changes)).toEqual(layout({ a: at(2), b: at(7), c: at(9) }));
});

test("entries go with a renamed node and leave with a deleted one, in groups and subgraphs too", () => {
  const before = layout({ a: at(1), "a:inner": at(2), ab: at(3) }, { groups: { g: { title: "G", nodes: ["a", "ab"] } } });
  const renamed = followEdits(before, [{ type: "rename_node", graph: "g", node: "a", name: " b " }], {});
  expect(renamed).toEqual(layout({ b: at(1), "b:inner": at(2), ab: at(3) }, { groups: { g: { title: "G", nodes: ["b", "ab"] } } }));
  const deleted = followEdits(before, [{ type: "delete_node", graph: "g", node: "a" }], {});
  expect(deleted).toEqual(layout({ ab: at(3) }, { groups: { g: { title: "G", nodes: ["ab"] } } }));
});

test("what is shown stays where it is when something drawn comes, and only then", () => {
  const shown = { a: at(10), b: at(20) };
  const add = { type: "add_node", graph: "g", name: "c", kind: "code" } as const;
  expect(followEdits(layout({ a: at(1) }), [add], shown)).toEqual(layout({ a: at(1), b: at(20) }));
  const edge = { type: "add_edge", graph: "g", source: "a", target: "b" } as const;
  expect(followEdits(layout({ a: at(1) }), [edge], shown)).toEqual(layout({ a: at(1) }));
});
