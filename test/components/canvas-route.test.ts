import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { routeAround, routeBetween, toArrowhead, toMidpoint, toRoundedPath } from "@/components/canvas/route";
import { fitAll, fitReadable, isInView } from "@/components/canvas/viewport";
import { formatDuration } from "@/components/canvas/node-look";

const SIZE = { width: 184, height: 54 };
const at = (x: number, y: number) => ({ x, y, ...SIZE });

describe("a line", () => {
  it("is straight between two points and rounded at corners", () => {
    expect(
      toRoundedPath([
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ]),
    ).toBe("M0 0 L90 0");
    expect(
      toRoundedPath([
        { x: 0, y: 0 },
        { x: 50, y: 0 },
        { x: 50, y: 100 },
      ]),
    ).toBe("M0 0 L38 0 Q50 0 50 12 L50 90");
  });

  it("draws nothing rather than nonsense without two different points", () => {
    expect(toRoundedPath([])).toBe("");
    expect(
      toArrowhead([
        { x: 1, y: 1 },
        { x: 1, y: 1 },
      ]),
    ).toBe("");
  });

  it("has its middle half way along, not between its ends", () => {
    expect(
      toMidpoint([
        { x: 0, y: 0 },
        { x: 100, y: 0 },
        { x: 100, y: 300 },
      ]),
    ).toEqual({ x: 100, y: 100 });
  });
});

describe("a line between dragged nodes", () => {
  it("goes from side to side along the direction when there is room", () => {
    expect(routeBetween(at(0, 0), at(300, 0), "LR")).toEqual([
      { x: 184, y: 27 },
      { x: 300, y: 27 },
    ]);
    expect(routeBetween(at(0, 0), at(0, 200), "TB")).toEqual([
      { x: 92, y: 54 },
      { x: 92, y: 200 },
    ]);
  });

  it("starts and ends on the borders of its nodes and never bends at an angle, wherever they are", () => {
    const place = fc.integer({ min: -800, max: 800 });
    fc.assert(
      fc.property(place, place, fc.constantFrom("LR" as const, "TB" as const), (x, y, direction) => {
        const [source, target] = [at(0, 0), at(x, y)];
        const points = routeBetween(source, target, direction);
        const touches = (box: typeof source, point: { x: number; y: number } | undefined) =>
          point !== undefined && point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;
        expect(touches(source, points[0])).toBe(true);
        expect(touches(target, points.at(-1))).toBe(true);
        points.slice(1).forEach((point, index) => {
          const before = points[index] ?? point;
          // A shift of less than a pixel is drawn straight.
          expect(Math.min(Math.abs(point.x - before.x), Math.abs(point.y - before.y))).toBeLessThan(1);
        });
      }),
    );
  });
});

describe("the viewport", () => {
  const pane = { width: 800, height: 640 };

  it("shows a small graph at its own size, in the middle", () => {
    const bounds = { x: 0, y: 0, width: 400, height: 200 };
    expect(fitAll(bounds, pane)).toEqual({ x: 200, y: 220, zoom: 1 });
    expect(fitReadable(bounds, pane)).toEqual(fitAll(bounds, pane));
  });

  it("shows the beginning of a graph that would be too small to read, and all of it when asked", () => {
    const bounds = { x: 0, y: 0, width: 20_000, height: 300 };
    const first = fitReadable(bounds, pane);
    expect(first.zoom).toBe(0.55);
    expect(isInView(at(0, 100), first, pane)).toBe(true);
    expect(isInView(at(19_000, 100), first, pane)).toBe(false);
    expect(isInView(bounds, fitAll(bounds, pane), pane)).toBe(true);
  });

  it("shows where the workflow stands in a graph that is too large, and never beyond its ends", () => {
    const bounds = { x: 0, y: 0, width: 20_000, height: 300 };
    expect(isInView(at(9000, 100), fitReadable(bounds, pane, at(9000, 100)), pane)).toBe(true);
    expect(fitReadable(bounds, pane, at(0, 100))).toEqual(fitReadable(bounds, pane));
    const last = fitReadable(bounds, pane, at(19_900, 100));
    expect(last.x + 20_000 * last.zoom).toBeCloseTo(pane.width - 28);
  });

  it("stays finite in a pane without a size", () => {
    for (const value of Object.values(fitReadable({ x: 0, y: 0, width: 10, height: 10 }, { width: 0, height: 0 })))
      expect(value).toBeTypeOf("number");
  });
});

describe("a duration", () => {
  it.each([
    [0, "0 ms"],
    [0.2, "<1 ms"],
    [41.4, "41 ms"],
    [999.6, "1.0 s"],
    [1234, "1.2 s"],
    [59_960, "1 m"],
    [200_000, "3 m 20 s"],
    [5_400_000, "1.5 h"],
  ])("of %d ms reads %s", (ms, text) => expect(formatDuration(ms)).toBe(text));
});

describe("a route around what stands in the way", () => {
  const box = (x: number, y: number) => ({ x, y, width: 184, height: 54 });
  const crosses = (points: { x: number; y: number }[], { x, y, width, height }: ReturnType<typeof box>) =>
    points.some((point, index) => {
      const before = points[index - 1] ?? point;
      return (
        Math.max(point.x, before.x) > x &&
        Math.min(point.x, before.x) < x + width &&
        Math.max(point.y, before.y) > y &&
        Math.min(point.y, before.y) < y + height
      );
    });

  it("is the straight one where nothing does", () => {
    expect(routeAround(box(0, 0), box(600, 90), [box(300, 300)], "LR")).toEqual(routeBetween(box(0, 0), box(600, 90), "LR"));
  });

  it("passes beside a card in between, both ways round", () => {
    const between = box(250, 0);
    for (const [source, target] of [
      [box(0, 0), box(600, 0)],
      [box(600, 0), box(0, 0)],
      [box(0, 0), box(440, 80)],
    ] as const) {
      const points = routeAround(source, target, [between], "LR");
      expect(crosses(points, between)).toBe(false);
    }
    const above = box(0, 150);
    expect(crosses(routeAround(box(0, 0), box(0, 300), [above], "TB"), above)).toBe(false);
  });
});
