const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;

/** The tools that a file has, as far as they are plain to see: `const search = tool(…)`. */
export function fileTools(text: string): string[] {
  const found = text.matchAll(new RegExp(String.raw`^(?:export )?const (${NAME})(?:\s*:[^=\n]+)?\s*=\s*(?:tool\(|new \w*Tool\()`, "gmu"));
  return [...new Set([...found].flatMap(([, name]) => (name === undefined ? [] : [name])))];
}

/** The names in `[search, getTime]`; null for any other code. */
export function namesInList(code: string): string[] | null {
  const inner = /^\[([\s\S]*)\]$/.exec(code.trim())?.[1];
  if (inner === undefined) return null;
  const names = inner
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return names.every((name) => new RegExp(`^${NAME}$`, "u").test(name)) ? names : null;
}
