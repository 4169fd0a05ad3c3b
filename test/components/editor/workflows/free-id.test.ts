import { describe, expect, it } from "vitest";
import { freeId, toGraphId } from "../../../../components/editor/workflows/free-id";
import { NewGraphIdSchema } from "../../../../lib/schema/design-api";

describe("the id of a new workflow", () => {
  it.each([
    ["Refund desk", "refund-desk"],
    ["  Ünïcode & Co.  ", "ünïcode-co"],
    ["../../etc/passwd", "etc-passwd"],
    ["日本語", "日本語"],
  ])("is made of the name %j", (title, id) => {
    expect(toGraphId(title)).toBe(id);
    expect(NewGraphIdSchema.safeParse(id).success).toBe(true);
  });

  it("is empty for a name without letters, which no workflow can have", () => {
    expect(toGraphId("!?")).toBe("");
  });

  it("gets a number where it is taken", () => {
    expect(freeId("blank", ["support"])).toBe("blank");
    expect(freeId("blank", ["blank", "blank-2"])).toBe("blank-3");
  });
});
