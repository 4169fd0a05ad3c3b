import type { Json, JsonObject } from "../schema/json";
import { EMPTY_VIEW, type Decision, type RequestAction, type RequestView } from "./request-view";
import { isObject } from "./words";

const KNOWN: ReadonlySet<Json> = new Set<Decision>(["approve", "edit", "reject", "respond"]);
/** What may be decided where the request does not say. */
const USUAL: Decision[] = ["approve", "edit", "reject"];

function isDecision(word: Json): word is Decision {
  return KNOWN.has(word);
}

/** The review config of each action: by its place where the names agree, else the first with its name. */
function configFor(request: JsonObject, place: number, configs: readonly JsonObject[]): JsonObject | undefined {
  const isOf = (config: JsonObject | undefined) => (config?.actionName ?? config?.action_name) === request.name;
  const beside = configs[place];
  return isOf(beside) ? beside : configs.find(isOf);
}

/** LangChain's own description repeats name and arguments, which are shown as fields. */
function withoutCall(description: string, name: string): string {
  const call = description.indexOf(`\n\nTool: ${name}\nArgs: `);
  return call === -1 ? description : description.slice(0, call);
}

function readAction(request: JsonObject, config: JsonObject | undefined): RequestAction {
  const name = typeof request.name === "string" ? request.name : "action";
  const listed = config?.allowedDecisions ?? config?.allowed_decisions;
  const description = typeof request.description === "string" ? request.description : config?.description;
  return {
    name,
    description: typeof description === "string" && description !== "" ? withoutCall(description, name) : null,
    args: request.args ?? request.arguments ?? {},
    schema: config?.argsSchema ?? config?.args_schema ?? null,
    decisions: Array.isArray(listed) ? [...new Set(listed.filter(isDecision))] : USUAL,
  };
}

/** LangChain's human-in-the-loop middleware: a list of actions, each with what may be decided. Null where it is none. */
export function readToolReview(value: JsonObject): RequestView | null {
  const requests = value.actionRequests ?? value.action_requests;
  if (!Array.isArray(requests) || requests.length === 0 || !requests.every(isObject)) return null;
  const listed = value.reviewConfigs ?? value.review_configs;
  const configs = Array.isArray(listed) ? listed.filter(isObject) : [];
  const actions = requests.map((request, place) => readAction(request, configFor(request, place, configs)));
  return {
    ...EMPTY_VIEW,
    kind: "tool_review",
    title: `May it run ${namesOf(actions)}?`,
    actions,
    spelling: value.actionRequests === undefined ? "snake" : "camel",
  };
}

function namesOf(actions: readonly RequestAction[]): string {
  const names = [...new Set(actions.map(({ name }) => name))];
  const more = names.length - 3;
  return more > 0 ? `${names.slice(0, 3).join(", ")} and ${more} more` : names.join(", ");
}
