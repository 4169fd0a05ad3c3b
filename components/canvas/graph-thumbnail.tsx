import { cn } from "@/components/ui/cn";
import type { GraphDescription } from "@/lib/schema/graph";
import { THUMBNAIL_CARD, THUMBNAIL_MARK, toThumbnail, type ThumbnailNode } from "./thumbnail-layout";

/** A small still picture of a workflow, drawn without a layout engine; renders on the server. */
export function GraphThumbnail({ description, className }: { description: GraphDescription; className?: string }) {
  const { width, height, nodes, lines } = toThumbnail(description);
  const steps = nodes.filter(({ shape }) => shape === "card").length;
  return (
    <svg
      role="img"
      aria-label={`Graph of ${description.title}, ${steps} ${steps === 1 ? "node" : "nodes"}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid meet"
      className={cn("block h-20 w-full", className)}
      style={{ maxHeight: height * 1.4 }}
    >
      <g fill="none" strokeWidth={1.25} className="text-off">
        {lines.map(({ id, path, isBack, isFirm }) => (
          <path key={id} d={path} vectorEffect="non-scaling-stroke" stroke="currentColor" strokeDasharray={isFirm && !isBack ? undefined : "3 2.5"} />
        ))}
      </g>
      {nodes.map((node) => (
        <Shape key={node.id} node={node} />
      ))}
    </svg>
  );
}

function Shape({ node: { x, y, shape } }: { node: ThumbnailNode }) {
  const look = "fill-raised stroke-faint";
  if (shape === "mark") return <circle cx={x} cy={y} r={THUMBNAIL_MARK} strokeWidth={1.25} vectorEffect="non-scaling-stroke" className={look} />;
  const { width, height } = THUMBNAIL_CARD;
  return (
    <rect
      x={x - width / 2}
      y={y - height / 2}
      width={width}
      height={height}
      rx={4}
      strokeWidth={1.25}
      vectorEffect="non-scaling-stroke"
      className={look}
    />
  );
}
