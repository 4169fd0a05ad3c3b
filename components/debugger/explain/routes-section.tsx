import { useMutation } from "@tanstack/react-query";
import { Split } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { evaluateRoutes } from "@/lib/client/api";
import { toNodePrefix } from "@/lib/graph/visits";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphDescription, GraphNode } from "@/lib/schema/graph";
import { useCheckpoint } from "../inspector/use-checkpoint";
import { messageOf } from "../show-error";
import { NodeNames } from "./node-names";
import { recordedTargets } from "./recorded-targets";
import { RoutesView } from "./routes-view";

type RoutesSectionProps = {
  threadId: string;
  node: string;
  tree: CheckpointTree;
  entry: TimelineEntry;
  /** The checkpoint that the node started from; null when it did not run in this step. */
  before: TimelineEntry | null;
  description: GraphDescription | null;
  busy: boolean;
};

/** Where the routers after a node led, and by request where they would lead with the code of today. */
export function RoutesSection({ threadId, node, tree, entry, before, description, busy }: RoutesSectionProps) {
  const drawnId = toNodePrefix(entry.checkpoint_ns) + node;
  const drawn = description?.nodes.find(({ id }) => id === drawnId);
  const started = useCheckpoint(threadId, before, tree);
  const { checkpoint_id, checkpoint_ns } = entry;
  const ask = useMutation({ mutationFn: () => evaluateRoutes(threadId, { checkpoint_id, checkpoint_ns, node }) });
  const edges = description?.edges.filter(({ source, kind }) => source === drawnId && kind === "conditional") ?? [];
  const hasRouters = drawn?.routers === undefined ? edges.length > 0 : drawn.routers.length > 0;
  if (!hasRouters) return null;
  const recorded = before === null || started.isPlaceholderData || started.data === undefined ? null : recordedTargets(started.data.tasks, node);
  return (
    <section aria-label="Routes" className="px-3.5 py-2.5">
      <h3 className="text-sm font-medium text-muted">Where its router leads</h3>
      {recorded === null ? null : (
        <p className="mt-1.5">
          It led to <NodeNames names={recorded} />.
        </p>
      )}
      <div className="mt-2 flex items-start gap-2.5">
        <Button onClick={() => ask.mutate()} disabled={ask.isPending || busy}>
          {ask.isPending ? <Spinner label="Asking" /> : <Split />}
          {before === null ? "Ask here" : "Ask again"}
        </Button>
        <p className="min-w-0 text-sm text-muted">
          Runs the router’s code{placeOf(drawn)} as it is now on {before === null ? "this checkpoint’s state" : "what it read then"}. Nothing is
          saved.
        </p>
      </div>
      {ask.error === null ? null : (
        <p role="alert" className="mt-2 text-sm text-bad">
          {messageOf(ask.error)}
        </p>
      )}
      {ask.data === undefined || ask.isPending ? null : <RoutesView routes={ask.data} recorded={recorded} />}
    </section>
  );
}

/** ` (graphs/story.ts:12)`, where one router's place is known. */
function placeOf(node: GraphNode | undefined): string {
  const sources = node?.routers?.flatMap(({ source }) => (source === null ? [] : [source])) ?? [];
  const [only] = sources;
  return only === undefined || sources.length > 1 ? "" : ` (${only.file}:${only.line})`;
}
