import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  MemorySaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";

/** Reads what another saver holds and keeps what is written to itself in memory: for trying a change without making it. */
export class OverlaySaver extends BaseCheckpointSaver {
  readonly #below: BaseCheckpointSaver;
  readonly #above = new MemorySaver();

  constructor(below: BaseCheckpointSaver) {
    super(below.serde);
    this.#below = below;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return (await this.#above.getTuple(config)) ?? (await this.#below.getTuple(config));
  }

  override async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    yield* this.#above.list(config, options);
    yield* this.#below.list(config, options);
  }

  override put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata, _newVersions: ChannelVersions): Promise<RunnableConfig> {
    return this.#above.put(config, checkpoint, metadata);
  }

  override putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    return this.#above.putWrites(config, writes, taskId);
  }

  override deleteThread(threadId: string): Promise<void> {
    return this.#above.deleteThread(threadId);
  }

  override getNextVersion(current: number | undefined): number {
    return this.#below.getNextVersion(current);
  }
}
