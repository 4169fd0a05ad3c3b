/** `840 ms`, `1.2 s`, `3 min 4 s`. */
export function formatMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `$0.0123`; small amounts keep two digits that mean something. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return "$0";
  return `$${dollars < 0.01 ? Number(dollars.toPrecision(2)) : dollars.toFixed(dollars < 1 ? 3 : 2)}`;
}

/** `+3`, `−2`, or nothing where both are the same. */
export function signed(difference: number, format: (value: number) => string): string {
  if (difference === 0) return "";
  return `${difference > 0 ? "+" : "−"}${format(Math.abs(difference))}`;
}
