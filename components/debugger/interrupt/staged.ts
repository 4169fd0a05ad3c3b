import type { Json } from "@/lib/schema/json";

/** An answer that was decided and waits for those to the other requests of the same step. */
export type Staged = { answer: Json; words: string };
