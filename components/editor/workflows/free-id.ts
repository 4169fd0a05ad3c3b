/** A title as the id of a workflow, which becomes its file's name: `Refund desk` is `refund-desk`. */
export function toGraphId(title: string): string {
  const words = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^[-_]+|-+$/g, "");
  return words.toLowerCase().slice(0, 80);
}

/** The id, with a number where the project has a workflow of that id. */
export function freeId(wished: string, taken: readonly string[]): string {
  const has = new Set(taken);
  if (!has.has(wished)) return wished;
  let number = 2;
  while (has.has(`${wished}-${number}`)) number += 1;
  return `${wished}-${number}`;
}
