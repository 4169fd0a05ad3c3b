import { GitFork } from "lucide-react";
import { BeforeAfter, ValueDiff } from "../inspector/changes/value-diff";
import type { Parting } from "./parting";

/** Where the sides parted and why, with the first difference itself. */
export function PartingCard({ parting, onSelect }: { parting: Parting; onSelect: (id: string) => void }) {
  const { at, text, leaf } = parting;
  return (
    <section aria-label="Where they parted" className="flex gap-2.5 border-b border-line bg-canvas px-3.5 py-2.5">
      <GitFork aria-hidden className="mt-0.5 size-3.5 shrink-0 rotate-90 text-fork" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          {text}
          {at === null ? null : (
            <button
              type="button"
              onClick={() => onSelect(at.checkpoint_id)}
              className="ml-2 rounded text-sm font-normal text-muted underline decoration-line-strong underline-offset-2 hover:text-text"
            >
              Go there
            </button>
          )}
        </p>
        {leaf === null || (leaf.before === undefined && leaf.after === undefined) ? null : (
          <div className="mt-1 max-h-48 overflow-auto">
            {leaf.before !== undefined && leaf.after !== undefined ? (
              <ValueDiff before={leaf.before} after={leaf.after} />
            ) : (
              <BeforeAfter
                label={leaf.path}
                {...(leaf.before === undefined ? {} : { before: leaf.before })}
                {...(leaf.after === undefined ? {} : { after: leaf.after })}
              />
            )}
          </div>
        )}
      </div>
    </section>
  );
}
