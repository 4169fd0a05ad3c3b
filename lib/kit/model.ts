import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { ScriptedChatModel, type Script } from "./scripted-model";

/** A chat model that can be offered tools. */
export type ToolCallingModel = BaseChatModel & Required<Pick<BaseChatModel, "bindTools">>;

export type CreateModelOptions = {
  /** What the scripted model answers; used when `RETROGRAPH_MODEL` is `scripted` or not set. */
  script: Script;
  /** `scripted`, or any name that `initChatModel` knows, e.g. `openai:gpt-5`. Default: `RETROGRAPH_MODEL`. */
  name?: string;
  /** Settings for a real model, e.g. `{ temperature: 0, apiKey, configuration: { baseURL } }`. */
  fields?: Record<string, unknown>;
  /** Pause before each token of the scripted model in milliseconds. */
  delayMs?: number;
};

/** The model that was asked for cannot be used. The message says why and what to do. */
export class ModelUnavailableError extends Error {
  override readonly name = "ModelUnavailableError";
}

/** Where each provider's client looks for its key. */
const KEY_VARIABLES: Record<string, string> = {
  anthropic: "ANTHROPIC_API_KEY",
  cerebras: "CEREBRAS_API_KEY",
  cohere: "COHERE_API_KEY",
  deepseek: "DEEPSEEK_API_KEY",
  fireworks: "FIREWORKS_API_KEY",
  google: "GOOGLE_API_KEY",
  "google-genai": "GOOGLE_API_KEY",
  groq: "GROQ_API_KEY",
  mistralai: "MISTRAL_API_KEY",
  openai: "OPENAI_API_KEY",
  perplexity: "PERPLEXITY_API_KEY",
  together: "TOGETHER_AI_API_KEY",
  xai: "XAI_API_KEY",
};

/**
 * Gives the model a workflow talks to: the scripted one by default, which needs no key and no network,
 * or a real one when `RETROGRAPH_MODEL` names it. A provider's package is loaded only when it is used.
 * @throws ModelUnavailableError when the key or the provider's package is missing, or the name is not known.
 */
export async function createModel(options: CreateModelOptions): Promise<ToolCallingModel> {
  const name = options.name ?? process.env.RETROGRAPH_MODEL ?? "scripted";
  if (name === "scripted" || name === "") return new ScriptedChatModel({ script: options.script, delayMs: options.delayMs });
  requireKey(name, options.fields);
  const { initChatModel } = await import("langchain");
  const model: BaseChatModel = await initChatModel(name, options.fields).catch((error: unknown) => {
    throw unavailable(name, error);
  });
  if (!canCallTools(model))
    throw new ModelUnavailableError(`The model "${name}" cannot call tools. Set RETROGRAPH_MODEL to one that can, or to "scripted".`);
  return model;
}

function canCallTools(model: BaseChatModel): model is ToolCallingModel {
  return typeof model.bindTools === "function";
}

/** The provider of `openai:gpt-5`, or of a name that belongs to one alone; empty when it is not told. */
function providerOf(name: string): string {
  if (name.includes(":")) return name.slice(0, name.indexOf(":"));
  if (/^(gpt-|o\d)/.test(name)) return "openai";
  return name.startsWith("claude") ? "anthropic" : "";
}

function requireKey(name: string, fields: Record<string, unknown> | undefined): void {
  const variable = KEY_VARIABLES[providerOf(name)];
  if (variable === undefined || process.env[variable] || fields?.apiKey !== undefined) return;
  throw new ModelUnavailableError(
    `RETROGRAPH_MODEL is "${name}", but ${variable} is not set. Set ${variable} to your key and start again, ` +
      `or unset RETROGRAPH_MODEL to use the scripted model, which needs no key.`,
  );
}

function unavailable(name: string, error: unknown): ModelUnavailableError {
  const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  const missing = /Unable to import (\S+?)\.? /.exec(reason)?.[1];
  const advice =
    missing === undefined
      ? `Use a name like "openai:gpt-5" (provider, colon, model), or unset RETROGRAPH_MODEL to use the scripted model.`
      : `Its package is not installed: run "npm install ${missing}" and start again.`;
  return new ModelUnavailableError(`The model "${name}" of RETROGRAPH_MODEL could not be loaded: ${reason} ${advice}`, { cause: error });
}
