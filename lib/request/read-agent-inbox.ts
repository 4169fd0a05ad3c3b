import type { Json, JsonObject } from "../schema/json";
import { EMPTY_VIEW, type Decision, type RequestAction, type RequestView } from "./request-view";
import { isObject } from "./words";

const ALLOWED: readonly [string, Decision][] = [
  ["allow_accept", "approve"],
  ["allow_edit", "edit"],
  ["allow_respond", "respond"],
  ["allow_ignore", "ignore"],
];

type HumanInterrupt = { action: string; args: Json; config: JsonObject; description: string | null };

function readOne(value: Json): HumanInterrupt | null {
  if (!isObject(value)) return null;
  const { action_request: request, config, description } = value;
  if (!isObject(request) || !isObject(config)) return null;
  return {
    action: typeof request.action === "string" ? request.action : "action",
    args: request.args ?? {},
    config,
    description: typeof description === "string" && description !== "" ? description : null,
  };
}

/** The agent inbox's request, alone or in a list. Null where it is none. */
export function readAgentInbox(value: Json): RequestView | null {
  const list = Array.isArray(value) ? value : [value];
  const asked = list.map(readOne);
  const actions: RequestAction[] = [];
  for (const one of asked) {
    if (one === null) return null;
    const { action, args, config, description } = one;
    const decisions = ALLOWED.flatMap(([key, decision]) => (config[key] === true ? [decision] : []));
    actions.push({ name: action, description, args, schema: null, decisions });
  }
  const [first] = actions;
  if (first === undefined) return null;
  const title = actions.length === 1 ? first.name : `${first.name} and ${actions.length - 1} more`;
  return { ...EMPTY_VIEW, kind: "agent_inbox", title, actions };
}
