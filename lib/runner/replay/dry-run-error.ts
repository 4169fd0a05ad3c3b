/** Something that a dry run does not do. */
export class DryRunError extends Error {
  override readonly name = "DryRunError";

  /** `what` as the end of the sentence "This would have …". */
  constructor(what: string) {
    super(`This is a dry run, in which nothing leaves the process. This would have ${what}.`);
  }
}

/** Whether an error is, or was caused by, what a dry run does not do. */
export function isDryRunError(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < 20 && error instanceof Error; depth++) {
    if (error.name === "DryRunError") return true;
    if (error instanceof AggregateError && error.errors.some((inner: unknown) => inner instanceof Error && inner.name === "DryRunError")) return true;
    error = error.cause;
  }
  return false;
}
