import { z } from "zod";

/** What was typed and is not saved yet: the text that it grew out of, what of it is on its way to the file, and what it is. */
const DraftSchema = z.object({ base: z.string(), sent: z.string().nullable(), text: z.string() });
export type Draft = z.infer<typeof DraftSchema>;

const keyOf = (graphId: string) => `retrograph:code-draft:${graphId}`;

/** The draft that this tab has kept of a workflow's text; null where there is none. */
export function readDraft(graphId: string): Draft | null {
  try {
    const parsed = DraftSchema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(graphId)) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Keeps a draft until it is saved, a reload included; null forgets it. */
export function keepDraft(graphId: string, draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(graphId));
    else sessionStorage.setItem(keyOf(graphId), JSON.stringify(draft));
  } catch {
    // The browser keeps nothing, or the text is too large for it: the page itself still has it.
  }
}
