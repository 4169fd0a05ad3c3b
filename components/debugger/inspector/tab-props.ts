import type { UseQueryResult } from "@tanstack/react-query";
import type { Branch } from "@/lib/graph/branches";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { CheckpointView, TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import type { Run } from "@/lib/schema/run";
import type { Writer } from "@/lib/schema/travel";
import type { Spotlight } from "./use-blame";

/** What every tab of the inspector gets. */
export type InspectorTabProps = {
  /** The workflow, also one that does not load. */
  graphId: string;
  description: GraphDescription | null;
  threadId: string;
  entry: TimelineEntry;
  tree: CheckpointTree;
  branches: Branch[];
  checkpoint: UseQueryResult<CheckpointView>;
  compareId: string | null;
  nodeId: string | null;
  runs: Run[];
  /** A run is active on the thread. */
  busy: boolean;
  /** What one has followed to the step that wrote it. */
  spotlight: Spotlight | null;
  onSelectCheckpoint: (id: string) => void;
  onCompare: (id: string | null) => void;
  onSelectNode: (id: string | null) => void;
  /** Brings the trace to the front, with the spans of the selected checkpoint. */
  onShowTrace: () => void;
  /** Goes to the step that wrote a value, and marks the value there. */
  onGoToWriter: (writer: Writer, value: Spotlight) => void;
};
