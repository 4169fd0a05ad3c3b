/** How LangGraph begins the name of a channel that waits for several nodes: `join:a+b:c` opens `c`. */
export const JOIN = "join:";

/** The nodes that a join waits for. Names may contain `+`: those that are known are taken as a whole, the longest first. */
export function joinStarts(channel: string, known: readonly string[]): string[] {
  const parts = channel.slice(JOIN.length, channel.lastIndexOf(":")).split("+");
  const names = new Set(known);
  const starts: string[] = [];
  for (let at = 0; at < parts.length;) {
    let length = 1;
    for (let tried = parts.length - at; tried > 1; tried--) {
      if (!names.has(parts.slice(at, at + tried).join("+"))) continue;
      length = tried;
      break;
    }
    starts.push(parts.slice(at, at + length).join("+"));
    at += length;
  }
  return starts;
}

/** The node that a join opens. */
export function joinEnd(channel: string): string {
  return channel.slice(channel.lastIndexOf(":") + 1);
}
