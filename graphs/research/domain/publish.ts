import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { idempotencyKey, runOnce } from "../../../lib/kit/run-once";
import { countWords, slugOf } from "./report";

export type Publication = {
  question: string;
  report: string;
  /** The thread it belongs to: the same report of another thread is another publication. */
  threadId: string;
};

export const PublishedSchema = z.object({
  /** Relative to the data folder. */
  file: z.string(),
  words: z.number().int(),
  key: z.string(),
});
export type Published = z.infer<typeof PublishedSchema>;

/**
 * Writes a report to `reports/` in the data folder, once: publishing the same report of the same thread
 * again changes nothing and gives the same answer. Another draft of the thread becomes another file.
 */
export async function publish(dataFolder: string, { question, report, threadId }: Publication): Promise<Published & { repeated: boolean }> {
  const folder = join(dataFolder, "reports");
  const { result, repeated } = await runOnce({
    folder: join(folder, ".published"),
    key: idempotencyKey(threadId, question, report),
    schema: PublishedSchema,
    run: async (key) => {
      const name = `${slugOf(question)}-${key.slice(0, 6)}.md`;
      await mkdir(folder, { recursive: true });
      // Written beside and renamed: nobody ever reads half a report.
      await writeFile(join(folder, `.${name}`), report);
      await rename(join(folder, `.${name}`), join(folder, name));
      return { file: `reports/${name}`, words: countWords(report), key };
    },
  });
  return { ...result, repeated };
}
