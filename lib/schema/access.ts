import { z } from "zod";
import { isPersonName, NAME_RULE } from "./names";

/** What a person may do: look; answer requests too; everything. Each includes what stands before it. */
export const AccessLevelSchema = z.enum(["viewer", "approver", "editor"]);
export type AccessLevel = z.infer<typeof AccessLevelSchema>;

/** Words for groups of people, e.g. `finance`; a rule may ask for one. */
export const GroupSchema = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u, "must be letters, digits, spaces and . _ - only");
export const PersonNameSchema = z.string().trim().refine(isPersonName, NAME_RULE);

/** Who is asking: known by a token of their own (`verified`), or by the name that the browser gives, which nobody checks. */
export const ActorSchema = z.object({ name: PersonNameSchema, level: AccessLevelSchema, groups: z.array(GroupSchema), verified: z.boolean() });
export type Actor = z.infer<typeof ActorSchema>;

/** `GET /api/debug/me`. `people`: whom a request can be assigned to: those with a token, and who was assigned or has answered before. */
export const MeSchema = z.object({
  actor: ActorSchema,
  /** People have tokens of their own; without, names are what browsers say. */
  has_people: z.boolean(),
  people: z.array(PersonNameSchema),
});
export type Me = z.infer<typeof MeSchema>;
