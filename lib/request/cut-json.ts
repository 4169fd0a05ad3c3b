import type { Json } from "../schema/json";

/** Deeper values are shown as `…`. */
const DEEPEST = 12;

/**
 * JSON text of a value, at most so many characters long, `…` where it was cut. It stops when there is enough, so that a
 * large value costs no more than a small one, and never fails on a deep one.
 */
export function cutJson(value: Json, most: number): string {
  let text = "";
  const write = (part: string) => {
    text += part.length > most ? part.slice(0, most + 1) : part;
  };
  const visit = (item: Json, depth: number) => {
    if (text.length > most) return;
    if (typeof item === "string") write(JSON.stringify(item.slice(0, most + 1)));
    else if (typeof item !== "object" || item === null) write(String(item));
    else if (depth > DEEPEST) write("…");
    else if (Array.isArray(item)) {
      write("[");
      for (const [place, inner] of item.entries()) {
        if (text.length > most) return;
        if (place > 0) write(", ");
        visit(inner, depth + 1);
      }
      write("]");
    } else {
      write("{");
      let isFirst = true;
      for (const name in item) {
        if (text.length > most) return;
        if (!isFirst) write(", ");
        isFirst = false;
        write(`${JSON.stringify(name.slice(0, most + 1))}: `);
        visit(item[name] ?? null, depth + 1);
      }
      write("}");
    }
  };
  visit(value, 0);
  return cutText(text, most);
}

/** The text, at most so many characters long with the `…` that says it was cut. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Half of a surrogate pair is no character.
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
