import { Annotation, Command, END, START, Send, StateGraph, entrypoint, interrupt, task, type BaseCheckpointSaver } from "@langchain/langgraph";

const append = <T>(left: T[], right: T | T[]): T[] => left.concat(right);

export const Log = Annotation.Root({ log: Annotation<string[]>({ reducer: append, default: () => [] }) });

const say = (text: string) => () => ({ log: [text] });

/** Two nodes in a row. */
export function linear(checkpointer: BaseCheckpointSaver, options: { interruptBefore?: ("a" | "b")[] } = {}) {
  return new StateGraph(Log)
    .addNode("a", say("a"))
    .addNode("b", say("b"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", END)
    .compile({ checkpointer, ...options });
}

/** Goes round `steps` times. */
export function loop(checkpointer: BaseCheckpointSaver, steps: number) {
  const Count = Annotation.Root({ count: Annotation<number>(), text: Annotation<string>() });
  return new StateGraph(Count)
    .addNode("tick", (state) => ({ count: (state.count ?? 0) + 1, text: "x".repeat(100) }))
    .addEdge(START, "tick")
    .addConditionalEdges("tick", (state) => (state.count >= steps ? END : "tick"), { tick: "tick", [END]: END })
    .compile({ checkpointer });
}

export function conditional(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(Log)
    .addNode("decide", say("decide"))
    .addNode("left", say("left"))
    .addNode("right", say("right"))
    .addEdge(START, "decide")
    .addConditionalEdges("decide", (state) => (state.log.includes("go right") ? "right" : "left"), ["left", "right"])
    .compile({ checkpointer });
}

/** Two branches that are joined, and a deferred node after them. */
export function fanOut(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(Log)
    .addNode("split", say("split"))
    .addNode("one", say("one"))
    .addNode("two", say("two"))
    .addNode("two+more", say("two+more"))
    .addNode("join", say("join"))
    .addNode("last", say("last"), { defer: true })
    .addEdge(START, "split")
    .addEdge("split", "one")
    .addEdge("split", "two")
    .addEdge("two", "two+more")
    .addEdge(["one", "two+more"], "join")
    .addEdge("one", "last")
    .addEdge("join", END)
    .compile({ checkpointer });
}

export function sends(checkpointer: BaseCheckpointSaver, options: { interruptBefore?: "work"[] } = {}) {
  return new StateGraph(Log)
    .addNode("plan", say("plan"))
    .addNode("work", (state: { item?: string }) => ({ log: [`work ${state.item ?? ""}`] }))
    .addNode("sum", say("sum"))
    .addEdge(START, "plan")
    .addConditionalEdges("plan", () => [new Send("work", { item: "x" }), new Send("work", { item: "y" })], ["work"])
    .addEdge("work", "sum")
    .compile({ checkpointer, ...options });
}

export function commands(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(Log)
    .addNode("route", () => new Command({ update: { log: ["route"] }, goto: ["b", new Send("c", {})] }), { ends: ["b", "c"] })
    .addNode("b", say("b"))
    .addNode("c", say("c"))
    .addEdge(START, "route")
    .compile({ checkpointer });
}

/** Asks twice in parallel nodes, one of which fails when told to. */
export function asking(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(Log)
    .addNode("ask", () => ({ log: [`answer ${String(interrupt({ question: "ok?" }))}`] }))
    .addNode("ask too", () => ({ log: [`answer ${String(interrupt("and this?"))}`] }))
    .addNode("done", say("done"))
    .addEdge(START, "ask")
    .addEdge(START, "ask too")
    .addEdge(["ask", "ask too"], "done")
    .compile({ checkpointer });
}

export function failing(checkpointer: BaseCheckpointSaver, flag: { broken: boolean }) {
  return new StateGraph(Log)
    .addNode("fine", say("fine"))
    .addNode("bad", () => {
      if (flag.broken) throw new TypeError("this went wrong");
      return { log: ["mended"] };
    })
    .addNode("after", say("after"))
    .addEdge(START, "fine")
    .addEdge(START, "bad")
    .addEdge(["fine", "bad"], "after")
    .compile({ checkpointer });
}

export function nested(checkpointer: BaseCheckpointSaver) {
  const child = new StateGraph(Log)
    .addNode("inner", say("inner"))
    .addNode("asks", () => ({ log: [String(interrupt("from inside"))] }))
    .addEdge(START, "inner")
    .addEdge("inner", "asks")
    .compile();
  return new StateGraph(Log)
    .addNode("before", say("before"))
    .addNode("child", child)
    .addNode("after", say("after"))
    .addEdge(START, "before")
    .addEdge("before", "child")
    .addEdge("child", "after")
    .compile({ checkpointer });
}

export function functional(checkpointer: BaseCheckpointSaver) {
  const double = task("double", async (value: number) => value * 2);
  return entrypoint({ name: "calculate", checkpointer }, async (input: { value: number }) => {
    const doubled = await double(input.value);
    const answer: unknown = interrupt({ doubled });
    return { doubled, answer };
  });
}

/** One node that asks with this payload. */
export function asksWith(checkpointer: BaseCheckpointSaver, value: unknown) {
  return new StateGraph(Log)
    .addNode("ask", () => ({ log: [JSON.stringify(interrupt(value))] }))
    .addEdge(START, "ask")
    .compile({ checkpointer });
}

/** Asks twice in one node, one after the other. */
export function asksTwice(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(Log)
    .addNode("ask", () => ({ log: [`${String(interrupt("first?"))} ${String(interrupt("second?"))}`] }))
    .addEdge(START, "ask")
    .compile({ checkpointer });
}

/** The same, and fails after the answers when told to. */
export function asksTwiceThenBreaks(checkpointer: BaseCheckpointSaver, flag: { broken: boolean }) {
  return new StateGraph(Log)
    .addNode("ask", () => {
      const answers = [String(interrupt("first?")), String(interrupt("second?"))];
      if (flag.broken) throw new Error("broken");
      return { log: [answers.join(" ")] };
    })
    .addEdge(START, "ask")
    .compile({ checkpointer });
}

/** A packet of `Send` for each of `count`, which asks inside of a subgraph. */
export function asksMany(checkpointer: BaseCheckpointSaver, count: number) {
  const Item = Annotation.Root({ item: Annotation<number>(), log: Annotation<string[]>({ reducer: append, default: () => [] }) });
  const child = new StateGraph(Item)
    .addNode("look", () => ({}))
    .addNode("asks", (state) => ({ log: [String(interrupt({ question: `number ${state.item}?` }))] }))
    .addEdge(START, "look")
    .addEdge("look", "asks")
    .compile();
  return new StateGraph(Log)
    .addNode("plan", say("plan"))
    .addNode("work", child)
    .addEdge(START, "plan")
    .addConditionalEdges("plan", () => Array.from({ length: count }, (_, item) => new Send("work", { item })), ["work"])
    .compile({ checkpointer });
}

/** A node whose code calls a subgraph that asks, beside a subgraph of two levels that asks. */
export function asksInside(checkpointer: BaseCheckpointSaver, onAnswer?: () => void) {
  const asks = (text: string) =>
    new StateGraph(Log)
      .addNode("asks", async () => {
        const answer = String(interrupt(text));
        onAnswer?.();
        // Whoever stops the run on the answer does so before the node has ended.
        if (onAnswer !== undefined) await new Promise((resolve) => setTimeout(resolve, 50));
        return { log: [answer] };
      })
      .addEdge(START, "asks")
      .compile();
  const called = asks("called?");
  const outer = new StateGraph(Log).addNode("deep", asks("deep?")).addEdge(START, "deep").compile();
  return new StateGraph(Log)
    .addNode("calls", async (state, config) => ({ log: (await called.invoke({ log: [] }, config)).log.slice(state.log.length) }))
    .addNode("child", outer)
    .addEdge(START, "calls")
    .addEdge(START, "child")
    .compile({ checkpointer });
}

/** A node that asks beside one that fails. */
export function asksAndBreaks(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(Log)
    .addNode("ask", () => ({ log: [String(interrupt("still?"))] }))
    .addNode("break", async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error("broken");
    })
    .addEdge(START, "ask")
    .addEdge(START, "break")
    .compile({ checkpointer });
}
