import { Check, CircleAlert, Minus } from "lucide-react";
import { Chip } from "@/components/ui/chip";
import type { Routes } from "@/lib/schema/explain";
import { ValueView } from "../inspector/values/value-view";
import { NodeNames } from "./node-names";

type Route = Routes["routes"][number];

function endWords(node: string): string {
  return node === "__end__" ? "the end" : node;
}

function pickedBy(routes: readonly Route[]): string[] {
  return [...new Set(routes.flatMap(({ outcome }) => (outcome.ok ? outcome.targets.map(({ node }) => node) : [])))];
}

/** Did the code of today pick what the run went to? The end leaves no trace, so it counts as nothing. */
function verdict(routes: readonly Route[], recorded: string[] | null): { same: boolean; picked: string[] } | null {
  if (recorded === null || routes.some(({ outcome }) => !outcome.ok)) return null;
  const picked = pickedBy(routes).filter((node) => node !== "__end__");
  const same = picked.length === recorded.length && picked.every((node) => recorded.includes(node));
  return { same, picked };
}

/** What each router answered, with the ways that it did not take. */
export function RoutesView({ routes: { routes, ms }, recorded }: { routes: Routes; recorded: string[] | null }) {
  const result = verdict(routes, recorded);
  return (
    <div role="status" className="mt-2.5 flex flex-col gap-2">
      {result === null ? null : (
        <p className={`rounded-md px-2.5 py-1.5 font-medium ${result.same ? "bg-ok-bg text-ok" : "bg-wait-bg text-wait"}`}>
          {result.same ? null : (
            <>
              The run went to <NodeNames names={recorded ?? []} />;{" "}
            </>
          )}
          {result.same ? "The" : "the"} current code picks <NodeNames names={result.picked} />
          {result.same ? " too." : "."}
        </p>
      )}
      {routes.length === 0 ? <p className="text-muted">No conditional edge leaves it any more.</p> : null}
      {routes.map((route, index) => (
        <RouteCard key={`${route.name} ${route.task_id ?? ""} ${index}`} route={route} recorded={recorded ?? []} />
      ))}
      {routes.length === 0 ? null : <p className="text-xs text-faint">{`Answered in ${ms < 1 ? "less than 1" : Math.round(ms)} ms.`}</p>}
    </div>
  );
}

function RouteCard({ route, recorded }: { route: Route; recorded: string[] }) {
  const { outcome, others, name } = route;
  return (
    <div className="rounded-md border border-line">
      <p className="border-b border-line px-2.5 py-1 text-sm text-muted">
        router <span className="font-mono text-text">{name}</span>
      </p>
      {outcome.ok ? (
        <ul className="py-1">
          {outcome.targets.length === 0 ? <li className="px-2.5 py-0.5 text-muted">It answered with an empty list: no way is taken.</li> : null}
          {outcome.targets.map((target, index) => (
            <li key={`${target.node} ${index}`} className="px-2.5 py-0.5">
              <Way node={target.node} label={target.label} picked went={recorded.includes(target.node)} />
              {target.input === undefined ? null : (
                <div className="mt-0.5 ml-5">
                  <ValueView value={target.input} label="input" />
                </div>
              )}
            </li>
          ))}
          {others.map((other, index) => (
            <li key={`${other.node} ${index}`} className="px-2.5 py-0.5">
              <Way node={other.node} label={other.label} picked={false} went={recorded.includes(other.node)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="flex items-start gap-2 px-2.5 py-1.5 break-words text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0">{outcome.message}</span>
        </p>
      )}
    </div>
  );
}

function Way({ node, label, picked, went }: { node: string; label: string | null; picked: boolean; went: boolean }) {
  const Icon = picked ? Check : Minus;
  return (
    <div className={`flex items-center gap-1.5 ${picked ? "font-semibold" : "text-muted"}`}>
      <Icon aria-hidden className={`size-3.5 shrink-0 ${picked ? "text-ok" : "text-faint"}`} />
      <span className={node === "__end__" ? undefined : "min-w-0 truncate font-mono"}>{endWords(node)}</span>
      {label === null ? null : <span className="truncate font-normal text-muted">“{label}”</span>}
      <span className="flex-1" />
      {picked ? <Chip tone="ok">picks now</Chip> : null}
      {went ? <Chip>went then</Chip> : null}
    </div>
  );
}
