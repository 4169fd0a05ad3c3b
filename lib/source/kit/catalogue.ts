import type { KitKind } from "../../schema/kit";

/** How a setting is written in the text and shown in the form. */
export type KitFieldKind =
  /** A text, or a template over the state: `` (state) => `Hello ${state.name}` ``. `long` has several lines. */
  | "template"
  | "long"
  | "text"
  | "number"
  | "choice"
  /** A channel's name; `channels` a list of them. */
  | "channel"
  | "channels"
  /** A list of tools that the file has. */
  | "tools"
  /** An expression over the state: `(state) => state.items`. */
  | "expression"
  /** Scripted answers: one or several texts, or code. */
  | "answers"
  /** Rules of a condition, choices of an approval and who must give it, MCP servers, headers: each has a form of its own. */
  | "rules"
  | "otherwise"
  | "choices"
  | "approval"
  | "servers"
  | "headers"
  | "code";

export type KitField = {
  /** The setting's name in the object that the kit function is given. */
  name: string;
  label: string;
  kind: KitFieldKind;
  help?: string;
  placeholder?: string;
  choices?: readonly string[];
  /** It must be there. */
  required?: boolean;
  /** Shown below a fold. */
  rare?: boolean;
};

export type KitGroup = "Think" | "Act" | "Steer";

export type KitEntry = {
  title: string;
  group: KitGroup;
  /** What it does, in a few words. */
  line: string;
  /** What a new node is called. */
  name: string;
  /** The function of the kit that makes it, in the file of `lib/kit` with this name; null for code without the kit. */
  made: { file: string; function: string } | null;
  fields: readonly KitField[];
};

const MODEL: KitField = {
  name: "model",
  label: "Model",
  kind: "text",
  placeholder: "RETROGRAPH_MODEL, else scripted",
  help: "Provider and model, e.g. openai:gpt-5. “scripted” answers offline.",
};
const TEMPERATURE: KitField = { name: "temperature", label: "Temperature", kind: "number", rare: true };
const SCRIPT: KitField = {
  name: "script",
  label: "Scripted answers",
  kind: "answers",
  help: "What it answers without a provider, one after the other.",
};
const SYSTEM: KitField = { name: "system", label: "System prompt", kind: "long", placeholder: "You are …" };
const PROMPT: KitField = { name: "prompt", label: "Prompt", kind: "long", help: "Asked after the conversation." };
const HISTORY: KitField = { name: "history", label: "Conversation", kind: "channel", placeholder: "messages", rare: true };
const into = (help: string, required = true): KitField => ({ name: "into", label: "Writes to", kind: "channel", help, required });

/** Every kind of node that can be added, in the order of the palette. */
export const KIT_CATALOGUE = {
  model: {
    title: "Model",
    group: "Think",
    line: "one call, structured or text",
    name: "model",
    made: { file: "model-node", function: "modelNode" },
    fields: [
      MODEL,
      SYSTEM,
      PROMPT,
      { name: "tools", label: "Tools it may ask for", kind: "tools" },
      {
        name: "output",
        label: "Structured output",
        kind: "code",
        placeholder: "z.object({ … })",
        help: "A zod schema. Without a channel to write to, each field goes to the channel of its name.",
      },
      { ...into("A message in messages, a text elsewhere.", false), placeholder: "messages" },
      SCRIPT,
      HISTORY,
      TEMPERATURE,
    ],
  },
  agent: {
    title: "Agent",
    group: "Think",
    line: "model with tools, in a loop",
    name: "agent",
    made: { file: "agent-node", function: "agentNode" },
    fields: [
      MODEL,
      SYSTEM,
      PROMPT,
      { name: "tools", label: "Tools", kind: "tools" },
      { ...into("All its messages in messages, its last text elsewhere.", false), placeholder: "messages" },
      SCRIPT,
      HISTORY,
      TEMPERATURE,
    ],
  },
  retrieve: {
    title: "Retrieve",
    group: "Think",
    line: "search a folder",
    name: "retrieve",
    made: { file: "retrieve", function: "retrieve" },
    fields: [
      { name: "folder", label: "Folder", kind: "text", required: true, help: "Of text and Markdown files, from the project's folder." },
      { name: "query", label: "Looks for", kind: "template", placeholder: "the last message" },
      { name: "k", label: "Passages", kind: "number", placeholder: "5" },
      into("A list of { file, line, text, score }."),
    ],
  },
  tools: {
    title: "Tools",
    group: "Act",
    line: "functions, MCP servers",
    name: "tools",
    made: { file: "tools-node", function: "toolsNode" },
    fields: [
      { name: "tools", label: "Functions of this file", kind: "tools" },
      {
        name: "mcpServers",
        label: "MCP servers",
        kind: "servers",
        help: "A program that is started, or an address. They are reached when a tool is called.",
      },
    ],
  },
  code: { title: "Code", group: "Act", line: "a TypeScript function", name: "step", made: null, fields: [] },
  http: {
    title: "HTTP",
    group: "Act",
    line: "call an API",
    name: "request",
    made: { file: "http-node", function: "httpNode" },
    fields: [
      { name: "method", label: "Method", kind: "choice", choices: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
      { name: "url", label: "Address", kind: "template", required: true },
      { name: "headers", label: "Headers", kind: "headers" },
      { name: "body", label: "Body", kind: "expression", placeholder: "{ amount: state.amount }", help: "Sent as JSON." },
      into("The parsed JSON, else the text."),
      { name: "timeoutMs", label: "Gives up after (ms)", kind: "number", placeholder: "30000", rare: true },
    ],
  },
  condition: {
    title: "Condition",
    group: "Steer",
    line: "rules over the state",
    name: "check",
    made: { file: "condition", function: "condition" },
    fields: [
      { name: "rules", label: "Rules", kind: "rules", required: true, help: "The first that holds decides." },
      { name: "otherwise", label: "Otherwise", kind: "otherwise", required: true },
    ],
  },
  approval: {
    title: "Approval",
    group: "Steer",
    line: "a person decides",
    name: "approval",
    made: { file: "approval-node", function: "approvalNode" },
    fields: [
      { name: "title", label: "Title", kind: "template", required: true },
      { name: "description", label: "Description", kind: "long", help: "What happens on approval." },
      { name: "show", label: "Shown", kind: "channels" },
      { name: "choices", label: "Decisions", kind: "choices", required: true },
      { name: "edit", label: "Can be edited before approving", kind: "channels" },
      into("The decision."),
      { name: "comment", label: "Comment goes to", kind: "channel", rare: true },
      { name: "approval", label: "Who must answer", kind: "approval", rare: true },
    ],
  },
  map: {
    title: "Map",
    group: "Steer",
    line: "fan out a list, gather",
    name: "each",
    made: { file: "map-node", function: "mapNode" },
    fields: [
      { name: "over", label: "For each of", kind: "expression", required: true, placeholder: "state.items" },
      {
        name: "each",
        label: "Do",
        kind: "code",
        required: true,
        help: "A function of the item and the state. All items are worked on side by side.",
      },
      into("The results, in the order of the list."),
    ],
  },
  subgraph: { title: "Subgraph", group: "Steer", line: "a workflow as a node", name: "subgraph", made: null, fields: [] },
} as const satisfies Record<KitKind, KitEntry>;

export const KIT_GROUPS: readonly KitGroup[] = ["Think", "Act", "Steer"];

/** An entry of the catalogue by kind. */
export function kitEntry(kind: KitKind): KitEntry {
  return KIT_CATALOGUE[kind];
}

/** How the setting of a dotted path is written: that of a field, or of a part of one (`rules.0.when`, `headers.x-key`). */
export function fieldKindOf(kind: KitKind, path: string): KitFieldKind {
  const [name, ...rest] = path.split(".");
  const field = kitEntry(kind).fields.find((each) => each.name === name)?.kind ?? "code";
  if (rest.length === 0) return field;
  if (field === "headers") return "template";
  return field === "rules" && rest.at(-1) === "when" ? "expression" : "text";
}
