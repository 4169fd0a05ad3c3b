import type { SourceState } from "../../../schema/source";

/** The TypeScript type of a state's values as the file can name it; null where it cannot. */
export function stateTypeOf({ kind, name }: Pick<SourceState, "kind" | "name">): string | null {
  if (name === null) return null;
  switch (kind) {
    case "state_schema":
    case "annotation":
    case "messages_annotation":
      return `typeof ${name}.State`;
    case "zod":
    case "messages_zod":
      return `z.infer<typeof ${name}>`;
    default:
      return null;
  }
}

/** What stands before the body of a function of the state: `(state: typeof State.State) => `. */
export function stateHead(state: Pick<SourceState, "kind" | "name">, isTypeScript: boolean): string {
  return isTypeScript ? `(state: ${stateTypeOf(state) ?? "any"}) => ` : "(state) => ";
}
