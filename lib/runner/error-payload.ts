import { RetrographError, isRetrographError, type ErrorCode, type ErrorPayload } from "../errors";
import { toStorageError } from "../store/errors";

/** What crosses to the server in place of an exception; `fallback` is the code of one that nobody classified. */
export function toErrorPayload(thrown: unknown, fallback: ErrorCode = "internal"): ErrorPayload {
  const known = toStorageError(thrown) ?? thrown;
  if (isRetrographError(known) && known instanceof RetrographError) return known.toPayload();
  return { code: fallback, message: known instanceof Error ? known.message : String(known) };
}
