import { END, START, isLabelShown, type DrawnEdge, type DrawnPart } from "@/lib/graph/design-drawing";

/** What is drawn and said of a part of a line that has no label of its own. */
function partWords(part: DrawnPart, target: string): string {
  const words: string[] = [];
  if (part.kind === "branch") words.push(isLabelShown(part, target) ? `when ${part.label ?? ""}` : "conditional");
  if (part.kind === "command") words.push("by command");
  if (part.kind === "described") words.push(part.label === null ? "as the runner reports" : `when ${part.label}, as the runner reports`);
  if (part.send) words.push("once per item");
  return words.join(", ");
}

/** A line's name for screen readers and as a tooltip: "From plan to search, when more, once per item; locked: …". */
export function toWayLabel(source: string, target: string, drawn: DrawnEdge): string {
  const ways = [...new Set(drawn.parts.map((part) => partWords(part, drawn.target)))].filter((words) => words !== "");
  const name = [`From ${source} to ${target}`, ...(ways.length === 0 ? [] : [ways.join(" or ")])].join(", ");
  const locks = [...new Set(drawn.parts.flatMap(({ locked }) => locked ?? []))];
  return locks.length === 0 ? name : `${name}; locked: ${locks.join(" ")}`;
}

/** A node's name as people say it. */
export function sayNode(id: string): string {
  return id === START ? "Start" : id === END ? "End" : id;
}

/** A node's name within the name of a line, as lines of Debug mode have it. */
export function sayEnd(id: string): string {
  return id === START ? "start" : id === END ? "end" : id;
}
