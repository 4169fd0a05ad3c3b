"use client";

import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import CodeMirror, { EditorView, lineNumbers } from "@uiw/react-codemirror";
import { useMemo } from "react";
import { codeStyle } from "./code-style";

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

export function CodeEditor({ value, onChange, language, label, readOnly = false, minHeight, maxHeight, firstLine = 1, autoFocus }: CodeEditorProps) {
  const extensions = useMemo(
    () => [
      language === "json" ? json() : javascript({ typescript: true, jsx: true }),
      codeStyle,
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
