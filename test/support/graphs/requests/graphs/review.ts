import { createAgent, humanInTheLoopMiddleware, tool } from "langchain";
import { z } from "zod";
import { ScriptedChatModel } from "../../../../../lib/kit/scripted-model";

/** What the tools have really done, in order. */
export const done: string[] = [];

const ARGS = z.object({ table: z.string(), where: z.string() });

const deleteRecords = tool(
  ({ table, where }) => {
    done.push(`delete_records ${table} ${where}`);
    return "deleted";
  },
  { name: "delete_records", description: "Deletes records of a table.", schema: ARGS },
);

const sendEmail = tool(
  ({ to }) => {
    done.push(`send_email ${to}`);
    return "sent";
  },
  { name: "send_email", description: "Sends an e-mail.", schema: z.object({ to: z.string() }) },
);

const CALLS = {
  delete_records: { name: "delete_records", args: { table: "orders", where: "1=1" } },
  send_email: { name: "send_email", args: { to: "ann@example.com" } },
};

/** Proposes the tool calls that the person names, and says how they went. */
const model = new ScriptedChatModel({
  delayMs: 0,
  script: ({ messages }) => {
    const last = messages.at(-1);
    if (last?.type === "tool") return `It came to this: ${last.text}`;
    const asked = last?.text ?? "";
    return { text: "", toolCalls: Object.entries(CALLS).flatMap(([name, call]) => (asked.includes(name) ? [call] : [])) };
  },
});

/** LangChain's own agent with its human-in-the-loop middleware. */
export const agent = createAgent({
  model,
  tools: [deleteRecords, sendEmail],
  middleware: [
    humanInTheLoopMiddleware({
      interruptOn: {
        delete_records: {
          allowedDecisions: ["approve", "edit", "reject"],
          argsSchema: z.toJSONSchema(ARGS),
        },
        send_email: { allowedDecisions: ["approve", "reject"], description: "Sends an **e-mail**." },
      },
    }),
  ],
});
