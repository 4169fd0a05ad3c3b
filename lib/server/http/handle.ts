import "server-only";
import type { z } from "zod";
import { RetrographError, isRetrographError } from "../../errors";
import type { AccessLevel, Actor } from "../../schema/access";
import type { AuditOrigin } from "../../schema/audit";
import { toStorageError } from "../../store/errors";
import { requireLevel } from "../access";
import { getSettings } from "../settings";
import { readJson } from "./body";
import { guardRequest, requireActor } from "./guard";
import { originOf } from "./origin";

type Schemas<P, Q, B> = {
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  /** Answers without a token too; nobody is known there. */
  isPublic?: boolean;
  /**
   * What the asker must at least be. Without: `viewer` for GET and HEAD, `editor` for all else. A POST that changes nothing
   * says `viewer`; where it depends on what is sent, a function of it does.
   */
  level?: AccessLevel | ((sent: { query: Q; body: B }) => AccessLevel);
};

/** Who asks, and from where. */
export type Caller = { actor: Actor; origin: AuditOrigin };

export type Call<P, Q, B> = Caller & { params: P; query: Q; body: B; request: Request };

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

function queryOf(request: Request): Record<string, string | string[]> {
  const entries: Record<string, string | string[]> = {};
  const search = new URL(request.url).searchParams;
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key);
    entries[key] = values.length === 1 && values[0] !== undefined ? values[0] : values;
  }
  return entries;
}

function pathOf(issue: z.core.$ZodIssue, where: string): string {
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...unknown].map(String).join(".");
  return path === "" ? where : path;
}

/** Looks into unions for the branch that says most about what is wrong. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.flat().map((nested) => deepest({ ...nested, path: [...issue.path, ...nested.path] }));
  return inner.reduce((best, candidate) => (candidate.path.length > best.path.length ? candidate : best), issue);
}

function parse<T>(schema: z.ZodType<T> | undefined, value: unknown, where: "params" | "query" | "body"): T {
  // Without a schema the action declares no such input.
  if (schema === undefined) return undefined as T;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(deepest).map((issue) => ({ field: pathOf(issue, where), message: issue.message }));
  const first = issues[0] ?? { field: where, message: "is invalid" };
  throw new RetrographError("invalid_request", `${first.field}: ${first.message}`, { field: first.field, issues: issues.slice(0, 20) });
}

/** The error that a client may see for anything thrown. Errors of no known kind are logged, not told. */
export function toPublicError(error: unknown): RetrographError {
  if (error instanceof RetrographError) return error;
  if (isRetrographError(error)) return new RetrographError(error.code, error.message, error.details);
  const storage = toStorageError(error);
  if (storage !== null) return storage;
  console.error("A request failed:", error);
  return new RetrographError("internal", "Retrograph made a mistake. The server's log says more.");
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** The head alone of an answer. Nobody reads its body, so that what gives it has to be told to let go. */
async function headOf(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

/** The error as the API's clients read it. */
export function errorResponse(error: unknown, headers: Record<string, string> = {}): Response {
  const known = toPublicError(error);
  // What is left of a body that was not read to its end must not be taken for the next request.
  const unread: Record<string, string> = known.code === "body_too_large" ? { connection: "close" } : {};
  return withHeaders(Response.json({ error: known.toPayload() }, { status: known.status }), { "cache-control": "no-store", ...unread, ...headers });
}

/** Who asks where nothing is told that needs knowing it. */
const ANYBODY: Actor = { name: "somebody", level: "viewer", groups: [], verified: false };

const LOOKING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** A route handler that says what it asks of its caller, for the test that looks at all of them. */
export type Handler = ((request: Request, context: RouteContext) => Promise<Response>) & {
  access: AccessLevel | "public" | "by what is sent" | "by method";
};

function accessOf({ isPublic, level }: { isPublic?: boolean; level?: unknown }): Handler["access"] {
  if (isPublic === true) return "public";
  if (level === undefined) return "by method";
  return level === "viewer" || level === "approver" || level === "editor" ? level : "by what is sent";
}

/**
 * A route handler: checks host, origin, token and level, reads path, query and body by their schemas, calls the action and
 * answers what it gives (a `Response` as it is, `undefined` as 204, anything else as JSON) or its error.
 */
export function handle<P = undefined, Q = undefined, B = undefined>(schemas: Schemas<P, Q, B>, action: (call: Call<P, Q, B>) => unknown): Handler {
  const { isPublic = false, level } = schemas;
  const handler = async (request: Request, context: RouteContext): Promise<Response> => {
    let cors: Record<string, string> = {};
    try {
      const settings = getSettings();
      cors = guardRequest(request, settings);
      const actor = isPublic ? ANYBODY : requireActor(request.headers, settings);
      if (!isPublic && typeof level !== "function") requireLevel(actor, level ?? (LOOKING.has(request.method) ? "viewer" : "editor"), settings);
      const params = parse(schemas.params, await context.params, "params");
      const query = parse(schemas.query, queryOf(request), "query");
      const read = schemas.body === undefined ? undefined : await readJson(request, settings.RETROGRAPH_MAX_BODY);
      const body = parse(schemas.body, read, "body");
      if (typeof level === "function") requireLevel(actor, level({ query, body }), settings);
      const result = await action({ params, query, body, request, actor, origin: originOf(request) });
      if (result instanceof Response) return withHeaders(request.method === "HEAD" ? await headOf(result) : result, cors);
      if (result === undefined) return new Response(null, { status: 204, headers: cors });
      return Response.json(result, { headers: { "cache-control": "no-store", ...cors } });
    } catch (error) {
      return errorResponse(error, cors);
    }
  };
  return Object.assign(handler, { access: accessOf(schemas) });
}
