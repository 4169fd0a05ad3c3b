/** A name that is not taken: the wished one, else with the first number behind it that is free (`draft`, `draft_2`). */
export function freeName(wished: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  if (!names.has(wished)) return wished;
  const stem = wished.replace(/_\d+$/, "");
  let count = 2;
  while (names.has(`${stem}_${count}`)) count += 1;
  return `${stem}_${count}`;
}
