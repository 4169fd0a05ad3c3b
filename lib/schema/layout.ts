import { z } from "zod";

const Coordinate = z.number().min(-1_000_000).max(1_000_000);

/**
 * `<id>.layout.json` beside a workflow's file: where a person put things on the canvas. Written with sorted keys, one
 * entry a line and whole numbers, so that two people's changes merge. What is not named is laid out automatically.
 */
export const CanvasLayoutSchema = z.object({
  version: z.literal(1),
  direction: z.enum(["LR", "TB"]).optional(),
  /** Top left corner by drawn node id (`child:inner` in an opened subgraph, relative to its frame), in canvas units. */
  nodes: z.record(z.string(), z.object({ x: Coordinate, y: Coordinate })).default({}),
  /** Frames that a person drew around nodes. */
  groups: z
    .record(z.string(), z.object({ title: z.string().max(200), nodes: z.array(z.string()).max(1000), color: z.string().max(20).optional() }))
    .default({}),
  /** Notes on the canvas, as plain text. */
  notes: z
    .record(
      z.string(),
      z.object({ x: Coordinate, y: Coordinate, width: Coordinate.optional(), height: Coordinate.optional(), text: z.string().max(20_000) }),
    )
    .default({}),
});
export type CanvasLayout = z.infer<typeof CanvasLayoutSchema>;
