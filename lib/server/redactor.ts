import "server-only";
import { createRedactor, findSecrets, type Redactor } from "../runner/trace/secrets";
import { readProjectEnv } from "./project-env";
import type { ServerSettings } from "./settings";

/** Hides what traces hide, and the tokens of people. */
export async function redactorOf(settings: ServerSettings): Promise<Redactor> {
  const { variables } = await readProjectEnv(settings.RETROGRAPH_PROJECT);
  const tokens = settings.people.map(({ token }) => ({ name: "RETROGRAPH_PEOPLE", value: token }));
  return createRedactor([...findSecrets({ ...variables, ...process.env }), ...tokens]);
}
