import ts from "typescript";
import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { Edit } from "../../../schema/edit";
import type { QuickFix } from "../../../schema/problem";
import { isOwnFile, type ProjectService } from "./language-service";

/** Fixes of TypeScript that say what somebody meant, rather than silence an error or leave something to fill in. */
const SAFE = new Set([
  "import",
  "spelling",
  "fixAwaitInSyncFunction",
  "addMissingAwait",
  "addMissingConst",
  "addMissingAsync",
  "convertToTypeOnlyImport",
  "fixImportNonExportedMember",
  "unusedIdentifier",
]);
const MAX_FIXES = 3;

type ReplaceText = Extract<Edit, { type: "replace_text" }>;

/** How the file itself is written, for what is added to it. */
function formatOf(text: string): ts.FormatCodeSettings {
  const indent = /^(\t| +)\S/m.exec(text)?.[1] ?? "  ";
  const hasSemicolons = /;\s*$/m.test(text);
  return {
    ...ts.getDefaultFormatCodeSettings(text.includes("\r\n") ? "\r\n" : "\n"),
    convertTabsToSpaces: !indent.startsWith("\t"),
    indentSize: indent.startsWith("\t") ? 2 : indent.length,
    semicolons: hasSemicolons ? ts.SemicolonPreference.Insert : ts.SemicolonPreference.Remove,
  };
}

function preferencesOf(text: string): ts.UserPreferences {
  const isSingle = text.split("'").length > text.split('"').length;
  return { quotePreference: isSingle ? "single" : "double", includeCompletionsWithInsertText: true, allowTextChangesInNewFiles: false };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

function toEdits(project: ProjectService, projectDir: string, changes: readonly ts.FileTextChanges[]): ReplaceText[] | null {
  const edits: ReplaceText[] = [];
  for (const { fileName, textChanges, isNewFile } of changes) {
    const text = project.files.read(fileName);
    if (isNewFile === true || text === undefined || !isOwnFile(projectDir, fileName)) return null;
    const sorted = [...textChanges].sort((a, b) => a.span.start - b.span.start);
    edits.push({
      type: "replace_text",
      file: relative(projectDir, fileName).replaceAll("\\", "/"),
      base_hash: hashOf(text),
      changes: sorted.map(({ span, newText }) => ({ start: span.start, end: span.start + span.length, text: newText })),
    });
  }
  return edits.length === 0 ? null : edits;
}

/** What TypeScript would do about a problem, as edits of the texts that it was asked about. */
export function fixesFor(
  project: ProjectService,
  projectDir: string,
  diagnostic: ts.Diagnostic & { file: ts.SourceFile; start: number },
): QuickFix[] {
  const { file, start, length = 0, code } = diagnostic;
  const actions = project.service.getCodeFixesAtPosition(file.fileName, start, start + length, [code], formatOf(file.text), preferencesOf(file.text));
  return actions
    .filter(({ fixName, commands }) => SAFE.has(fixName) && (commands ?? []).length === 0)
    .flatMap(({ description, changes }) => {
      const edits = toEdits(project, projectDir, changes);
      return edits === null ? [] : [{ title: description, edits }];
    })
    .slice(0, MAX_FIXES);
}
