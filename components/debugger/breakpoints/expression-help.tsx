const EXAMPLES: readonly [string, string][] = [
  ["notes.length > 3", "a channel of the state"],
  ['messages.at(-1)?.type == "ai"', "the newest message"],
  ["notes.some((note) => note.source == null)", "any item of a list"],
  ["keys(update).includes(“draft”)".replace(/[“”]/g, '"'), "what the node is about to write"],
  ["previous.score > state.score", "before and after the step"],
  ['has(state, "draft") && len(draft) > 200', "functions: len, keys, values, has, type, sum, min, max …"],
];

/** What a condition may contain, with the workflow's own channels. */
export function ExpressionHelp({ channels }: { channels: readonly string[] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-default text-muted hover:text-text">What can be written here</summary>
      <div className="mt-1.5 flex flex-col gap-2 text-muted">
        <p>
          JavaScript expressions that only read: values, comparisons, <span className="font-mono">?:</span>{" "}
          <span className="font-mono">&& || ??</span>, and the usual methods of lists and texts. They cannot call the workflow or change anything.
        </p>
        <dl className="grid grid-cols-1 gap-y-1.5">
          {EXAMPLES.map(([example, meaning]) => (
            <div key={example}>
              <dt className="font-mono text-text">{example}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        {channels.length === 0 ? null : (
          <p>
            Channels: <span className="font-mono break-words text-text">{channels.join(", ")}</span>
          </p>
        )}
      </div>
    </details>
  );
}
