import type { StructuredToolParams } from "@langchain/core/tools";
import { z } from "zod";

export const SearchArgsSchema = z.object({ query: z.string().min(1).describe("A few telling words, e.g. checkpoint resume thread") });
export const ReadArgsSchema = z.object({ source: z.string().describe("The id of a source that was found, e.g. s2") });
export const FinishArgsSchema = z.object({ reason: z.string().describe("Why the research is done") });

/** What the model may do next. The graph does it: these have no function of their own. */
export const planTools: StructuredToolParams[] = [
  { name: "search", description: "Full-text search; gives the best documents with their best lines.", schema: SearchArgsSchema },
  { name: "read", description: "Reads the parts of one found source that say most about the question.", schema: ReadArgsSchema },
  { name: "finish", description: "Ends the research and goes on to the draft.", schema: FinishArgsSchema },
];

export const RecordNotesSchema = z.object({
  notes: z.array(
    z.object({
      excerpt: z.string().describe("The id of the excerpt, e.g. e1"),
      quote: z.string().describe("Words of the excerpt, exactly as they stand there"),
      claim: z.string().describe("What they tell about the question, in one sentence"),
    }),
  ),
});

export const noteTools: StructuredToolParams[] = [
  { name: "record_notes", description: "Records notes, each with the words it rests on.", schema: RecordNotesSchema },
];
