import type { RequestKind } from "../schema/inbox";
import type { Json, JsonObject } from "../schema/json";

export type ButtonStyle = "primary" | "default" | "danger";

/** What can be decided about one action. Which of them a request allows is its own business. */
export type Decision = "approve" | "edit" | "reject" | "respond" | "ignore";

/** One action that is asked about: a tool call, or what an agent inbox request names. */
export type RequestAction = {
  name: string;
  /** Markdown. */
  description: string | null;
  args: Json;
  /** JSON schema of the arguments, as the payload brings it; not checked for being one. */
  schema: Json | null;
  decisions: Decision[];
};

/** One thing that the request can be answered with. */
export type RequestChoice = {
  value: Json;
  label: string;
  style: ButtonStyle;
  comment: "none" | "optional" | "required";
};

/** An interrupt's payload as a person reads it; plain data. */
export type RequestView = {
  kind: RequestKind;
  title: string | null;
  /** Markdown, in order. `label` is the field's name where it is not the obvious main text. */
  texts: { label: string | null; text: string }[];
  /** Fields with no better way to be shown. */
  rest: JsonObject;
  /** Of `tool_review` and `agent_inbox`: the answer is made of one decision for each, in this order. */
  actions: RequestAction[];
  /** Of `approval` and `choice`. */
  choices: RequestChoice[];
  /** Values that may be corrected with the first choice of an `approval`; null where none may. */
  editable: JsonObject | null;
  /** Of `form`: the schema that its answer must fit, made safe to use; null where there is none or it cannot be used. */
  schema: JsonObject | null;
  /** Why the schema that the request brings cannot be used. */
  schemaProblem: string | null;
  /** How the keys of a `tool_review` are written, so that its answer is written the same way. */
  spelling: "camel" | "snake";
};

/** What is filled in where a shape does not have it. */
export const EMPTY_VIEW: RequestView = {
  kind: "other",
  title: null,
  texts: [],
  rest: {},
  actions: [],
  choices: [],
  editable: null,
  schema: null,
  schemaProblem: null,
  spelling: "camel",
};
