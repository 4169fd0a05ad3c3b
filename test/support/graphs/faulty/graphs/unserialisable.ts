import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ kind: Annotation<string>, value: Annotation<unknown> });

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

function make(kind: string): unknown {
  switch (kind) {
    case "bigint":
      return { count: 10n };
    case "cyclic": {
      const value: Record<string, unknown> = { name: "loop" };
      value["self"] = value;
      return value;
    }
    case "date":
      return new Date(0);
    case "map":
      return new Map([["a", 1]]);
    case "instance":
      return new Point(1, 2);
    case "undefined":
      return { there: 1, missing: undefined };
    default:
      return kind;
  }
}

export const graph = new StateGraph(State).addNode("make", (state) => ({ value: make(state.kind) })).addEdge(START, "make");
