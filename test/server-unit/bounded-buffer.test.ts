import { expect, test } from "vitest";
import { createBoundedBuffer } from "../../lib/server/bounded-buffer";

test("items come out in order, all that are there at once", async () => {
  const buffer = createBoundedBuffer<number>(100);
  buffer.push(1, 1);
  buffer.push(2, 1);
  expect(await buffer.next(10)).toEqual({ kind: "items", items: [1, 2] });
  const waiting = buffer.next(1000);
  buffer.push(3, 1);
  expect(await waiting).toEqual({ kind: "items", items: [3] });
});

test("a reader that is too slow learns once that it missed something, and goes on with what came after", async () => {
  const buffer = createBoundedBuffer<string>(10);
  buffer.push("a", 6);
  buffer.push("b", 6);
  expect(await buffer.next(10)).toEqual({ kind: "overflow" });
  expect(await buffer.next(10)).toEqual({ kind: "items", items: ["b"] });
  expect(await buffer.next(1)).toEqual({ kind: "timeout" });
});

test("one item heavier than the limit is kept when it is alone", async () => {
  const buffer = createBoundedBuffer<string>(10);
  buffer.push("heavy", 1000);
  expect(await buffer.next(10)).toEqual({ kind: "items", items: ["heavy"] });
});

test("after the end what is held still comes out, then the end, again and again", async () => {
  const buffer = createBoundedBuffer<number>(10);
  buffer.push(1, 1);
  buffer.end();
  buffer.push(2, 1);
  expect(await buffer.next(10)).toEqual({ kind: "items", items: [1] });
  expect(await buffer.next(10)).toEqual({ kind: "end" });
  expect(await buffer.next(10)).toEqual({ kind: "end" });
});

test("the end wakes a reader that waits", async () => {
  const buffer = createBoundedBuffer<number>(10);
  const waiting = buffer.next(60_000);
  buffer.end();
  expect(await waiting).toEqual({ kind: "end" });
});
