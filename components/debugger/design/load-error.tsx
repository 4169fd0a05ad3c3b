import { Lightbulb } from "lucide-react";
import type { LoadError } from "@/lib/schema/graph";

function place(error: LoadError, file: string): string {
  const where = error.file ?? file;
  if (error.line === null) return where;
  return `${where}:${error.line}${error.column === null ? "" : `:${error.column}`}`;
}

/** Why a workflow does not load: what, where, what to do; the stack on demand. */
export function LoadErrorDetails({ error, file, isShort = false }: { error: LoadError; file: string; isShort?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="font-mono text-sm break-words whitespace-pre-wrap text-bad">
        {error.name}: {isShort ? error.message.split("\n")[0] : error.message}
      </p>
      <p className="font-mono text-sm break-all text-muted">{place(error, file)}</p>
      {error.hint ? (
        <p className="flex gap-1.5">
          <Lightbulb aria-hidden className="mt-0.5 size-3.5 shrink-0 text-wait" />
          <span>{error.hint}</span>
        </p>
      ) : null}
      {!isShort && error.stack ? (
        <details className="text-sm">
          <summary className="cursor-default text-muted">Stack</summary>
          <pre className="mt-1 max-h-72 overflow-auto rounded-md border border-line bg-panel p-2 font-mono text-xs whitespace-pre-wrap">
            {error.stack}
          </pre>
        </details>
      ) : null}
    </div>
  );
}
