import type { QueryClient } from "@tanstack/react-query";

const sentKey = (graphId: string) => ["breakpoints sent", graphId] as const;

/** Remembers the newest change of a workflow's breakpoints that is on its way; `done` never rejects. */
export function noteSending(client: QueryClient, graphId: string, done: Promise<unknown>): void {
  client.setQueryData(sentKey(graphId), { done });
}

/** Waits for the changes that are on their way: a run that starts now is to stop where the person sees breakpoints. */
export async function whenSent(client: QueryClient, graphId: string): Promise<void> {
  await client.getQueryData<{ done: Promise<unknown> }>(sentKey(graphId))?.done;
}
