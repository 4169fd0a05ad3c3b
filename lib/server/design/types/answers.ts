import ts from "typescript";
import type { Completion, Definition, Hover } from "../../../schema/design-api";
import { placeIn } from "./diagnostics";
import { isOwnFile, type ProjectService } from "./language-service";

const MAX_ITEMS = 300;
const MAX_TYPE = 4000;
const MAX_DOCS = 8000;
const MAX_PLACES = 20;

const NOTHING: Completion = { from: 0, items: [] };

function wordStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && /[\w$\u0080-\uffff]/.test(text.charAt(start - 1))) start--;
  return start;
}

/** What may stand at an offset. What would need an import, or a change elsewhere, is left out. */
export function completionAt(project: ProjectService, path: string, text: string, offset: number): Completion {
  const found = project.service.getCompletionsAtPosition(path, offset, {
    includeCompletionsWithInsertText: true,
    includeAutomaticOptionalChainCompletions: false,
  });
  if (found === undefined) return { ...NOTHING, from: offset };
  const span = found.optionalReplacementSpan;
  const from = span !== undefined && span.start <= offset ? span.start : wordStart(text, offset);
  const typed = text.slice(from, offset).toLowerCase();
  const items = found.entries
    .filter(({ hasAction, replacementSpan, name }) => {
      if (hasAction === true || !name.toLowerCase().includes(typed)) return false;
      return replacementSpan === undefined || replacementSpan.start === from;
    })
    .sort((a, b) => a.sortText.localeCompare(b.sortText))
    .slice(0, MAX_ITEMS);
  return {
    from,
    items: items.map(({ name, kind, insertText, labelDetails }) => ({
      label: name,
      kind,
      detail: labelDetails?.description ?? labelDetails?.detail ?? null,
      apply: insertText ?? null,
    })),
  };
}

/** The type of what stands at an offset, and its doc comment. */
export function hoverOf(project: ProjectService, path: string, offset: number): Hover {
  const info = project.service.getQuickInfoAtPosition(path, offset);
  if (info === undefined) return null;
  const type = ts.displayPartsToString(info.displayParts);
  // What is wrong is `any` for TypeScript: that tells nobody anything.
  if (type === "" || type === "any") return null;
  const tags = (info.tags ?? []).map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`.trim());
  const docs = [ts.displayPartsToString(info.documentation), ...tags].filter((part) => part !== "").join("\n");
  return {
    start: info.textSpan.start,
    end: info.textSpan.start + info.textSpan.length,
    type: type.slice(0, MAX_TYPE),
    docs: docs.slice(0, MAX_DOCS),
  };
}

/** Where the thing at an offset is defined, as far as that is in the project's own files. */
export function definitionOf(project: ProjectService, projectDir: string, path: string, offset: number): Definition {
  const found = project.service.getDefinitionAtPosition(path, offset) ?? [];
  const program = project.service.getProgram();
  const places = found.flatMap(({ fileName, textSpan }) => {
    const sourceFile = isOwnFile(projectDir, fileName) ? program?.getSourceFile(fileName) : undefined;
    return sourceFile === undefined ? [] : [placeIn(sourceFile, projectDir, textSpan.start, textSpan.length)];
  });
  return { places: places.slice(0, MAX_PLACES) };
}
