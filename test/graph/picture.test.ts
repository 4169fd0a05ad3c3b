// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { boundsOf, toSvg, type Picture, type PictureNode } from "../../lib/graph/picture";

function card(title: string, x: number, y: number, more: Partial<PictureNode> = {}): PictureNode {
  return { shape: "card", box: { x, y, width: 184, height: 54 }, title, line: null, isLocked: false, ...more };
}

const PICTURE: Picture = {
  title: 'A "b" <c> & d',
  nodes: [
    card("work", -20, -40, { shape: "group", box: { x: -20, y: -40, width: 300, height: 200 } }),
    { shape: "start", box: { x: 0, y: 15, width: 24, height: 24 }, title: "Start", line: null, isLocked: false },
    card("a name that is far too long for its card", 60, 0, { line: "</script><script>alert(1)</script> and more words than fit", isLocked: true }),
    card("control \u0000 character", 60, 100),
    {
      shape: "note",
      box: { x: 400, y: 0, width: 120, height: 60 },
      title: "A note that is longer than what it is written on, in every way",
      line: null,
      isLocked: false,
    },
  ],
  edges: [
    {
      path: "M24 27 L60 27",
      arrowhead: "M60 27 L53 30 L53 24 Z",
      points: [
        { x: 24, y: 27 },
        { x: 60, y: 27 },
      ],
      kind: "conditional",
      labels: ["above 50"],
      at: { x: 42, y: 27 },
    },
  ],
};

const parse = (svg: string) => new DOMParser().parseFromString(svg, "image/svg+xml");

describe("a drawing as SVG", () => {
  it("is well-formed in both themes, whatever the names are", () => {
    for (const theme of ["light", "dark"] as const) {
      const document = parse(toSvg(PICTURE, theme));
      expect(document.querySelector("parsererror")).toBeNull();
      expect(document.querySelector("title")?.textContent).toBe('A "b" <c> & d');
      expect(document.querySelectorAll("script, foreignObject, image")).toHaveLength(0);
    }
    expect(toSvg(PICTURE, "light")).not.toBe(toSvg(PICTURE, "dark"));
  });

  it("has everything within its bounds", () => {
    expect(boundsOf(PICTURE)).toEqual({ x: -44, y: -64, width: 588, height: 248 });
    const svg = parse(toSvg(PICTURE, "light")).documentElement;
    expect(svg.getAttribute("viewBox")).toBe("-44 -64 588 248");
    expect(boundsOf({ title: "", nodes: [], edges: [] }).width).toBeGreaterThan(0);
  });

  it("cuts what does not fit, and draws dashes for conditions and locks", () => {
    const text = toSvg(PICTURE, "light");
    expect(text).toContain("a name that is far t…");
    expect(text).toContain('stroke-dasharray="5 4"');
    expect(text).toContain('stroke-dasharray="4 3"');
    const note = [...parse(text).querySelectorAll("tspan")].map((span) => span.textContent ?? "").filter((line) => line.length > 0);
    expect(note.some((line) => line.endsWith("…"))).toBe(true);
    expect(note.every((line) => line.length < 30)).toBe(true);
  });
});
