import type { RunnableConfig } from "@langchain/core/runnables";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { createAgent } from "langchain";
import { createModel } from "./model";
import { conversationOf } from "./model-node";
import { textFor, type ChannelName, type NodeUpdate, type StateText } from "./node-types";
import { toScript, type Answers } from "./script";

export type AgentNodeOptions<State extends object> = {
  /** e.g. `openai:gpt-5`; `scripted` answers without any provider. Default: `RETROGRAPH_MODEL`, else scripted. */
  model?: string;
  temperature?: number;
  /** What the agent is told to be and to do. */
  system?: StateText<State>;
  /** What it is asked, after the conversation. */
  prompt?: StateText<State>;
  /** What it may call, as often as it likes. */
  tools?: StructuredToolInterface[];
  /** The channel with the conversation. Default: `messages`. */
  history?: NoInfer<ChannelName<State>>;
  /** The channel for what it says: all its messages in `messages` (the default), its last text elsewhere. */
  into?: NoInfer<ChannelName<State>>;
  /** What the scripted model answers. */
  script?: Answers;
};

/**
 * A node that is an agent: `createAgent` of LangChain, a model that calls tools in a loop until it has an answer.
 *
 * ```ts
 * const researcher = agentNode({ system: "You look things up.", tools: [search] });
 * ```
 * @throws ModelUnavailableError (in the run) when the model's key or package is missing.
 */
export function agentNode<State extends object = object>(options: AgentNodeOptions<State>) {
  const { system, prompt, tools = [], history = "messages", into = "messages", temperature } = options;
  return async (state: State, config?: RunnableConfig): Promise<NodeUpdate> => {
    const fields = temperature === undefined ? undefined : { temperature };
    const model = await createModel({ name: options.model, script: toScript(options.script), fields });
    const agent = createAgent({ model, tools, ...(system === undefined ? {} : { systemPrompt: textFor(system, state) }) });
    const asked = [...conversationOf(state, history), ...(prompt === undefined ? [] : [{ role: "user" as const, content: textFor(prompt, state) }])];
    const result = await agent.invoke({ messages: asked }, config);
    const said = result.messages.slice(asked.length);
    return { [into]: into === "messages" ? said : (said.at(-1)?.text ?? "") };
  };
}
