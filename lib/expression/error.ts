/** Why an expression has no value, in words for the person who wrote it. Never a fault of the program around it. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}
