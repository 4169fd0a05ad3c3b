import "server-only";
import { PersonNameSchema, type Actor, type Me } from "../schema/access";
import { isTakenName } from "../schema/names";
import { knownNames } from "../store/audit";
import { getApp } from "./app";

/** Who asks, and whom a request can be assigned to: people with a token, and who was assigned or has answered before. */
export async function getMe(actor: Actor): Promise<Me> {
  const { store, settings } = await getApp();
  const own = isTakenName(actor.name) ? [] : [actor.name];
  const known = knownNames(store).filter((name) => !isTakenName(name) && PersonNameSchema.safeParse(name).success);
  const names = new Set([...settings.people.map(({ name }) => name), ...own, ...known]);
  return { actor, has_people: settings.people.length > 0, people: [...names].sort((a, b) => a.localeCompare(b)) };
}
