"use client";

import { Spinner } from "@/components/ui/spinner";
import type { EditsResult, FileChange } from "@/lib/schema/design-api";
import type { QuickFix } from "@/lib/schema/problem";
import { useEditor } from "../editor-context";
import { changedLines, type ChangedLines } from "./changed-lines";
import { useFileText, useFixPreview } from "./use-fix";

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
      {files.map((change) => (
        <figure key={change.file} className="min-w-0">
          {files.length > 1 || change.file !== design?.file ? (
            <figcaption className="font-mono text-xs break-all text-faint">{change.file}</figcaption>
          ) : null}
          {change.file === design?.file ? <Changed text={design.text} change={change} /> : <ElsewhereChanged change={change} />}
        </figure>
      ))}
      {result.notes.map((note) => (
        <p key={note} className="break-words text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}

function Changed({ text, change }: { text: string; change: FileChange }) {
  return changedLines(text, change.changes).map((stretch) => <Stretch key={stretch.line} stretch={stretch} />);
}

/** Another file than the workflow's own: a new one is folded away, of one that is there the text is fetched. */
function ElsewhereChanged({ change }: { change: FileChange }) {
  const isNew = change.inverse.length === 0;
  const { data, error } = useFileText(change.file, !isNew);
  if (isNew) {
    const added = change.changes.flatMap(({ text }) => text.split(/\r?\n/));
    return (
      <details>
        <summary className="cursor-pointer text-muted">A new file of {added.length} lines</summary>
        <Stretch stretch={{ line: 1, removed: [], added }} />
      </details>
    );
  }
  if (error !== null) return <p className="text-bad">{error.message}</p>;
  if (data === undefined) return <Spinner label="Loading" />;
  return <Changed text={data.text} change={change} />;
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
