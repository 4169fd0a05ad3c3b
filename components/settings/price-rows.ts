import { PriceTableSchema, type Price, type PriceTable } from "@/lib/schema/span";

/** A row as it is typed: numbers are texts until they are saved. */
export type PriceRow = { key: number; model: string; input: string; output: string; cacheRead: string };
export type PriceColumn = Exclude<keyof PriceRow, "key">;

export function toRows({ prices }: PriceTable): PriceRow[] {
  return prices.map((price, key) => ({
    key,
    model: price.model,
    input: String(price.input),
    output: String(price.output),
    cacheRead: price.cache_read === null ? "" : String(price.cache_read),
  }));
}

/** A price as people write it, with a comma too; null for an empty field, NaN for anything else. */
function toNumber(text: string): number | null {
  const trimmed = text.trim().replace("$", "").replace(",", ".");
  return trimmed === "" ? null : Number(trimmed);
}

/** What is wrong with each cell, by row and column; empty when the table can be saved. */
export function checkRows(rows: readonly PriceRow[]): Map<string, string> {
  const problems = new Map<string, string>();
  const seen = new Set<string>();
  for (const row of rows) {
    const model = row.model.trim();
    if (model === "") problems.set(cellOf(row, "model"), "Name a model, or the beginning of its name followed by *.");
    else if (seen.has(model)) problems.set(cellOf(row, "model"), `${model} has a price already.`);
    seen.add(model);
    for (const column of ["input", "output", "cacheRead"] as const) {
      const value = toNumber(row[column]);
      if (value === null && column !== "cacheRead") problems.set(cellOf(row, column), "Give a price; 0 for a model that costs nothing.");
      else if (value !== null && !(value >= 0 && value <= 1_000_000)) problems.set(cellOf(row, column), "A price is a number from 0 to 1,000,000.");
    }
  }
  return problems;
}

export function cellOf(row: PriceRow, column: PriceColumn): string {
  return `${row.key}:${column}`;
}

/** The table to save. Throws for rows that `checkRows` complains about. */
export function toTable(rows: readonly PriceRow[]): PriceTable {
  const prices = rows.map((row): Price => ({
    model: row.model.trim(),
    input: toNumber(row.input) ?? NaN,
    output: toNumber(row.output) ?? NaN,
    cache_read: toNumber(row.cacheRead),
  }));
  return PriceTableSchema.parse({ prices });
}
