import { describe, expect, test } from "vitest";
import {
  dropStep,
  editsOfStep,
  inverseStep,
  isContinuation,
  keptHistory,
  moveStep,
  NO_HISTORY,
  parseHistory,
  pushStep,
  toFileSteps,
  type Step,
} from "@/components/editor/document/history";

const step = (label: string, more: Partial<Step> = {}): Step => ({ label, at: 1000, merge: null, files: [], layout: [], ...more });

describe("the history", () => {
  test("forgets what could be made again as soon as something new is made", () => {
    const history = moveStep(pushStep(pushStep(NO_HISTORY, step("a"), false), step("b"), false), "undo", step("b"));
    expect(history).toMatchObject({ undo: [{ label: "a" }], redo: [{ label: "b" }] });
    expect(pushStep(history, step("c"), false)).toMatchObject({ undo: [{ label: "a" }, { label: "c" }], redo: [] });
    expect(moveStep(history, "redo", step("b"))).toMatchObject({ undo: [{ label: "a" }, { label: "b" }], redo: [] });
    expect(dropStep(history, "undo")).toMatchObject({ undo: [], redo: [{ label: "b" }] });
  });

  test("counts steps with the same mark as one while they follow one another closely", () => {
    const history = pushStep(NO_HISTORY, step("type", { merge: "code" }), false);
    expect(isContinuation(history, step("type", { merge: "code", at: 1900 }))).toBe(true);
    expect(isContinuation(history, step("type", { merge: "code", at: 2100 }))).toBe(false);
    expect(isContinuation(history, step("type", { merge: "other", at: 1100 }))).toBe(false);
    expect(isContinuation(history, step("type", { at: 1100 }))).toBe(false);
    expect(pushStep(history, step("more", { merge: "code" }), true).undo.map(({ label }) => label)).toEqual(["more"]);
  });

  test("takes files back by the text that they had, the workflow's own by the request's", () => {
    const files = [
      { file: "a.ts", before_hash: "0", hash: "1", changes: [], inverse: [{ start: 0, end: 1, text: "" }] },
      { file: "b.ts", before_hash: "0", hash: "2", changes: [], inverse: [{ start: 3, end: 3, text: "x" }] },
      { file: "made.ts", before_hash: "0", hash: "3", changes: [], inverse: [] },
    ];
    expect(editsOfStep(step("a", { files: toFileSteps(files) }), "a.ts", "other")).toEqual({
      baseHash: "1",
      edits: [
        { type: "replace_text", changes: [{ start: 0, end: 1, text: "" }] },
        { type: "replace_text", file: "b.ts", base_hash: "2", changes: [{ start: 3, end: 3, text: "x" }] },
      ],
    });
    const layout = [{ section: "nodes" as const, key: "a", before: undefined, after: { x: 1, y: 2 } }];
    expect(inverseStep(step("a", { layout }), files, 5)).toMatchObject({ at: 5, layout: [{ key: "a", before: { x: 1, y: 2 }, after: undefined }] });
  });

  test("is kept across a reload by its newest steps, and what is no history counts as none", () => {
    const large = step("large", { files: [{ file: "a.ts", hash: "1", changes: [{ start: 0, end: 0, text: "x".repeat(300_000) }] }] });
    const history = { undo: [large, large, step("last")], redo: [step("next")] };
    expect(keptHistory(history)).toMatchObject({ undo: [{ label: "large" }, { label: "last" }], redo: [{ label: "next" }] });
    const plain: unknown = JSON.parse(JSON.stringify(keptHistory(history)));
    expect(parseHistory(plain)).toEqual(plain);
    for (const wrong of [null, 1, {}, { undo: [1], redo: [] }, { undo: [], redo: "x" }]) expect(parseHistory(wrong)).toEqual(NO_HISTORY);
  });
});
