/** Columns of the head and of every row: name, time line, duration; where there is room tokens and cost. */
export const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_minmax(72px,34%)_56px] gap-x-2 @2xl:grid-cols-[minmax(220px,34%)_minmax(0,1fr)_64px_56px_64px] items-center";
