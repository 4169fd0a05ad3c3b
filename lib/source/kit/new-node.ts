import type { Json, JsonObject } from "../../schema/json";
import type { KitKind } from "../../schema/kit";
import type { SourceGraph } from "../../schema/source";
import { channelsOfShape, conversationOf, shapeOf, type WantedChannel } from "./channels";

/** What is known when a node is planned. */
export type PlanContext = {
  graph: SourceGraph;
  /** What was asked for; it comes before every default. */
  settings: JsonObject;
  /** Variables of the file that hold tools. */
  tools: readonly string[];
};

/** The settings of a new node, its code settings, and what the state must have for it. */
export type NodePlan = { settings: JsonObject; code: Record<string, string>; channels: WantedChannel[] };

/** A new node of a kit kind: settings that run at once, with what the workflow has. */
export function planNode(kind: Exclude<KitKind, "code" | "subgraph">, context: PlanContext): NodePlan {
  const { settings, code, channels } = PLANS[kind](context);
  const given = Object.keys(context.settings);
  const kept = Object.entries(settings).filter(([name]) => !given.includes(name));
  return {
    settings: inOrder(kind, { ...Object.fromEntries(kept), ...context.settings }),
    code: Object.fromEntries(Object.entries(code).filter(([name]) => !given.includes(name))),
    channels,
  };
}

type Planner = (context: PlanContext) => NodePlan;

const PLANS = {
  model: (context) => ({ ...speech(context, "You are a helpful assistant. Answer briefly."), code: toolsCode(context, false) }),
  agent: (context) => ({ ...speech(context, "You are a helpful assistant. Use your tools."), code: toolsCode(context, true) }),
  tools: (context) => ({ settings: {}, code: toolsCode(context, true), channels: conversationOf(context.graph) === null ? [MESSAGES] : [] }),
  retrieve: (context) => {
    const into = wanted(context, "into", DOCUMENTS);
    const query = conversationOf(context.graph) === null ? firstText(context.graph, [into.name]) : null;
    return { settings: { folder: ".", query: query === null ? null : `{state.${query}}`, k: 5, into: into.name }, code: {}, channels: [into] };
  },
  http: (context) => {
    const into = wanted(context, "into", RESPONSE);
    return { settings: { method: "GET", url: "data:text/plain,ok", into: into.name }, code: {}, channels: [into] };
  },
  condition: ({ graph }) => ({ settings: { rules: [{ label: "yes", when: firstQuestion(graph) }], otherwise: "no" }, code: {}, channels: [] }),
  approval: (context) => {
    const into = wanted(context, "into", DECISION);
    const shown = context.graph.channels.filter((channel) => conversationOf(context.graph) !== channel && channel.name !== into.name);
    return {
      settings: {
        title: "Shall it go on?",
        show: shown.slice(0, 4).map(({ name }) => name),
        choices: CHOICES,
        into: into.name,
      },
      code: {},
      channels: [into],
    };
  },
  map: (context) => {
    const into = wanted(context, "into", RESULTS);
    const list = channelsOfShape(context.graph, "list").find(({ name }) => name !== into.name);
    const over = list === undefined ? wanted(context, "items", ITEMS) : { name: list.name };
    return {
      settings: { over: member("state", over.name), into: into.name },
      code: { each: "(item) => item" },
      channels: "value_type" in over ? [over, into] : [into],
    };
  },
} satisfies Record<Exclude<KitKind, "code" | "subgraph">, Planner>;

const CHOICES: Json = [
  { value: "approve", label: "Approve", style: "primary" },
  { value: "refuse", label: "Refuse", style: "danger", comment: "optional" },
];
const MESSAGES: WantedChannel = { name: "messages", value_type: "messages", default: null, reducer: "messages", description: "The conversation." };
const DOCUMENTS: WantedChannel = {
  name: "documents",
  value_type: "{ file: string; line: number; text: string; score: number }[]",
  default: "[]",
  reducer: "last",
  description: "What was found, the best first.",
};
const ANSWER: WantedChannel = { name: "answer", value_type: "string", default: '""', reducer: "last", description: "What the model answered." };
const RESPONSE: WantedChannel = { name: "response", value_type: "unknown", default: null, reducer: "last", description: "What the API answered." };
const DECISION: WantedChannel = { name: "decision", value_type: "string", default: '""', reducer: "last", description: "What a person decided." };
const ITEMS: WantedChannel = { name: "items", value_type: "string[]", default: "[]", reducer: "last", description: "What is worked through." };
const RESULTS: WantedChannel = { name: "results", value_type: "unknown[]", default: "[]", reducer: "last", description: "What came of each item." };

/** The channel that was asked for, or the usual one; a number is added where a node has its name. */
function wanted({ graph, settings }: PlanContext, setting: string, usual: WantedChannel): WantedChannel {
  const given = settings[setting];
  if (typeof given === "string" && given !== "") return { ...usual, name: given };
  const taken = new Set(graph.nodes.map(({ name }) => name));
  let name = usual.name;
  for (let number = 2; taken.has(name); number += 1) name = `${usual.name}${number}`;
  return { ...usual, name };
}

/** What a model is told and where its answer goes: into the conversation, or from text to text. */
function speech(context: PlanContext, system: string): { settings: JsonObject; channels: WantedChannel[] } {
  const conversation = conversationOf(context.graph);
  if (conversation !== null) {
    const { name } = conversation;
    return { settings: name === "messages" ? { system } : { system, history: name, into: name }, channels: [] };
  }
  const asked = firstText(context.graph, []);
  if (asked === null) {
    const into = wanted(context, "into", ANSWER);
    return { settings: { system, prompt: "Say hello.", into: into.name }, channels: [into] };
  }
  return { settings: { system, prompt: `{state.${asked}}`, into: answerText(context.graph, asked) ?? asked }, channels: [] };
}

/** Where an answer belongs by its name, before any other text: what is answered takes the place of what was there. */
const ANSWERS = /answer|reply|response|result|output|report|summary|draft/i;

function answerText(graph: SourceGraph, asked: string): string | null {
  const texts = channelsOfShape(graph, "string").filter(({ name }) => name !== asked && isName(name));
  return (texts.find(({ name }) => ANSWERS.test(name)) ?? texts[0])?.name ?? null;
}

function firstText(graph: SourceGraph, without: readonly string[]): string | null {
  return channelsOfShape(graph, "string").find(({ name }) => !without.includes(name) && isName(name))?.name ?? null;
}

function toolsCode({ tools }: PlanContext, isWanted: boolean): Record<string, string> {
  return isWanted && tools.length > 0 ? { tools: `[${tools.join(", ")}]` } : {};
}

/** Something that can be asked about the first channel whose type says what. */
function firstQuestion(graph: SourceGraph): string {
  for (const channel of graph.channels) {
    const name = member("state", channel.name);
    const shape = shapeOf(channel);
    if (shape === "boolean") return name;
    if (shape === "string") return `${name} !== ""`;
    if (shape === "number") return `${name} > 0`;
    if (shape === "list") return `${name}.length > 0`;
  }
  return "true";
}

function isName(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
}

function member(object: string, name: string): string {
  return isName(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
}

const ORDER: Partial<Record<KitKind, readonly string[]>> = {
  map: ["over", "each", "into"],
  approval: ["title", "description", "show", "edit", "choices", "into"],
};

/** Without what is null, in the order in which a person would write it. */
function inOrder(kind: KitKind, settings: Record<string, Json>): JsonObject {
  const order = ORDER[kind] ?? [];
  const entries = Object.entries(settings).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(entries.sort(([a], [b]) => rank(a) - rank(b)));
}
