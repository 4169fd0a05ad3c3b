type Compare = (value: unknown, wanted: unknown) => boolean;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function equals(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => equals(item, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equals(a[key], b[key]));
}

/** Numbers by their size, texts by their signs; anything else has no order. */
function ordered(holds: (order: number) => boolean): Compare {
  return (value, wanted) => {
    if (typeof value === "number" && typeof wanted === "number") return holds(value - wanted);
    if (typeof value === "string" && typeof wanted === "string") return holds(value < wanted ? -1 : value > wanted ? 1 : 0);
    return false;
  };
}

const isOneOf: Compare = (value, wanted) => Array.isArray(wanted) && wanted.some((item) => equals(value, item));

const OPERATORS: Readonly<Record<string, Compare>> = {
  $eq: equals,
  $ne: (value, wanted) => !equals(value, wanted),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $in: isOneOf,
  $nin: (value, wanted) => !isOneOf(value, wanted),
};

function matchesOne(value: unknown, wanted: unknown): boolean {
  if (!isObject(wanted)) return equals(value, wanted);
  const entries = Object.entries(wanted);
  if (entries.length === 0 || entries.some(([name]) => OPERATORS[name] === undefined)) return equals(value, wanted);
  return entries.every(([name, operand]) => OPERATORS[name]?.(value, operand) ?? false);
}

/** True when every field of the filter holds for the value: LangGraph's filters, with `$eq` to `$nin`. */
export function matchesFilter(value: unknown, filter: { readonly [field: string]: unknown }): boolean {
  return (
    isObject(value) && Object.entries(filter).every(([field, wanted]) => matchesOne(Object.hasOwn(value, field) ? value[field] : undefined, wanted))
  );
}
