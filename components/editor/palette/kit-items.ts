import { KIT_CATALOGUE, KIT_GROUPS, kitEntry, type KitEntry, type KitGroup } from "@/lib/source/kit/catalogue";
import { KitKindSchema, type KitKind } from "@/lib/schema/kit";

export type KitItem = KitEntry & { kind: KitKind };

const KINDS = KitKindSchema.options;
// In the order in which the catalogue has them.
const ORDER = Object.keys(KIT_CATALOGUE);
const ITEMS: KitItem[] = [...KINDS].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).map((kind) => ({ kind, ...kitEntry(kind) }));

/** The kinds of node by group, those that fit the search alone. */
export function kitGroups(search = ""): { group: KitGroup; items: KitItem[] }[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const fits = ({ title, line, group }: KitItem) => words.every((word) => `${title} ${line} ${group}`.toLowerCase().includes(word));
  return KIT_GROUPS.map((group) => ({ group, items: ITEMS.filter((item) => item.group === group && fits(item)) })).filter(
    ({ items }) => items.length > 0,
  );
}

/**
 * Whether an entry of the search for a node fits, as 1 or 0. Where a kind's name begins with what is typed, only such
 * kinds do: Enter takes the first of the list, and that must not be one that has the word in its description.
 */
export function fitsSearch(value: string, search: string): number {
  const [text, wanted] = [value.toLowerCase(), search.trim().toLowerCase()];
  if (!wanted.split(/\s+/).every((word) => text.includes(word))) return 0;
  const isNamed = ITEMS.some(({ title }) => title.toLowerCase().startsWith(wanted));
  return !isNamed || text.startsWith(wanted) || text.startsWith("connect to ") ? 1 : 0;
}
