"use client";

import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import CodeMirror, { EditorView, lineNumbers } from "@uiw/react-codemirror";
import { useMemo } from "react";

export type CodeEditorProps = {
  value: string;
  onChange?: (value: string) => void;
  language: "json" | "typescript";
  label: string;
  readOnly?: boolean;
  minHeight?: string;
  maxHeight?: string;
  /** Number of the first line. */
  firstLine?: number;
  autoFocus?: boolean;
};

const theme = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "transparent", fontSize: "12px" },
  "&.cm-focused": { outline: "none" },
  ".cm-content": { fontFamily: "var(--font-mono)", caretColor: "var(--text)", padding: "6px 0" },
  ".cm-gutters": { backgroundColor: "transparent", border: "none", color: "var(--faint)", fontFamily: "var(--font-mono)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selected) !important" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-matchingBracket": { backgroundColor: "var(--hover)", outline: "1px solid var(--line-strong)" },
});

const highlight = HighlightStyle.define([
  { tag: [tags.string, tags.special(tags.string)], color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--run)" },
  { tag: [tags.keyword, tags.controlKeyword, tags.moduleKeyword, tags.definitionKeyword], color: "var(--fork)" },
  { tag: [tags.comment], color: "var(--faint)" },
  { tag: [tags.typeName, tags.className], color: "var(--wait)" },
  { tag: [tags.propertyName], color: "var(--text)" },
]);

export function CodeEditor({ value, onChange, language, label, readOnly = false, minHeight, maxHeight, firstLine = 1, autoFocus }: CodeEditorProps) {
  const extensions = useMemo(
    () => [
      language === "json" ? json() : javascript({ typescript: true, jsx: true }),
      theme,
      syntaxHighlighting(highlight),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label }),
      ...(language === "typescript" ? [lineNumbers({ formatNumber: (line) => String(line + firstLine - 1) })] : []),
    ],
    [language, label, firstLine],
  );
  return (
    <CodeMirror
      value={value}
      theme="none"
      extensions={extensions}
      readOnly={readOnly}
      // Tab moves the focus on, as everywhere: who works by keyboard must be able to leave the editor.
      indentWithTab={false}
      autoFocus={autoFocus ?? false}
      {...(minHeight === undefined ? {} : { minHeight })}
      {...(maxHeight === undefined ? {} : { maxHeight })}
      {...(onChange === undefined ? {} : { onChange })}
      basicSetup={{
        lineNumbers: false,
        foldGutter: false,
        highlightActiveLine: false,
        highlightActiveLineGutter: false,
      }}
    />
  );
}
