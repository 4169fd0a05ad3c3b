import { createHash, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";

/** A stable key of 16 hexadecimal digits for what makes an effect the same effect, e.g. the thread and the text to publish. */
export function idempotencyKey(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

export type EffectOptions<T> = {
  /** Folder in which the results of effects are remembered; made when missing. */
  folder: string;
  /** From `idempotencyKey`. The same key means the same effect. */
  key: string;
  /** Shape of the result, which must survive JSON. */
  schema: z.ZodType<T>;
  /** Does it. Receives the key, so that a service that knows idempotency keys can be told it too. */
  run: (key: string) => Promise<T>;
};

export type EffectResult<T> = { result: T; /** True when it had been done before and was not done again. */ repeated: boolean };

/** The last caller per record, so that callers of this process take turns. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs an effect once per key, and afterwards gives the remembered result: for what is not part of a thread, such as files
 * that several threads and programs share. What a workflow's node or tool does is better wrapped in `effect()`, which
 * finds its key by itself and remembers in LangGraph's store.
 *
 * The result is remembered right after the effect. A crash between the two repeats the effect, so `run`
 * should itself be harmless to repeat (write the same file, send the same key).
 * @throws what `run` throws; nothing is remembered then, and the next call tries again.
 */
export async function runOnce<T>(options: EffectOptions<T>): Promise<EffectResult<T>> {
  const record = join(options.folder, `${options.key}.json`);
  const turn = (queues.get(record) ?? Promise.resolve()).catch(() => undefined).then(() => recallOrPerform(record, options));
  queues.set(record, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(record) === turn) queues.delete(record);
  }
}

async function recallOrPerform<T>(record: string, options: EffectOptions<T>): Promise<EffectResult<T>> {
  const done = await readRecord(record, options.schema);
  return done === null ? { result: await perform(record, options), repeated: false } : { result: done.result, repeated: true };
}

async function perform<T>(record: string, { folder, key, run }: EffectOptions<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const result = await run(key);
  const draft = `${record}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify({ key, done_at: new Date().toISOString(), result }, null, 2));
  // `link` fails when the record is there already: the first writer wins, and no reader sees half a file.
  await link(draft, record).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST")) throw error;
  });
  await rm(draft, { force: true });
  return result;
}

async function readRecord<T>(record: string, schema: z.ZodType<T>): Promise<{ result: T } | null> {
  const text = await readFile(record, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  });
  if (text === null) return null;
  const parsed: unknown = JSON.parse(text);
  const result = typeof parsed === "object" && parsed !== null && "result" in parsed ? parsed.result : undefined;
  return { result: schema.parse(result) };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
