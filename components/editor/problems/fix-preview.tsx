"use client";

import { Spinner } from "@/components/ui/spinner";
import type { EditsResult } from "@/lib/schema/design-api";
import type { QuickFix } from "@/lib/schema/problem";
import { useEditor } from "../editor-context";
import { changedLines, type ChangedLines } from "./changed-lines";
import { useFixPreview } from "./use-fix";

/** The lines that a fix takes away and puts in. */
export function FixPreview({ fix }: { fix: QuickFix }) {
  const preview = useFixPreview(fix, true);
  if (preview.isPending) {
    return (
      <p className="flex items-center gap-1.5 text-muted">
        <Spinner label="Loading" /> Working out the change
      </p>
    );
  }
  if (preview.isError) return <p className="text-bad">{preview.error.message}</p>;
  return <Result result={preview.data} />;
}

function Result({ result }: { result: EditsResult }) {
  const { design } = useEditor();
  if (result.status === "refused") return <p className="text-bad">{result.reason}</p>;
  if (result.status === "ask") return <p className="text-muted">{result.question}</p>;
  const files = result.files.filter(({ changes }) => changes.length > 0);
  if (files.length === 0) return <p className="text-muted">It changes nothing.</p>;
  return (
    <div className="flex flex-col gap-1.5">
      {files.map(({ file, changes }) => (
        <figure key={file} className="min-w-0">
          {files.length > 1 || file !== design?.file ? <figcaption className="font-mono text-xs text-faint">{file}</figcaption> : null}
          {file === design?.file ? (
            changedLines(design.text, changes).map((stretch) => <Stretch key={stretch.line} stretch={stretch} />)
          ) : (
            <Stretch stretch={{ line: 0, removed: [], added: changes.flatMap(({ text }) => text.split(/\r?\n/)) }} />
          )}
        </figure>
      ))}
    </div>
  );
}

function Stretch({ stretch }: { stretch: ChangedLines }) {
  return (
    <pre tabIndex={0} aria-label="What would change" className="overflow-x-auto rounded border border-line font-mono text-sm leading-[19px]">
      {stretch.removed.map((line, index) => (
        <Line key={`removed ${index}`} sign="−" line={line} number={stretch.line + index} className="bg-bad-bg text-bad" />
      ))}
      {stretch.added.map((line, index) => (
        <Line key={`added ${index}`} sign="+" line={line} number={stretch.line + index} className="bg-ok-bg text-ok" />
      ))}
    </pre>
  );
}

function Line({ sign, line, number, className }: { sign: string; line: string; number: number; className: string }) {
  return (
    <span className={`flex min-w-max pr-2 ${className}`}>
      <span className="w-9 shrink-0 pr-1.5 text-right text-faint select-none">{number > 0 ? number : ""}</span>
      <span className="w-3 shrink-0 select-none">{sign}</span>
      <span className="whitespace-pre">{line}</span>
    </span>
  );
}
