import { HumanMessage, SystemMessage, isBaseMessage, type BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { z } from "zod";
import { createModel, type ToolCallingModel } from "./model";
import { channelValue, textFor, type ChannelName, type NodeUpdate, type StateText } from "./node-types";
import { sampleValue } from "./sample-value";
import { toScript, type Answers } from "./script";

export type ModelNodeOptions<State extends object> = {
  /** e.g. `openai:gpt-5`; `scripted` answers without any provider. Default: `RETROGRAPH_MODEL`, else scripted. */
  model?: string;
  temperature?: number;
  /** What the model is told to be and to do. */
  system?: StateText<State>;
  /** What it is asked, after the conversation. */
  prompt?: StateText<State>;
  /** The channel with the conversation, which is sent along. Default: `messages`, where the state has it. */
  history?: NoInfer<ChannelName<State>>;
  /** Tools that it may ask for; a tools node runs them. */
  tools?: StructuredToolInterface[];
  /** The shape of its answer. Without `into`, each field goes to the channel of its name. */
  output?: z.ZodType;
  /** The channel for the answer: a message in `messages` (the default), a text or the structured answer elsewhere. */
  into?: NoInfer<ChannelName<State>>;
  /** What the scripted model answers. */
  script?: Answers;
};

/**
 * A node that asks a chat model once.
 *
 * ```ts
 * const answer = modelNode({ system: (state: typeof State.State) => `Answer in ${state.language}.` });
 * ```
 * @throws ModelUnavailableError (in the run) when the model's key or package is missing.
 */
export function modelNode<State extends object = object>(options: ModelNodeOptions<State>) {
  return async (state: State, config?: RunnableConfig): Promise<NodeUpdate> => {
    const model = await createModel({ name: options.model, script: toScript(answersOf(options)), fields: fieldsOf(options) });
    const messages = toMessages(options, state);
    if (options.output !== undefined) return structuredUpdate(options, await askForShape(model, options.output, messages, config));
    const reply = await (options.tools === undefined ? model : model.bindTools(options.tools)).invoke(messages, config);
    const into = options.into ?? "messages";
    return { [into]: isConversation(state, into) ? [reply] : reply.text };
  };
}

function answersOf<State extends object>({ script, output }: ModelNodeOptions<State>): Answers | undefined {
  if (script !== undefined || output === undefined) return script;
  const sample = sampleValue(output);
  return typeof sample === "object" && sample !== null && !Array.isArray(sample) ? { ...sample } : undefined;
}

function fieldsOf<State extends object>({ temperature }: ModelNodeOptions<State>): Record<string, unknown> | undefined {
  return temperature === undefined ? undefined : { temperature };
}

function toMessages<State extends object>({ system, prompt, history }: ModelNodeOptions<State>, state: State): BaseMessage[] {
  const messages = [
    ...(system === undefined ? [] : [new SystemMessage(textFor(system, state))]),
    ...conversationOf(state, history ?? "messages"),
    ...(prompt === undefined ? [] : [new HumanMessage(textFor(prompt, state))]),
  ];
  if (messages.length === 0) throw new Error("The model has nothing to answer: give it a system text or a prompt, or a channel with messages.");
  return messages;
}

/** The messages of a channel; none where it holds something else. */
export function conversationOf(state: object, channel: string): BaseMessage[] {
  const value = channelValue(state, channel);
  return Array.isArray(value) ? value.filter((item) => isBaseMessage(item)) : [];
}

/** A channel is a conversation by its name, or by what is in it. */
function isConversation(state: object, channel: string): boolean {
  return channel === "messages" || conversationOf(state, channel).length > 0;
}

async function askForShape(
  model: ToolCallingModel,
  schema: z.ZodType,
  messages: BaseMessage[],
  config: RunnableConfig | undefined,
): Promise<unknown> {
  const answer: unknown = await model.withStructuredOutput(schema, { name: "answer" }).invoke(messages, config);
  return schema.parse(answer);
}

function structuredUpdate<State extends object>({ into }: ModelNodeOptions<State>, answer: unknown): NodeUpdate {
  if (into !== undefined) return { [into]: answer };
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    throw new Error("The answer has no fields: name the channel that it goes to with `into`.");
  }
  return { ...answer };
}
