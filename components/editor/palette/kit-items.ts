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
