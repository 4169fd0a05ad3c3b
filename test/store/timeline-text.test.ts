import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createIndexedSaver } from "../../lib/store/saver";
import { readTimeline } from "../../lib/store/timeline";
import { readTimelineText } from "../../lib/store/timeline-text";
import { STORIES, knowThread } from "./stories";
import { tempStore } from "./temp-store";

test.each(STORIES)("the timeline as text says the same as the timeline as objects: $name", async ({ graph: make, graph_id, play }) => {
  const store = tempStore();
  const threadId = randomUUID();
  await knowThread(store, threadId, graph_id ?? "some-graph");
  await play(make(createIndexedSaver(store)), { configurable: { thread_id: threadId } });
  let before: string | null = null;
  do {
    const page = { checkpoint_ns: "", limit: 2, ...(before === null ? {} : { before }) };
    const expected = await readTimeline(store, threadId, page);
    expect(JSON.parse(await readTimelineText(store, threadId, page))).toEqual(expected);
    before = expected.next_cursor;
  } while (before !== null);
});

test("a thread without checkpoints has an empty timeline", async () => {
  const page = { checkpoint_ns: "", limit: 10 };
  expect(JSON.parse(await readTimelineText(tempStore(), randomUUID(), page))).toEqual({ checkpoints: [], next_cursor: null });
});
