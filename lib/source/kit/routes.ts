import type { Json } from "../../schema/json";
import type { SourceKit } from "../../schema/source";

/** The labels by which a kit node's own router goes on, in order; none for a kind that has no router. */
export function routesOf({ kind, settings }: Pick<SourceKit, "kind" | "settings">): string[] {
  if (kind === "condition") return [...labelsOf(settings.rules, "label"), ...(typeof settings.otherwise === "string" ? [settings.otherwise] : [])];
  return kind === "approval" ? labelsOf(settings.choices, "value") : [];
}

function labelsOf(list: Json | undefined, key: string): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const label = typeof item === "object" && item !== null && !Array.isArray(item) ? item[key] : undefined;
    return typeof label === "string" ? [label] : [];
  });
}
