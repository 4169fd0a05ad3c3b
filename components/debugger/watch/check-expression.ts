/** Why an expression cannot be read, or null when it can. What reads expressions is loaded with the first one. */
export async function checkExpression(text: string): Promise<string | null> {
  if (text.trim() === "") return null;
  const { parseExpression } = await import("@/lib/expression/parse");
  const parsed = parseExpression(text);
  if (parsed.ok) return null;
  const before = text.slice(Math.max(0, parsed.index - 12), parsed.index);
  return before.trim() === "" ? parsed.message : `After “${before.trimStart()}”: ${parsed.message}`;
}
