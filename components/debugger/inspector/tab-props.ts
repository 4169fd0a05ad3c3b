import type { UseQueryResult } from "@tanstack/react-query";
import type { Branch } from "@/lib/graph/branches";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { CheckpointView, TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import type { Run } from "@/lib/schema/run";

/** What every tab of the inspector gets. */
export type InspectorTabProps = {
  description: GraphDescription | null;
  threadId: string;
  entry: TimelineEntry;
  tree: CheckpointTree;
  branches: Branch[];
  checkpoint: UseQueryResult<CheckpointView>;
  compareId: string | null;
  nodeId: string | null;
  runs: Run[];
  onSelectCheckpoint: (id: string) => void;
  onCompare: (id: string | null) => void;
  onSelectNode: (id: string | null) => void;
};
