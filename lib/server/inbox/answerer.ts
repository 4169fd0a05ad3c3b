import "server-only";
import type { Answerer } from "../../store/interrupts-answered";
import type { Caller } from "../http/handle";

/** Who asks for something, as the log has it. */
export function answererOf({ actor, origin }: Caller): Answerer {
  return { by: actor.name, verified: actor.verified, origin };
}
