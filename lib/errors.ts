/** Every way in which a request, a workflow or the machine can fail, as one closed list. */
export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_state: 400,
  ambiguous_resume: 400,
  unauthorized: 401,
  forbidden_host: 403,
  forbidden_origin: 403,
  readonly: 403,
  /** The person may not do this: their level, or a rule of the workflow. */
  not_allowed: 403,
  not_found: 404,
  graph_not_found: 404,
  thread_not_found: 404,
  run_not_found: 404,
  checkpoint_not_found: 404,
  interrupt_not_found: 404,
  node_not_found: 404,
  method_not_allowed: 405,
  already_exists: 409,
  thread_busy: 409,
  storage_busy: 409,
  already_answered: 409,
  /** The answer is kept, but others must give the same one before it counts. */
  approval_missing: 409,
  nothing_to_run: 409,
  graph_mismatch: 409,
  body_too_large: 413,
  breakpoint_not_found: 404,
  deletion_not_found: 404,
  span_not_found: 404,
  view_not_found: 404,
  what_if_not_found: 404,
  revision_conflict: 409,
  /** The text changed meanwhile so that an edit does not fit; details have both texts. */
  edit_conflict: 409,
  /** An edit that cannot be made on this text. */
  edit_refused: 422,
  /** An answer that does not fit what was asked. */
  invalid_answer: 422,
  /** A strict replay met a call that was not recorded. */
  not_recorded: 422,
  invalid_expression: 422,
  graph_failed: 422,
  unserializable_state: 422,
  too_many_requests: 429,
  runner_crashed: 503,
  runner_unresponsive: 503,
  /** The process that knows the project's types does not answer. */
  types_unavailable: 503,
  storage_locked: 503,
  storage_full: 507,
  storage_failed: 503,
  checkpoint_damaged: 503,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** What crosses a process or HTTP boundary in place of an exception. */
export type ErrorPayload = { code: ErrorCode; message: string; details?: unknown };

/**
 * The one error class of Retrograph. `message` says what happened, why, and what to do about it;
 * `details` carries data for programs (the field that failed, the id that was not found).
 */
export class RetrographError extends Error {
  override readonly name = "RetrographError";
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  /** The HTTP status that belongs to the code. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toPayload(): ErrorPayload {
    return this.details === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, details: this.details };
  }

  static fromPayload(payload: ErrorPayload): RetrographError {
    return new RetrographError(payload.code, payload.message, payload.details);
  }
}

/** True for a `RetrographError` from this or another copy of the module. */
export function isRetrographError(error: unknown): error is RetrographError {
  return error instanceof Error && error.name === "RetrographError" && "code" in error && String(error.code) in ERROR_STATUS;
}
