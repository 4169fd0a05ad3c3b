import "server-only";
import type { PriceTable } from "../schema/span";
import { readPrices, writePrices } from "../store/prices";
import { getApp } from "./app";

/** What model calls cost: the saved table, or the examples that a new installation starts with. */
export async function getPrices(): Promise<PriceTable> {
  return readPrices((await getApp()).store);
}

/** Saves the table; it counts for past runs too. */
export async function putPrices(table: PriceTable): Promise<PriceTable> {
  return writePrices((await getApp()).store, table);
}
