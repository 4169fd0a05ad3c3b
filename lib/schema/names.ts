/** Header by which a browser says whose it is, percent-encoded, where people have no tokens of their own. */
export const NAME_HEADER = "x-retrograph-name";

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@+'-]{0,79}$/u;

/** What is wrong with something that is no name of a person. */
export const NAME_RULE = "must be a name: letters, digits, spaces and . _ @ + ' - only";

/** True for what may be a person's name. Spaces around it do not count. */
export function isPersonName(name: string): boolean {
  return NAME.test(name.trim());
}

/** Names that the audit log gives to others than people. */
const TAKEN = new Set(["owner", "somebody", "deadline", "server", "retrograph", "nobody", "me", "api", "workbench"]);

/** Two names that read alike are one. */
export function foldName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

/** True for a name that nobody can have, because the audit log means something by it. */
export function isTakenName(name: string): boolean {
  return TAKEN.has(foldName(name));
}
