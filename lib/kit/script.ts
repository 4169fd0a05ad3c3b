import { AIMessage, HumanMessage } from "@langchain/core/messages";
import type { Script, ScriptedReply, ScriptedTurn } from "./scripted-model";

/** One scripted answer: a text, or the values of a structured answer. */
export type ScriptedAnswer = string | Record<string, unknown>;

/** What a scripted model answers: always the same, one answer after the other (the last one stays), or a function of the conversation. */
export type Answers = ScriptedAnswer | ScriptedAnswer[] | Script;

/** The script that gives these answers; without any, the model says back what it was told. */
export function toScript(answers: Answers | undefined): Script {
  if (typeof answers === "function") return answers;
  const list = Array.isArray(answers) ? answers : answers === undefined ? [] : [answers];
  return (turn) => {
    const answer = list[Math.min(repliesSoFar(turn), list.length - 1)];
    return answer === undefined ? echo(turn) : toReply(answer, turn);
  };
}

/** The same conversation always gets the same answer, so the turn is told by the conversation itself. */
function repliesSoFar({ messages }: ScriptedTurn): number {
  return messages.filter((message) => AIMessage.isInstance(message)).length;
}

function echo({ messages }: ScriptedTurn): ScriptedReply {
  const said = messages.findLast((message) => HumanMessage.isInstance(message))?.text ?? "";
  return said === "" ? "This is a scripted answer." : `This is a scripted answer to “${said}”.`;
}

/** A structured answer is a call of the tool that stands for its schema. */
function toReply(answer: ScriptedAnswer, { tools, requiredTool }: ScriptedTurn): ScriptedReply {
  if (typeof answer === "string") return answer;
  const name = requiredTool ?? tools[0]?.name;
  return name === undefined ? JSON.stringify(answer) : { toolCalls: [{ name, args: answer }] };
}
