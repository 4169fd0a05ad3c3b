/** A workflow before it has code: what its builder will say. `__start__` and `__end__` are the ends. */
export type SkeletonGraph = {
  nodes: SkeletonNode[];
  edges: { source: string; target: string }[];
  routers: SkeletonRouter[];
};

export type SkeletonNode = {
  name: string;
  /** What the drawing said of it, where that is more than its name. */
  description: string | null;
  /** The graph that it is, for a group of the drawing. */
  inside: SkeletonGraph | null;
};

export type SkeletonRouter = {
  source: string;
  /** The router's name where the drawing had one. */
  name: string | null;
  branches: { label: string; target: string }[];
};

export const START = "__start__";
export const END = "__end__";
