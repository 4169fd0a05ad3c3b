import { PriceTableSchema, type Price, type PriceTable, type Tokens } from "../schema/span";
import type { Store } from "./open";
import { readPreference, writePreference } from "./preferences";

const KEY = "prices";
const PER = 1_000_000;

/**
 * Where a new installation starts: list prices as they were published in mid-2025, in US dollars per million tokens.
 * Providers change them: a person is asked to check them.
 */
const EXAMPLES: readonly Price[] = [
  { model: "gpt-5-nano*", input: 0.05, output: 0.4, cache_read: 0.005 },
  { model: "gpt-5-mini*", input: 0.25, output: 2, cache_read: 0.025 },
  { model: "gpt-5*", input: 1.25, output: 10, cache_read: 0.125 },
  { model: "gpt-4.1-nano*", input: 0.1, output: 0.4, cache_read: 0.025 },
  { model: "gpt-4.1-mini*", input: 0.4, output: 1.6, cache_read: 0.1 },
  { model: "gpt-4.1*", input: 2, output: 8, cache_read: 0.5 },
  { model: "gpt-4o-mini*", input: 0.15, output: 0.6, cache_read: 0.075 },
  { model: "gpt-4o*", input: 2.5, output: 10, cache_read: 1.25 },
  { model: "o3*", input: 2, output: 8, cache_read: 0.5 },
  { model: "claude-opus-4*", input: 15, output: 75, cache_read: 1.5 },
  { model: "claude-sonnet-4*", input: 3, output: 15, cache_read: 0.3 },
  { model: "claude-3-5-haiku*", input: 0.8, output: 4, cache_read: 0.08 },
  { model: "gemini-2.5-pro*", input: 1.25, output: 10, cache_read: 0.31 },
  { model: "gemini-2.5-flash*", input: 0.3, output: 2.5, cache_read: 0.075 },
  { model: "scripted", input: 0, output: 0, cache_read: 0 },
];

/** The price table: a person's own, or the examples that a new installation starts with. Synchronous. */
export function readPrices(store: Store): PriceTable {
  const saved = PriceTableSchema.safeParse(readPreference(store, KEY));
  return saved.success ? saved.data : { prices: [...EXAMPLES] };
}

/** Saves the price table; costs are computed when they are read, so the new prices count for past runs too. Synchronous. */
export function writePrices(store: Store, table: PriceTable): PriceTable {
  writePreference(store, KEY, table);
  return table;
}

/** Gives the cost of a model call in US dollars, or null where the table has no price for the model. */
export type CostOf = (model: string | null, tokens: Tokens | null) => number | null;

function priceOf(prices: readonly Price[], model: string): Price | null {
  let best: Price | null = null;
  let bestLength = -1;
  for (const price of prices) {
    const isPrefix = price.model.endsWith("*");
    const name = isPrefix ? price.model.slice(0, -1) : price.model;
    // A whole name beats any beginning of it.
    const length = isPrefix ? name.length : Infinity;
    if ((isPrefix ? model.startsWith(name) : model === name) && length > bestLength) {
      best = price;
      bestLength = length;
    }
  }
  return best;
}

/**
 * Prices model calls by a table. Tokens that came from the provider's cache count at their own price where it has one.
 * A name such as `openai/gpt-5`, with the provider in front, is looked up without it too.
 */
export function costBy({ prices }: PriceTable): CostOf {
  const known = new Map<string, Price | null>();
  const find = (model: string): Price | null => {
    let price = known.get(model);
    if (price === undefined) {
      price = priceOf(prices, model) ?? priceOf(prices, model.slice(model.lastIndexOf("/") + 1));
      known.set(model, price);
    }
    return price;
  };
  return (model, tokens) => {
    const price = model === null || tokens === null ? null : find(model);
    if (price === null || tokens === null) return null;
    const cached = price.cache_read === null ? 0 : Math.min(tokens.cache_read ?? 0, tokens.input);
    return ((tokens.input - cached) * price.input + cached * (price.cache_read ?? 0) + tokens.output * price.output) / PER;
  };
}
