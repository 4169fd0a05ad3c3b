/** One comparison of a rule: `state.amount > 50`. */
export type Comparison = { channel: string; operator: RuleOperator; value: RuleValue };
export type RuleValue = string | number | boolean | null;
/** Several comparisons, of which all or any must hold. */
export type VisualRule = { join: "all" | "any"; comparisons: Comparison[] };

/** How a comparison is said, and whether it has a value beside the channel. */
export const RULE_OPERATORS = {
  "===": { words: "is", hasValue: true },
  "!==": { words: "is not", hasValue: true },
  ">": { words: "is above", hasValue: true },
  ">=": { words: "is at least", hasValue: true },
  "<": { words: "is below", hasValue: true },
  "<=": { words: "is at most", hasValue: true },
  includes: { words: "contains", hasValue: true },
  "not includes": { words: "does not contain", hasValue: true },
  true: { words: "holds", hasValue: false },
  false: { words: "does not hold", hasValue: false },
  empty: { words: "is empty", hasValue: false },
  "not empty": { words: "is not empty", hasValue: false },
} as const;
export type RuleOperator = keyof typeof RULE_OPERATORS;

const NAME = String.raw`([\p{ID_Start}_$][\p{ID_Continue}$]*)`;
const LITERAL = String.raw`("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|-?\d+(?:\.\d+)?|true|false|null)`;

/** The comparisons that an expression over the state says; null for one that a form cannot show. */
export function readRule(expression: string, parameter: string): VisualRule | null {
  const parts = splitJoined(expression);
  if (parts === null) return null;
  const comparisons = parts.pieces.map((piece) => readComparison(piece.trim(), parameter));
  const known = comparisons.filter((each) => each !== null);
  return known.length === comparisons.length ? { join: parts.join, comparisons: known } : null;
}

function splitJoined(expression: string): { join: "all" | "any"; pieces: string[] } | null {
  const bare = expression.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (text) => " ".repeat(text.length));
  const hasAnd = bare.includes("&&");
  const hasOr = bare.includes("||");
  if (hasAnd && hasOr) return null;
  if (!hasAnd && !hasOr) return { join: "all", pieces: [expression] };
  const pieces: string[] = [];
  let from = 0;
  for (const match of bare.matchAll(hasAnd ? /&&/g : /\|\|/g)) {
    pieces.push(expression.slice(from, match.index));
    from = match.index + 2;
  }
  return { join: hasAnd ? "all" : "any", pieces: [...pieces, expression.slice(from)] };
}

function readComparison(text: string, parameter: string): Comparison | null {
  const path = `${parameter.replaceAll("$", "\\$")}\\.${NAME}`;
  const match = (pattern: string) => new RegExp(`^${pattern}$`, "u").exec(text);
  const length = match(String.raw`${path}(?:\?)?\.length\s*(===|>|!==)\s*0`);
  if (length?.[1] !== undefined) return { channel: length[1], operator: length[2] === "===" ? "empty" : "not empty", value: null };
  const blank = match(String.raw`${path}\s*(===|!==)\s*(?:""|'')`);
  if (blank?.[1] !== undefined) return { channel: blank[1], operator: blank[2] === "===" ? "empty" : "not empty", value: "" };
  const compared = match(String.raw`${path}\s*(===|!==|>=|<=|>|<)\s*${LITERAL}`);
  if (compared?.[1] !== undefined && isOperator(compared[2])) {
    return { channel: compared[1], operator: compared[2], value: readLiteral(compared[3] ?? "null") };
  }
  const includes = match(String.raw`(!?)${path}(?:\?)?\.includes\(\s*${LITERAL}\s*\)`);
  if (includes?.[2] !== undefined) {
    return { channel: includes[2], operator: includes[1] === "!" ? "not includes" : "includes", value: readLiteral(includes[3] ?? "null") };
  }
  const truth = match(String.raw`(!?)${path}`);
  return truth?.[2] === undefined ? null : { channel: truth[2], operator: truth[1] === "!" ? "false" : "true", value: null };
}

function isOperator(text: string | undefined): text is RuleOperator {
  return text !== undefined && text in RULE_OPERATORS;
}

function readLiteral(text: string): RuleValue {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  if (!text.startsWith('"') && !text.startsWith("'")) return Number(text);
  const body = text.slice(1, -1).replace(/\\(.)/g, (_, char: string) => ({ n: "\n", t: "\t" })[char] ?? char);
  return body;
}

/** The expression that says these comparisons. */
export function writeRule({ join, comparisons }: VisualRule, parameter = "state", quote: '"' | "'" = '"'): string {
  const joined = comparisons.map((each) => writeComparison(each, parameter, quote)).join(join === "all" ? " && " : " || ");
  return joined === "" ? "true" : joined;
}

function writeComparison({ channel, operator, value }: Comparison, parameter: string, quote: '"' | "'"): string {
  const name = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(channel) ? `${parameter}.${channel}` : `${parameter}[${JSON.stringify(channel)}]`;
  const literal = typeof value === "string" ? writeString(value, quote) : String(value);
  switch (operator) {
    case "true":
      return name;
    case "false":
      return `!${name}`;
    case "empty":
      return value === "" ? `${name} === ${quote}${quote}` : `${name}.length === 0`;
    case "not empty":
      return value === "" ? `${name} !== ${quote}${quote}` : `${name}.length > 0`;
    case "includes":
      return `${name}.includes(${literal})`;
    case "not includes":
      return `!${name}.includes(${literal})`;
    default:
      return `${name} ${operator} ${literal}`;
  }
}

function writeString(value: string, quote: '"' | "'"): string {
  const json = JSON.stringify(value).slice(1, -1);
  return quote === '"' ? `"${json}"` : `'${json.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
