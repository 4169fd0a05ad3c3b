import { describe, expect, it } from "vitest";
import type { Guard } from "./guard";
import { guarded } from "./guard";
import type { Unsafe } from "./unsafe";

const HEAD = `import { Annotation, Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { charge } from "./outside";

const State = Annotation.Root({ who: Annotation<string>, amount: Annotation<number>, receipt: Annotation<string>, list: Annotation<string[]> });
`;
const CALL = "charge(state.amount, state.who)";

function reasonOf(guard: Guard, code: string, call = CALL): string {
  const unsafe: Unsafe = { name: "", file: "graphs/flow.ts", text: HEAD + code, call, node: "pay", input: {}, answer: null };
  const outcome = guarded(unsafe, guard);
  return outcome.status === "refused" ? outcome.reason : `It is ${outcome.status}.`;
}

function node(body: string, builder = '.addNode("pay", pay).addEdge(START, "pay").addEdge("pay", END)', before = ""): string {
  return `${before}
async function pay(state: typeof State.State) {
${body}
}
export const graph = new StateGraph(State)${builder};
`;
}

describe("A node of its own is refused", () => {
  it.each([
    [
      "where the question shows what the call gives",
      node(`const receipt = await ${CALL};\nconst text = interrupt(receipt);\nreturn { receipt, who: text };`),
      "The question shows what `charge` gives, so it cannot come after it.",
    ],
    ["where nobody is asked", node(`await ${CALL};\nreturn {};`), "Nobody is asked behind `charge` in this node."],
    [
      "where the node ends by what the call gives",
      node(`const receipt = await ${CALL};\nif (receipt === "") return {};\nreturn { who: interrupt("?") };`),
      "Where the node ends depends on what `charge` gives.",
    ],
    [
      "where a value has no type that the state could take",
      node(`const draft = (await fetch("https://a.example")).url;\nawait charge(state.amount, draft);\nreturn { who: interrupt("?") };`),
      "The new node needs `draft`, whose type is not written down: give it a type first.",
      "charge(state.amount, draft)",
    ],
    [
      "where another node runs the same function",
      node(
        `await ${CALL};\nreturn { who: interrupt("?") };`,
        '.addNode("pay", pay).addNode("again", pay).addEdge(START, "pay").addEdge("pay", "again")',
      ),
      "The node again runs the same function: give each of them one of its own first.",
    ],
    [
      "where other code calls the function",
      node(
        `await ${CALL};\nreturn { who: interrupt("?") };`,
        undefined,
        "const twice = async (state: typeof State.State) => [await pay(state), await pay(state)];\nvoid twice;",
      ),
      "Other code calls the node's function too, and would lose what moves.",
    ],
    [
      "where what follows waits for others",
      node(
        `await ${CALL};\nreturn { who: interrupt("?") };`,
        '.addNode("pay", pay).addNode("b", () => ({})).addNode("c", () => ({})).addEdge(START, "pay").addEdge(START, "b").addEdge(["pay", "b"], "c")',
      ),
      "What follows the node waits for other nodes too: move the call in the code.",
    ],
    [
      "where a command leads out of the workflow",
      node(
        `await ${CALL};\nreturn new Command({ goto: "b", graph: Command.PARENT, update: { who: interrupt("?") } });`,
        '.addNode("pay", pay, { ends: ["b"] }).addNode("b", () => ({})).addEdge(START, "pay")',
      ),
      "A command leads out of this workflow, into the one around it: that way cannot pass another node here.",
    ],
    [
      "in a loop that asks",
      node(`for (const one of state.list) {\nawait charge(1, one);\ninterrupt(one);\n}\nreturn {};`),
      "The call and the question stand in one loop: make it one node per call instead.",
      "charge(1, one)",
    ],
  ])("%s", (_, code, reason, call = CALL) => {
    expect(reasonOf("own_node", code, call)).toBe(reason);
  });
});

describe("One node per call is refused", () => {
  const loop = (body: string, end = "return {};", before = "") => node(`${before}for (const one of state.list) {\n${body}\n}\n${end}`);
  const call = "charge(1, one)";
  it.each([
    [
      "where the call comes first in each round",
      loop(`await ${call};\ninterrupt(one);`),
      "The call comes before the question also within one round, so that it would still be made again.",
    ],
    [
      "where the rounds count together",
      loop(`interrupt(one);\ncount += 1;\nawait ${call};`, "return { amount: count };", "let count = 0;\n"),
      "The rounds of the loop count together in `count`.",
    ],
    [
      "where the channel keeps only the last value",
      loop(`interrupt(one);\nlines.push(await ${call});`, "return { list: lines };", "const lines: string[] = [];\n"),
      "`list` keeps only its last value: give the channel a reducer that adds to it, so that each call can return its own.",
    ],
    ["where a round ends the node", loop(`if (interrupt(one) === "no") return {};\nawait ${call};`), "A round of the loop can end the whole node."],
    [
      "where a round ends the loop",
      loop(`if (interrupt(one) === "no") break;\nawait ${call};`),
      "A round of the loop can keep the others from being made.",
    ],
    [
      "where all results are worked on together",
      loop(`interrupt(one);\nlines.push(await ${call});`, 'console.log(lines.join(","));\nreturn {};', "const lines: string[] = [];\n"),
      "The node works on the results together when all calls are done: that would need a node of its own behind them.",
    ],
  ])("%s", (_, code, reason) => {
    expect(reasonOf("node_per_call", code, call)).toBe(reason);
  });
});

describe("Keeping a result is refused", () => {
  it("where what comes back cannot be kept", () => {
    const code = node('const answer = await fetch("https://a.example", { method: "POST" });\nreturn { who: interrupt(answer.status) };');
    expect(reasonOf("task", code, 'fetch("https://a.example", { method: "POST" })')).toMatch(
      /^What fetch answers holds a connection and cannot be kept\./,
    );
  });

  it("by a key that is another one each time", () => {
    const code = node('await charge(state.amount, crypto.randomUUID());\nreturn { who: interrupt("?") };');
    expect(reasonOf("key", code, "charge(state.amount, crypto.randomUUID())")).toMatch(
      /^What the call is given is another one each time \(`crypto\.randomUUID\(\)`\)/,
    );
  });

  it("in a function that is not async and not the node's own", () => {
    const code = node(
      'save(state.who);\nreturn { who: interrupt("?") };',
      undefined,
      "function save(who: string) {\n  void 0;\n  console.log(charge(1, who));\n}",
    );
    expect(reasonOf("task", code, "charge(1, who)")).toMatch(/^The call stands in a function that is not async/);
  });
});
