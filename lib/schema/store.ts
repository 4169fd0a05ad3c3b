import { z } from "zod";
import { JsonObjectSchema } from "./json";

/** One name of a namespace: programs write namespaces with dots, and LangGraph keeps some signs for itself. */
const LabelSchema = z
  .string()
  .min(1, "must not be empty")
  .max(200)
  .regex(/^[^.:\0]+$/, "must not contain a dot or a colon");

const NamespaceSchema = z.array(LabelSchema).max(32);
const ItemNamespaceSchema = NamespaceSchema.min(1, "needs at least one name").refine(([first]) => first !== "langgraph", {
  message: 'must not begin with "langgraph", which LangGraph keeps for itself',
});
const KeySchema = z.string().min(1).max(1000);

/** An entry of LangGraph's long-term memory, as the Agent Server API shows it. */
export const StoreItemSchema = z.object({
  namespace: z.array(z.string()),
  key: z.string(),
  value: JsonObjectSchema,
  /** ISO 8601. */
  created_at: z.string(),
  updated_at: z.string(),
});
export type StoreItem = z.infer<typeof StoreItemSchema>;

/** `PUT /store/items` */
export const PutItemBodySchema = z.object({
  namespace: ItemNamespaceSchema,
  key: KeySchema,
  value: JsonObjectSchema,
  /** Which fields to embed; there is no embedding, so it changes nothing. */
  index: z.union([z.literal(false), z.array(z.string())]).nullish(),
  ttl: z.null({ error: "items are kept until they are deleted: leave ttl out" }).optional(),
});

/** `GET /store/items?namespace=a.b&key=k` */
export const GetItemQuerySchema = z.object({
  namespace: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((labels) => (typeof labels === "string" ? labels.split(".").filter((label) => label !== "") : labels)),
  key: KeySchema,
  refresh_ttl: z.string().optional(),
});

/** `DELETE /store/items` */
export const DeleteItemBodySchema = z.object({ namespace: z.array(z.string()).max(32).default([]), key: KeySchema });

/** `POST /store/items/search` */
export const SearchItemsBodySchema = z.object({
  namespace_prefix: NamespaceSchema.nullish().transform((prefix) => prefix ?? []),
  /** Fields of the value: equal to, or `{"$gt": …}` and its like. */
  filter: JsonObjectSchema.nullish(),
  limit: z.number().int().min(1).max(1000).default(10),
  offset: z.number().int().min(0).default(0),
  /** There is no embedding: it changes nothing, as in LangGraph's own store without an index. */
  query: z.string().max(1000).nullish(),
  /** Retrograph's own: only items whose key or value contain this text. */
  contains: z.string().max(1000).nullish(),
  refresh_ttl: z.boolean().nullish(),
});
export type SearchItemsBody = z.input<typeof SearchItemsBodySchema>;

/** `POST /store/namespaces` */
export const NamespacesBodySchema = z.object({
  prefix: z.array(z.string()).nullish(),
  suffix: z.array(z.string()).nullish(),
  max_depth: z.number().int().min(1).nullish(),
  limit: z.number().int().min(1).max(10_000).default(100),
  offset: z.number().int().min(0).default(0),
});
