import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { publish as publishReport } from "../domain/publish";
import { readSettings } from "../settings";
import type { Research, ResearchUpdate } from "../state";

/** Writes the approved report to a file, once. */
export async function publish(state: Research, config: LangGraphRunnableConfig): Promise<ResearchUpdate> {
  if (state.review?.choice !== "approve") throw new Error("Only an approved report is published.");
  const threadId: unknown = config.configurable?.thread_id;
  const { dataFolder } = readSettings();
  const { file, words, key } = await publishReport(dataFolder, {
    question: state.question,
    report: state.report,
    threadId: typeof threadId === "string" ? threadId : "no thread",
  });
  return { published: { file, words, key } };
}
