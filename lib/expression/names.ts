/** Methods that take an arrow function as their first argument. */
export const CALLBACK_METHODS: ReadonlySet<string> = new Set([
  "some",
  "every",
  "filter",
  "map",
  "flatMap",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "reduce",
]);

/** Methods of lists and texts that take values. */
export const VALUE_METHODS: ReadonlySet<string> = new Set([
  "includes",
  "indexOf",
  "lastIndexOf",
  "at",
  "slice",
  "concat",
  "join",
  "toReversed",
  "startsWith",
  "endsWith",
  "toLowerCase",
  "toUpperCase",
  "trim",
  "trimStart",
  "trimEnd",
  "charAt",
  "split",
]);

/** Functions, by the name that is written before the parenthesis. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  "len",
  "keys",
  "values",
  "entries",
  "has",
  "type",
  "sum",
  "min",
  "max",
  "abs",
  "round",
  "floor",
  "ceil",
  "text",
  "number",
  "String",
  "Number",
  "Boolean",
  "Math.min",
  "Math.max",
  "Math.abs",
  "Math.round",
  "Math.floor",
  "Math.ceil",
  "Object.keys",
  "Object.values",
  "Object.entries",
  "Array.isArray",
  "JSON.stringify",
]);

/** Properties through which JavaScript reaches beyond the data. */
export const REFUSED_PROPERTIES: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
