import { z } from "zod";
import { CompletionSchema, DefinitionSchema, HoverSchema } from "../../../schema/design-api";
import { ProblemSchema } from "../../../schema/problem";

/** What TypeScript finds wrong in a file; the caller knows the graph and what is drawn there. */
export const TypeProblemSchema = ProblemSchema.pick({ place: true, message: true, code: true, severity: true, fixes: true });
export type TypeProblem = z.infer<typeof TypeProblemSchema>;

const at = { file: z.string(), text: z.string(), offset: z.number().int().min(0) };

/** A question about a file's text, which need not be saved. `file` is relative to the project. */
export const TypeQuestionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("problems"), file: z.string(), text: z.string() }),
  z.object({ kind: z.literal("complete"), ...at }),
  z.object({ kind: z.literal("hover"), ...at }),
  z.object({ kind: z.literal("definition"), ...at }),
]);
export type TypeQuestion = z.infer<typeof TypeQuestionSchema>;

/** From the server to the process that answers. */
export const TypeRequestSchema = z.object({ id: z.number().int(), question: TypeQuestionSchema });

/** Back to the server. The answer is parsed by what was asked. */
export const TypeReplySchema = z.discriminatedUnion("ok", [
  z.object({ id: z.number().int(), ok: z.literal(true), answer: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), message: z.string() }),
]);
export type TypeReply = z.infer<typeof TypeReplySchema>;

export const ANSWERS = {
  problems: z.array(TypeProblemSchema),
  complete: CompletionSchema,
  hover: HoverSchema,
  definition: DefinitionSchema,
} as const satisfies Record<TypeQuestion["kind"], z.ZodType>;
export type TypeAnswer<Kind extends TypeQuestion["kind"]> = z.infer<(typeof ANSWERS)[Kind]>;

/** How the process is started. */
export const TypeProcessArgumentsSchema = z.object({ projectDir: z.string(), home: z.string() });
