import { asList, isBag } from "./langgraph";

/** What LangGraph says when a `StateSchema` refuses a field: the field, and the issues as JSON. */
const FIELD_FAILED = /^Validation failed for field "([^"]+)": (\[.*\])$/s;

function inWords(field: string[], issues: unknown): string | null {
  const found = asList(issues).flatMap((issue) =>
    isBag(issue) && typeof issue["message"] === "string" ? [{ path: [...field, ...asList(issue["path"]).map(String)], said: issue["message"] }] : [],
  );
  if (found.length === 0) return null;
  return found.map(({ path, said }) => (path.length === 0 ? said : `${path.join(".")}: ${said}`)).join("; ");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a schema has against a value, in words (`topic: Invalid input: …`); the error's own message is JSON. Null for other errors. */
export function schemaMessage(error: Error): string | null {
  if (error.name.endsWith("ZodError") && isBag(error)) return inWords([], error["issues"]);
  const [, field, issues] = FIELD_FAILED.exec(error.message) ?? [];
  return field === undefined || issues === undefined ? null : inWords([field], parsed(issues));
}
