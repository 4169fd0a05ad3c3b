import { cn } from "@/components/ui/cn";
import type { PlannedCall, PlannedTask } from "@/lib/schema/rerun";

type Code = NonNullable<PlannedTask["code"]>;

const WORDS: Record<PlannedCall["kind"], string> = { effect: "changes something", tool: "tool", model: "model", unknown: "not known" };

function titleOf(calls: readonly PlannedCall[]): string {
  return calls.map(({ name, kind, kept }) => `${name}: ${kept ? "result is kept" : WORDS[kind]}`).join(", ");
}

/** A function's text with the part that runs again marked, and the calls in it. */
export function CodeExcerpt({ code }: { code: Code }) {
  const { file, source, first_line: first, before, interrupt_lines, calls } = code;
  const lines = source.split("\n");
  const range = before === null ? null : `lines ${before[0]} to ${before[1]} run again`;
  return (
    <details className="border-t border-line first:border-t-0">
      <summary className="cursor-default px-3 py-1.5 text-sm text-muted">
        <span className="font-mono">{file}</span>
        {range === null ? ": nothing stands before the question" : `: ${range}`}
      </summary>
      <div className="max-h-96 overflow-auto border-t border-line" tabIndex={0} role="region" aria-label={`Code in ${file}`}>
        <pre className="w-max min-w-full py-1 font-mono text-xs leading-[18px]">
          {lines.map((text, index) => {
            const line = first + index;
            const own = calls.filter(({ place }) => place.file === file && place.line === line);
            const isRepeated = before !== null && line >= before[0] && line <= before[1];
            const isQuestion = interrupt_lines.includes(line);
            return (
              <span
                key={line}
                className={cn(
                  "flex gap-3 border-l-2 border-transparent pr-3",
                  isRepeated && "border-bad bg-bad-bg",
                  isQuestion && "border-wait bg-wait-bg",
                )}
              >
                <span aria-hidden className="w-10 shrink-0 text-right text-muted select-none">
                  {line}
                </span>
                <span className="whitespace-pre">{text === "" ? " " : text}</span>
                {own.length === 0 ? null : (
                  <span className="font-sans whitespace-nowrap text-muted select-none">
                    <span className="sr-only">, </span>← {titleOf(own)}
                  </span>
                )}
                {isQuestion ? (
                  <span className="font-sans whitespace-nowrap text-wait select-none">
                    <span className="sr-only">, </span>← asks here
                  </span>
                ) : null}
              </span>
            );
          })}
        </pre>
      </div>
      <Elsewhere calls={calls.filter(({ place }) => place.file !== file)} />
    </details>
  );
}

/** Calls in functions of other files that this one calls. */
function Elsewhere({ calls }: { calls: readonly PlannedCall[] }) {
  if (calls.length === 0) return null;
  return (
    <ul className="border-t border-line px-3 py-1.5 text-sm text-muted">
      {calls.map(({ name, kind, kept, place }) => (
        <li key={`${place.file} ${place.start}`}>
          <span className="font-mono">{name}</span>: {kept ? "result is kept" : WORDS[kind]}, in <span className="font-mono">{place.file}</span> line{" "}
          {place.line}
        </li>
      ))}
    </ul>
  );
}
