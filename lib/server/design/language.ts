import "server-only";
import type { CodeQuery, Completion, Definition, Hover } from "../../schema/design-api";
import { getDesk } from "./desk";
import { requireFile } from "./files";
import { completeAt, definitionAt, hoverAt } from "./types/type-service";

/** What may stand at an offset of a text of the workflow's files. Throws `graph_not_found`, `not_found`, `types_unavailable`. */
export async function completeCode(graphId: string, { file, text, offset }: CodeQuery): Promise<Completion> {
  return completeAt(await requireFile(getDesk(), graphId, file), text, offset);
}

/** The type of what stands at an offset. Throws what `completeCode` throws. */
export async function hoverCode(graphId: string, { file, text, offset }: CodeQuery): Promise<Hover> {
  return hoverAt(await requireFile(getDesk(), graphId, file), text, offset);
}

/** Where what stands at an offset is defined; of places, those in files of the workflow. Throws what `completeCode` throws. */
export async function findDefinition(graphId: string, { file, text, offset }: CodeQuery): Promise<Definition> {
  return definitionAt(await requireFile(getDesk(), graphId, file), text, offset);
}
