import { z } from "zod";
import { AccessLevelSchema, GroupSchema, PersonNameSchema, type AccessLevel } from "./access";
import { foldName, isTakenName } from "./names";

/** Somebody with a token of their own. */
export type Person = { name: string; level: AccessLevel; groups: string[]; token: string };

const MIN_TOKEN = 16;
const FORM = "name:level:token or name:level+group:token";

function readPerson(entry: string): Person | string {
  const [name = "", rights, ...rest] = entry.split(":");
  if (rights === undefined || rest.length === 0) return `is not ${FORM}`;
  const token = rest.join(":").trim();
  const named = PersonNameSchema.safeParse(name);
  if (!named.success) return `${named.error.issues[0]?.message ?? "has no name"}`;
  if (isTakenName(named.data)) return `may not be called ${named.data}: the audit log uses that name itself`;
  const [level, ...groups] = rights.split("+").map((part) => part.trim());
  const known = AccessLevelSchema.safeParse(level);
  if (!known.success) return `(${named.data}) must have the level viewer, approver or editor`;
  const wrong = groups.find((group) => !GroupSchema.safeParse(group).success);
  if (wrong !== undefined) return `(${named.data}) has a group that is no name: letters, digits, spaces and . _ - only`;
  if (token.length < MIN_TOKEN) return `(${named.data}) must have a token of at least ${MIN_TOKEN} characters`;
  return { name: named.data, level: known.data, groups: [...new Set(groups)], token };
}

/**
 * The people in `RETROGRAPH_PEOPLE`, comma separated, and what is wrong with the text. Problems name an entry by its place
 * and its person, never by its token.
 */
export function parsePeople(text: string): { people: Person[]; problems: string[] } {
  const people: Person[] = [];
  const problems: string[] = [];
  const entries = text.split(",").map((entry) => entry.trim());
  for (const [index, entry] of entries.entries()) {
    if (entry === "") continue;
    const place = `entry ${index + 1}`;
    const person = readPerson(entry);
    if (typeof person === "string") problems.push(`${place} ${person}`);
    else if (people.some((other) => foldName(other.name) === foldName(person.name)))
      problems.push(`${place} (${person.name}) has a name that is there already`);
    else if (people.some((other) => other.token === person.token)) problems.push(`${place} (${person.name}) has somebody else's token`);
    else people.push(person);
  }
  return { people, problems };
}

/** Checks the text of `RETROGRAPH_PEOPLE`. */
export const PeopleTextSchema = z.string().superRefine((text, context) => {
  for (const message of parsePeople(text).problems) context.addIssue({ code: "custom", message });
});
