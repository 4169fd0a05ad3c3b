const ENTITIES: Record<string, string> = {
  nbsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function toCharacter(entity: string): string | null {
  if (Object.hasOwn(ENTITIES, entity)) return ENTITIES[entity] ?? null;
  const code = /^#?\d{1,7}$/.test(entity) ? Number(entity.replace("#", "")) : NaN;
  return Number.isNaN(code) || code > 0x10ffff ? null : String.fromCodePoint(code);
}

/** A label that is longer is no label. */
const MAX_LENGTH = 2000;

/**
 * What a person reads of a label: without quotes, markup and line breaks, entities as the characters that they stand for.
 * What follows a line across (LangGraph writes a node's metadata there) is left out.
 */
export function toPlainLabel(raw: string): string {
  const [shown = ""] = raw.slice(0, MAX_LENGTH).split(/<hr\s*\/?>/i);
  return shown
    .replace(/^\s*["`]+|["`]+\s*$/g, "")
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/\bfa[bsrl]?:fa-[\w-]+/g, "")
    .replace(/[&#](#?\w{1,8});/g, (whole, entity: string) => toCharacter(entity) ?? whole)
    .replace(/\s+/g, " ")
    .trim();
}
