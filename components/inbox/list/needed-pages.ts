/** Rows are read from the server in pages of so many. */
export const PAGE_SIZE = 100;

/** The pages to read, in order, for the rows that are seen and the one that is open; of a list whose length is unknown the first. */
export function neededPages(rows: { first: number; last: number }, openIndex: number | null, total: number | null): number[] {
  const wanted = new Set<number>([0]);
  for (let page = pageOf(Math.max(0, rows.first)); page <= pageOf(Math.max(0, rows.last)); page += 1) wanted.add(page);
  if (openIndex !== null) for (const index of [openIndex - 1, openIndex, openIndex + 1]) if (index >= 0) wanted.add(pageOf(index));
  const end = total === null ? 1 : Math.ceil(total / PAGE_SIZE);
  return [...wanted].filter((page) => page === 0 || page < end).sort((a, b) => a - b);
}

export function pageOf(index: number): number {
  return Math.floor(index / PAGE_SIZE);
}
