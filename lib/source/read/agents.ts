import ts from "typescript";
import { placeOf } from "../ast";
import { EMPTY_ENV, exactItems, only, onlyString, truth, UNKNOWN, type Evaluator, type Field, type Possible, type Value } from "../evaluate/values";
import { END, START } from "../library";
import type { Locked, Place, SourceConditional, SourceEdge, SourceGraph, SourceNode } from "../../schema/source";
import { readChannels } from "./channels";
import { callPlace } from "./nodes";
import { readOptions, sourceValue, valueNode } from "./options";
import { MESSAGES_REDUCER } from "./reducers";
import type { Root } from "./roots";
import { definition, UNKNOWN_STATE } from "./states";
import { traceBuilder } from "./trace";

/** What a prebuilt agent consists of, as the library builds it. */
type Parts = { nodes: string[]; edges: [string, string][]; ways: [string, string[]][]; locked: string[] };
type Given = { fields: Map<string, Field>; open: boolean };

const LOCK = "The library builds it";

/** An agent of a package: its nodes and edges are the library's, and cannot be edited here. */
export function readAgent(root: Root, evaluator: Evaluator): SourceGraph {
  const trace = traceBuilder(root.node, evaluator);
  const place = placeOf(root.node);
  const given = givenOf(root, evaluator);
  const parts = partsOf(root.maker, given, evaluator);
  const locked: Locked[] = [...trace.locked, ...parts.locked.map((reason) => ({ reason, place }))];
  const schema = given.fields.get("stateSchema")?.value() ?? null;
  const state = schema === null ? null : definition(null, schema, evaluator);
  const channels = state === null ? [] : readChannels(state, evaluator, (each) => locked.push(each));
  const hasMessages = channels.some(({ name }) => name === "messages");
  return {
    name: root.name,
    api: "agent",
    exported_as: trace.exportedAs,
    place,
    style: "chain",
    variable: trace.variable,
    nodes: parts.nodes.map((name) => agentNode(name, place, given)),
    edges: parts.edges.map(([source, target]) => agentEdge(source, target, place)),
    conditional: parts.ways.map(([source, targets]) => agentWays(source, targets, place)),
    state: state?.state ?? UNKNOWN_STATE,
    input: null,
    output: null,
    context: null,
    channels: hasMessages ? channels : [messagesChannel(root.maker), ...channels],
    compile:
      trace.compile === null
        ? null
        : { place: callPlace(trace.compile), options: readOptions(trace.compile.arguments[0], EMPTY_ENV, evaluator).values },
    locked,
  };
}

function givenOf(root: Root, evaluator: Evaluator): Given {
  const [first] = root.node.arguments ?? [];
  const [value] = first === undefined ? [] : evaluator.evaluate(first, EMPTY_ENV).values;
  return value?.kind === "object" ? { fields: value.fields, open: value.open } : { fields: new Map(), open: true };
}

function partsOf(maker: string, given: Given, evaluator: Evaluator): Parts {
  if (maker === "createSupervisor") return team(given, "supervisor", evaluator);
  if (maker === "createSwarm") return team(given, "swarm", evaluator);
  const parts = maker === "createReactAgent" ? reactAgent(given) : modelAgent(given, maker);
  return hasDirectTool(given, evaluator) ? withDirectTools(parts) : parts;
}

/** A tool whose result is the answer may end the run: what leaves the tools is a choice then. */
function withDirectTools(parts: Parts): Parts {
  const after = parts.edges.filter(([source]) => source === "tools");
  const ways = after.map(([source, target]): [string, string[]] => [source, [target, END]]);
  return { ...parts, edges: parts.edges.filter((edge) => !after.includes(edge)), ways: [...parts.ways, ...ways] };
}

function hasDirectTool(given: Given, evaluator: Evaluator): boolean {
  const tools = given.fields.get("tools")?.value().values ?? [];
  const items = tools.flatMap((list) => (list.kind === "array" ? list.items : []));
  return items.some((item) => item.values.some((tool) => isDirect(tool, evaluator)));
}

function isDirect(tool: Value, evaluator: Evaluator): boolean {
  if (tool.kind !== "made") return false;
  const given = (tool.node.arguments ?? []).filter((argument) => !ts.isSpreadElement(argument));
  return given.some((argument) => {
    const options = only(evaluator.evaluate(argument, tool.env));
    return options?.kind === "object" && truth(options.fields.get("returnDirect")?.value() ?? UNKNOWN) === true;
  });
}

function isGiven(given: Given, name: string): boolean {
  const value = given.fields.get(name)?.value();
  return value !== undefined && !(value.complete && value.values.every((each) => each.kind === "primitive" && each.value == null));
}

/** False for a list that is left out, or that is empty for sure. */
function hasItems(given: Given, name: string): boolean {
  const list = given.fields.get(name)?.value();
  return list !== undefined && exactItems(list)?.length !== 0;
}

function reactAgent(given: Given): Parts {
  const before = isGiven(given, "preModelHook");
  const after = isGiven(given, "postModelHook");
  const structured = isGiven(given, "responseFormat");
  const entry = before ? "pre_model_hook" : "agent";
  const finish = structured ? "generate_structured_response" : END;
  const nodes = ["tools", ...(before ? ["pre_model_hook"] : []), "agent", ...(after ? ["post_model_hook"] : []), ...(structured ? [finish] : [])];
  const edges: [string, string][] = [...(before ? [["pre_model_hook", "agent"] as [string, string]] : []), [START, entry]];
  if (after) edges.push(["agent", "post_model_hook"]);
  if (structured) edges.push([finish, END]);
  edges.push(["tools", entry]);
  const ways: [string, string[]][] = after ? [["post_model_hook", ["tools", entry, finish]]] : [["agent", ["tools", finish]]];
  return { nodes, edges, ways, locked: openReason(given) };
}

function openReason(given: Given): string[] {
  return given.open ? ["What the agent is made with is only known when it runs"] : [];
}

/** `createAgent`: a model, its tools, and whatever its middleware adds. */
function modelAgent(given: Given, maker: string): Parts {
  const hasTools = hasItems(given, "tools");
  const locked = [
    ...openReason(given),
    ...(hasItems(given, "middleware") || maker === "createDeepAgent" ? ["Middleware adds steps of its own, which are only known when it runs"] : []),
  ];
  if (!hasTools)
    return {
      nodes: ["model_request"],
      edges: [
        [START, "model_request"],
        ["model_request", END],
      ],
      ways: [],
      locked,
    };
  return {
    nodes: ["model_request", "tools"],
    edges: [
      [START, "model_request"],
      ["tools", "model_request"],
    ],
    ways: [["model_request", ["tools", END]]],
    locked,
  };
}

/** Agents that hand over to each other; they go by their names. */
function team(given: Given, kind: "supervisor" | "swarm", evaluator: Evaluator): Parts {
  const agents = given.fields.get("agents")?.value();
  const names = agents === undefined ? null : exactItems(agents)?.map((agent) => agentName(agent, evaluator));
  if (names == null || names.some((name) => name === null)) {
    return { nodes: [], edges: [], ways: [], locked: ["The names of its agents are only known when it runs"] };
  }
  const known = names.flatMap((name) => name ?? []);
  if (kind === "swarm") return { nodes: known, edges: [], ways: [[START, known]], locked: [] };
  const named = given.fields.get("supervisorName")?.value();
  const lead = named === undefined ? "supervisor" : (onlyString(named)?.text ?? null);
  if (lead === null) return { nodes: [], edges: [], ways: [], locked: ["The supervisor's name is only known when it runs"] };
  const back: [string, string][] = known.map((name) => [name, lead]);
  return { nodes: [lead, ...known], edges: [[START, lead], ...back], ways: [[lead, [...known, END]]], locked: [] };
}

function agentName(agent: Possible, evaluator: Evaluator): string | null {
  let [value] = agent.values;
  while (value?.kind === "made") {
    const { of, node, env } = value;
    for (const argument of node.arguments ?? []) {
      const name = ts.isSpreadElement(argument) ? UNKNOWN : evaluator.member(evaluator.evaluate(argument, env), "name", node);
      const text = onlyString(name)?.text;
      if (text !== undefined) return text;
    }
    value = of.kind === "member" ? of.of : undefined;
  }
  return null;
}

function agentNode(name: string, place: Place, given: Given): SourceNode {
  const options = given.fields.get("tools")?.node;
  return {
    name,
    place,
    name_place: null,
    form: "agent",
    action: { kind: name === "tools" ? "tool_node" : "agent", name: null, place: null, definition: null, body: null },
    description: null,
    description_place: null,
    options: name === "tools" && options != null ? { tools: sourceValue(valueNode(options)) } : {},
    options_place: null,
    ends: null,
    gotos: [],
    subgraph: null,
    kit: null,
    reads: ["messages"],
    writes: ["messages"],
    locked: LOCK,
  };
}

function agentEdge(source: string, target: string, place: Place): SourceEdge {
  return { source, target, place, source_place: null, target_place: null, form: "agent", join: null, locked: LOCK };
}

function agentWays(source: string, targets: readonly string[], place: Place): SourceConditional {
  return {
    source,
    source_place: null,
    place,
    router: { kind: "unknown", name: null, place: null, definition: null, body: null },
    returns: [],
    map: "array",
    map_place: null,
    branches: targets.map((target) => ({ label: target, target, place: null, label_place: null, target_place: null, send: false })),
    locked: LOCK,
  };
}

function messagesChannel(maker: string): SourceGraph["channels"][number] {
  return {
    name: "messages",
    place: null,
    name_place: null,
    type: "BaseMessage[]",
    type_place: null,
    reducer: MESSAGES_REDUCER,
    default: null,
    description: null,
    locked: `It comes from ${maker}`,
  };
}
