import { describe, expect, it } from "vitest";
import { fitsSearch, kitGroups } from "../../../components/editor/palette/kit-items";

/** Titles in the order in which the search lists them: Enter takes the first. */
function found(search: string): string[] {
  return kitGroups()
    .flatMap(({ items }) => items)
    .filter(({ title, line }) => fitsSearch(`${title} ${line}`, search) > 0)
    .map(({ title }) => title);
}

describe("the search for a node", () => {
  it.each(["Model", "Agent", "Retrieve", "Tools", "Code", "HTTP", "Condition", "Approval", "Map", "Subgraph"])(
    "finds %s first by its name",
    (title) => {
      expect(found(title.toLowerCase())[0]).toBe(title);
      expect(found(title.toLowerCase().slice(0, 3))[0]).toBe(title);
    },
  );

  it("finds kinds by what they do, and nodes to connect to", () => {
    expect(found("person")).toEqual(["Approval"]);
    expect(found("list gather")).toEqual(["Map"]);
    expect(found("nothing of the kind")).toEqual([]);
    expect(fitsSearch("connect to approve_order", "appro")).toBe(1);
  });
});
