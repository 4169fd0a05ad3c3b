import { COLUMN, columnX, HEAD, laneY, ROW, RULER } from "./geometry";

/** Scrolls just far enough that a dot and its neighbours are visible beside the lane heads and below the ruler. */
export function keepInView(scroller: HTMLElement, column: number, lane: number): void {
  const width = scroller.clientWidth - HEAD;
  const height = scroller.clientHeight - RULER;
  const margin = Math.min(COLUMN * 1.5, width / 3);
  const x = columnX(column);
  const y = laneY(lane);
  if (x - margin < scroller.scrollLeft) scroller.scrollLeft = x - margin;
  else if (x + margin > scroller.scrollLeft + width) scroller.scrollLeft = x + margin - width;
  if (y - ROW / 2 < scroller.scrollTop) scroller.scrollTop = y - ROW / 2 - 2;
  else if (y + ROW / 2 > scroller.scrollTop + height) scroller.scrollTop = y + ROW / 2 + 2 - height;
}
