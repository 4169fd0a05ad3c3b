import type { ChannelChange } from "@/lib/schema/checkpoint";
import type { Json } from "@/lib/schema/json";
import type { BranchComparison } from "@/lib/schema/travel";
import { ValueTree } from "../request/value-tree";

/** In what the states differ that two answers lead to. */
export function Differences({ comparison, labels }: { comparison: BranchComparison; labels: readonly [string, string] }) {
  const { channels } = comparison;
  if (channels.length === 0) return <p className="text-muted">Both lead to the same state.</p>;
  return (
    <section aria-label="Differences of the states">
      <h3 className="mb-1.5 font-semibold">What the state is in the end</h3>
      <div className="flex flex-col gap-2">
        {channels.map((change) => (
          <ChannelPair key={change.channel} change={change} labels={labels} />
        ))}
      </div>
    </section>
  );
}

function ChannelPair({ change, labels }: { change: ChannelChange; labels: readonly [string, string] }) {
  return (
    <article aria-label={change.channel} className="min-w-0 rounded-md border border-line">
      <h4 className="border-b border-line px-3 py-1 font-mono text-sm font-medium break-all">{change.channel}</h4>
      <div className="grid min-w-0 grid-cols-1 sm:grid-cols-2">
        <Side label={labels[0]} value={change.before} />
        <Side label={labels[1]} value={change.after} className="border-t border-line sm:border-t-0 sm:border-l" />
      </div>
    </article>
  );
}

function Side({ label, value, className = "" }: { label: string; value: Json | undefined; className?: string }) {
  return (
    <div className={`min-w-0 px-3 py-1.5 text-sm ${className}`}>
      <p className="text-muted">{label}</p>
      {value === undefined ? <p className="text-faint">not set</p> : <ValueTree value={value} />}
    </div>
  );
}
