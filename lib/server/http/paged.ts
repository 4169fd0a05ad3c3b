import "server-only";

/** A page of a list with the headers by which clients find the next one. */
export function paged(items: unknown[], page: { total: number; limit: number; offset: number }): Response {
  const next = page.offset + items.length;
  return Response.json(items, {
    headers: {
      "cache-control": "no-store",
      "x-pagination-total": String(page.total),
      ...(next < page.total ? { "x-pagination-next": String(next) } : {}),
    },
  });
}
