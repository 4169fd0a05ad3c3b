import { z } from "zod";

/** The kinds of node that the palette inserts, each made by a function of `lib/kit`; `code` is a plain function. */
export const KitKindSchema = z.enum(["model", "agent", "retrieve", "tools", "code", "http", "condition", "approval", "map", "subgraph"]);
export type KitKind = z.infer<typeof KitKindSchema>;
