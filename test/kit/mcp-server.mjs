// A tool server of the Model Context Protocol on standard input and output, as small as can be.
import { createInterface } from "node:readline";

const TOOL = {
  name: "count",
  description: "Counts words.",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};

const ANSWERS = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "words", version: "1.0.0" } }),
  "tools/list": () => ({ tools: [TOOL] }),
  "tools/call": (params) => ({ content: [{ type: "text", text: `${params.arguments.text.split(" ").length} words` }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = ANSWERS[method];
  const reply = answer === undefined ? { error: { code: -32601, message: "unknown" } } : { result: answer(params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
});
