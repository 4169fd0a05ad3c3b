import { CornerDownRight, PenLine, Play, RotateCw, SkipForward, SquarePen, type LucideIcon } from "lucide-react";
import type { NodeCommand } from "./node-commands";

export const NODE_COMMAND_ICONS: Record<NodeCommand["id"], LucideIcon> = {
  "run-to": Play,
  run: RotateCw,
  skip: SkipForward,
  output: SquarePen,
  jump: CornerDownRight,
  write: PenLine,
};
