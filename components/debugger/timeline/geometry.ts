/** Sizes of the timeline's grid in pixels. */
export const COLUMN = 44;
export const ROW = 36;
export const RULER = 26;
export const HEAD = 208;
export const PAD = 32;

/** Centre of a column, measured from the right edge of the lane heads. */
export function columnX(column: number): number {
  return PAD + column * COLUMN;
}

/** Centre of a lane, measured from the lower edge of the ruler. */
export function laneY(lane: number): number {
  return lane * ROW + ROW / 2 + 2;
}

/** The part of the grid that is drawn. Columns and lanes are inclusive. */
export type GridWindow = { firstColumn: number; lastColumn: number; firstLane: number; lastLane: number };
