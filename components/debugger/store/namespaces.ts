/** A namespace as a path: "people / Ada". */
export function namespaceText(namespace: readonly string[]): string {
  return namespace.join(" / ");
}

/** Every namespace and all those around it, in order, each once. */
export function nestedNamespaces(namespaces: readonly string[][]): string[][] {
  const all = new Map<string, string[]>();
  for (const namespace of namespaces) {
    for (let depth = 1; depth <= namespace.length; depth += 1) {
      const around = namespace.slice(0, depth);
      all.set(JSON.stringify(around), around);
    }
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, namespace]) => namespace);
}

/** The namespace that a person typed as a path, or what is wrong with it. */
export function readNamespace(text: string): { namespace: string[] } | { problem: string } {
  const namespace = text.split("/").map((name) => name.trim());
  if (namespace.every((name) => name === "")) return { problem: "Name at least one: people, or people / ada." };
  if (namespace.some((name) => name === "")) return { problem: "A name between two slashes is empty." };
  const wrong = namespace.find((name) => /[.:]/.test(name));
  if (wrong !== undefined) return { problem: `"${wrong}" has a dot or a colon, which LangGraph does not allow in a namespace.` };
  if (namespace[0] === "langgraph") return { problem: 'LangGraph keeps "langgraph" for itself: begin with another name.' };
  return { namespace };
}
