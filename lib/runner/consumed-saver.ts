import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { isInternalChannel } from "../store/raw-checkpoint";
import { isEphemeral } from "./due-tasks";
import type { PregelLike } from "./langgraph";

/**
 * Shows one checkpoint as it is when some of its nodes have run: what triggered them is used up. LangGraph's own updates
 * leave it there, so that a node after a join would be next again.
 */
export class ConsumedSaver extends BaseCheckpointSaver {
  readonly #below: BaseCheckpointSaver;
  readonly #graph: PregelLike;
  readonly #checkpointId: string;
  readonly #nodes: readonly string[];

  constructor(below: BaseCheckpointSaver, consumed: { graph: PregelLike; checkpoint_id: string; nodes: readonly string[] }) {
    super(below.serde);
    this.#below = below;
    this.#graph = consumed.graph;
    this.#checkpointId = consumed.checkpoint_id;
    this.#nodes = consumed.nodes;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await this.#below.getTuple(config);
    return tuple?.checkpoint.id === this.#checkpointId ? { ...tuple, checkpoint: this.#consume(tuple.checkpoint) } : tuple;
  }

  #consume(checkpoint: Checkpoint): Checkpoint {
    const values = { ...checkpoint.channel_values };
    const seen = { ...checkpoint.versions_seen };
    for (const node of this.#nodes) {
      for (const channel of this.#graph.nodes[node]?.triggers ?? []) {
        const version = checkpoint.channel_versions[channel];
        if (version === undefined || isEphemeral(this.#graph, channel)) continue;
        seen[node] = { ...seen[node], [channel]: version };
        if (isInternalChannel(channel)) delete values[channel];
      }
    }
    return { ...checkpoint, channel_values: values, versions_seen: seen };
  }

  override list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    return this.#below.list(config, options);
  }

  override put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata, newVersions: ChannelVersions): Promise<RunnableConfig> {
    return this.#below.put(config, checkpoint, metadata, newVersions);
  }

  override putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    return this.#below.putWrites(config, writes, taskId);
  }

  override deleteThread(threadId: string): Promise<void> {
    return this.#below.deleteThread(threadId);
  }

  override getNextVersion(current: number | undefined): number {
    return this.#below.getNextVersion(current);
  }
}
