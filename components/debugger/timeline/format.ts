/** `13:04:22` for today, `28 Nov, 13:04` for other days. */
export function formatTime(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const time = date.toLocaleTimeString("en-GB");
  if (date.toDateString() === now.toDateString()) return time;
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return `${date.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year })}, ${time.slice(0, 5)}`;
}

/** A step with a real minus sign. */
export function formatStep(step: number): string {
  return step < 0 ? `−${-step}` : String(step);
}

/** The part of a checkpoint id that tells it from its neighbours. */
export function shortId(id: string): string {
  return id.length > 18 ? id.slice(0, 13) : id;
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}
