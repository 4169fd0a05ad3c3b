import type { Diagnostic } from "@codemirror/lint";
import type { TextChange } from "@/lib/schema/edit";
import type { Problem, QuickFix } from "@/lib/schema/problem";
import type { EditorText } from "./line-endings";
import { moveOffset } from "./text-sync";

type Shown = {
  file: string;
  /** The text that the problems' places count in. */
  text: EditorText;
  /** What was typed since. */
  unsaved: readonly TextChange[];
  /** Length of what is shown. */
  length: number;
};

/** The problems of one file as marks in its text, each with its ways out. */
export function toDiagnostics(problems: readonly Problem[], shown: Shown, fix: (fix: QuickFix) => void): Diagnostic[] {
  const toShown = (offset: number) => Math.min(shown.length, moveOffset(shown.text.toEditor(offset), shown.unsaved));
  return problems
    .filter(({ place }) => place.file === shown.file)
    .map(({ place, message, severity, code, fixes }): Diagnostic => {
      const from = toShown(place.start);
      return {
        from,
        to: Math.max(from, toShown(place.end)),
        severity,
        message,
        source: code,
        actions: fixes.map((one) => ({ name: one.title, apply: () => fix(one) })),
      };
    })
    .sort((a, b) => a.from - b.from || a.to - b.to);
}
