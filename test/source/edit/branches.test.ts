import { describe, expect, it } from "vitest";
import { difference, edited, FILE, graphIn, notesOf, outcomeOf, refusalOf, shapeOf } from "./support";

const HEAD = `import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number>, topic: Annotation<string> });
const step = (state: typeof State.State) => ({ n: state.n + 1 });
`;

const TEXT = `${HEAD}
function route(state: typeof State.State): "on" | "stop" {
  if (state.n < 3) return "on";
  return "stop";
}

export const graph = new StateGraph(State)
  .addNode("a", step)
  .addNode("b", step)
  .addEdge(START, "a")
  .addConditionalEdges("a", route, { on: "b", stop: END })
  .addEdge("b", "a");
`;

const INFERRED = `${HEAD}
function next(state: typeof State.State) {
  switch (state.topic) {
    case "x":
      return "b";
    default:
      return END;
  }
}

export const graph = new StateGraph(State)
  .addNode("a", step)
  .addNode("b", step)
  .addEdge(START, "a")
  .addConditionalEdges("a", next)
  .addConditionalEdges("b", (state) => (state.n > 3 ? "a" : END), ["a", END]);
`;

describe("Turning edges into a condition", () => {
  it("writes a router above the builder, in place of the edge", () => {
    const after = edited(TEXT, {
      type: "make_conditional",
      source: "b",
      branches: [
        { label: "again", target: "a", when: 'state.topic === "x"' },
        { label: "that's it", target: "__end__" },
      ],
    });
    expect(difference(TEXT, after)).toEqual({
      gone: ['.addEdge("b", "a");'],
      added: [
        "function routeAfterB(state: typeof State.State) {",
        'if (state.topic === "x") return "again";',
        'return "that\'s it";',
        "}",
        '.addConditionalEdges("b", routeAfterB, { again: "a", "that\'s it": END });',
      ],
    });
  });

  it("takes the name that is given, or a router that the file has", () => {
    const branches = [
      { label: "on", target: "a", when: "state.n > 1" },
      { label: "stop", target: "__end__" },
    ];
    expect(edited(TEXT, { type: "make_conditional", source: "b", router: "chooseNext", branches })).toContain("function chooseNext(state");
    const shared = edited(TEXT, { type: "make_conditional", source: "b", router: "route", branches });
    expect(difference(TEXT, shared).added).toEqual(['.addConditionalEdges("b", route, { on: "a", stop: END });']);
    const inline = edited(TEXT, { type: "make_conditional", source: "b", router: "condition({ field: 'n' })", branches });
    expect(inline).toContain(`.addConditionalEdges("b", condition({ field: 'n' }), { on: "a", stop: END });`);
  });

  it("stands inline where the state's type has no name", () => {
    const text = TEXT.replace(/function route[^}]*\n}\n/, "")
      .replace('.addConditionalEdges("a", route, { on: "b", stop: END })', '.addEdge("a", "b")')
      .replace("new StateGraph(State)", "new StateGraph(makeState())")
      .replace("(state: typeof State.State)", "(state: { n: number })");
    const after = edited(text, {
      type: "make_conditional",
      source: "b",
      branches: [
        { label: "on", target: "a", when: "state.n > 1" },
        { label: "stop", target: "__end__" },
      ],
    });
    expect(after).toContain(
      '.addConditionalEdges("b", (state) => {\n    if (state.n > 1) return "on";\n    return "stop";\n  }, { on: "a", stop: END });',
    );
  });

  it("is plain JavaScript in a file of JavaScript", () => {
    const text = `import { START, StateGraph } from "@langchain/langgraph";\n\nexport const graph = new StateGraph(State).addNode("a", a).addEdge(START, "a");\n`;
    const outcome = outcomeOf(
      text,
      {
        type: "make_conditional",
        source: "a",
        branches: [
          { label: "on", target: "a", when: "state.n" },
          { label: "stop", target: "__end__" },
        ],
      },
      { [FILE]: text },
    );
    expect(outcome.status).toBe("done");
  });

  it("tells of branches that nothing picks yet", () => {
    const notes = notesOf(TEXT, {
      type: "make_conditional",
      source: "b",
      branches: [
        { label: "x", target: "a" },
        { label: "y", target: "__end__" },
      ],
    });
    expect(notes).toEqual(['routeAfterB() never returns "x" yet: write in its code when it does.']);
  });

  it("is refused for conditions that are no expressions, and labels that come twice", () => {
    const reason = (when: string) =>
      refusalOf(TEXT, {
        type: "make_conditional",
        source: "b",
        branches: [
          { label: "x", target: "a", when },
          { label: "y", target: "__end__" },
        ],
      });
    expect(reason("state.n >")).toContain("no valid expression");
    expect(reason("true) evil(); if (true")).toContain("expression");
    const twice = [
      { label: "x", target: "a" },
      { label: "x", target: "__end__" },
    ];
    expect(refusalOf(TEXT, { type: "make_conditional", source: "b", branches: twice })).toContain("Two branches are called x");
  });
});

describe("Adding a branch", () => {
  it("adds an entry, a return before the last one, and the label to the return type", () => {
    expect(difference(TEXT, edited(TEXT, { type: "add_branch", source: "a", label: "odd", target: "a", when: "state.n % 2 === 1" }))).toEqual({
      gone: ['function route(state: typeof State.State): "on" | "stop" {', '.addConditionalEdges("a", route, { on: "b", stop: END })'],
      added: [
        'function route(state: typeof State.State): "on" | "stop" | "odd" {',
        'if (state.n % 2 === 1) return "odd";',
        '.addConditionalEdges("a", route, { on: "b", stop: END, odd: "a" })',
      ],
    });
  });

  it("speaks of the state as the router does", () => {
    const renamed = TEXT.replace("route(state: typeof State.State)", "route(s: typeof State.State)").replace("if (state.n < 3)", "if (s.n < 3)");
    expect(edited(renamed, { type: "add_branch", source: "a", label: "odd", target: "a", when: "state.n > 9 && f({ state })" })).toContain(
      'if (s.n > 9 && f({ state: s })) return "odd";',
    );
    const apart = TEXT.replace("route(state: typeof State.State)", "route({ n: count }: typeof State.State)").replace(
      "if (state.n < 3)",
      "if (count < 3)",
    );
    const after = edited(apart, { type: "add_branch", source: "a", label: "odd", target: "a", when: 'state.n > 9 && state.topic !== ""' });
    expect(after).toContain("route({ n: count, topic }: typeof State.State)");
    expect(after).toContain('if (count > 9 && topic !== "") return "odd";');
    const arrow = TEXT.replace(/function route[^}]*\n}\n/, 'const route = (state: typeof State.State) => (state.n < 3 ? "on" : "stop");\n');
    expect(edited(arrow, { type: "add_branch", source: "a", label: "odd", target: "a", when: "state.n > 9" })).toContain(
      '=> state.n > 9 ? "odd" : (state.n < 3 ? "on" : "stop");',
    );
  });

  it("needs no entry where there is no path map, and gives one where the label is no node", () => {
    const same = edited(INFERRED, { type: "add_branch", source: "a", label: "a", target: "a", when: "state.n < 0" });
    expect(difference(INFERRED, same)).toEqual({ gone: [], added: ['if (state.n < 0) return "a";'] });
    const other = edited(INFERRED, { type: "add_branch", source: "a", label: "once more", target: "a", when: "state.n < 0" });
    expect(other).toContain('.addConditionalEdges("a", next, { b: "b", [END]: END, "once more": "a" })');
    const list = edited(INFERRED, { type: "add_branch", source: "b", label: "b", target: "b", when: "state.n < 0" });
    expect(list).toContain('.addConditionalEdges("b", (state) => state.n < 0 ? "b" : (state.n > 3 ? "a" : END), ["a", END, "b"]);');
  });

  it("says what is left to do where no condition is given", () => {
    expect(notesOf(TEXT, { type: "add_branch", source: "a", label: "odd", target: "a" })).toEqual([
      'route() never returns "odd" yet: write in its code when it does.',
    ]);
  });

  it("is refused for a label that is there, or a node that is not", () => {
    expect(refusalOf(TEXT, { type: "add_branch", source: "a", label: "on", target: "a" })).toContain("already");
    expect(refusalOf(TEXT, { type: "add_branch", source: "a", label: "odd", target: "z" })).toContain("no node called z");
  });
});

describe("Renaming a branch", () => {
  it("changes its key, what the router returns, and its return type", () => {
    const after = edited(TEXT, { type: "rename_branch", source: "a", label: "on", name: "go on" });
    expect(difference(TEXT, after).added).toEqual([
      'function route(state: typeof State.State): "go on" | "stop" {',
      'if (state.n < 3) return "go on";',
      '.addConditionalEdges("a", route, { "go on": "b", stop: END })',
    ]);
  });

  it("renames it behind all nodes that share the router", () => {
    const text = TEXT.replace('.addEdge("b", "a")', '.addConditionalEdges("b", route, { on: "a", stop: END })');
    const after = edited(text, { type: "rename_branch", source: "a", label: "on", name: "further" });
    expect(after).toContain('{ further: "b", stop: END }');
    expect(after).toContain('{ further: "a", stop: END }');
  });

  it("asks where the router compares with the same text", () => {
    const text = TEXT.replace("state.n < 3", 'state.topic === "on"');
    expect(outcomeOf(text, { type: "rename_branch", source: "a", label: "on", name: "further" })).toMatchObject({
      status: "ask",
      doubts: [{ reason: "compared with a value" }],
    });
  });

  it("gives a list labels", () => {
    expect(edited(INFERRED, { type: "rename_branch", source: "b", label: "a", name: "back" })).toContain(
      '.addConditionalEdges("b", (state) => (state.n > 3 ? "back" : END), { back: "a", [END]: END });',
    );
  });
});

describe("Retargeting a branch", () => {
  it("changes the target and leaves the label", () => {
    expect(edited(TEXT, { type: "retarget_branch", source: "a", label: "stop", target: "a" })).toBe(TEXT.replace("stop: END", 'stop: "a"'));
    expect(edited(TEXT, { type: "retarget_branch", source: "a", label: "on", target: "__end__" })).toBe(TEXT.replace('on: "b"', "on: END"));
  });

  it("changes what the router returns where that names the node", () => {
    expect(edited(INFERRED, { type: "retarget_branch", source: "a", label: "b", target: "a" })).toBe(INFERRED.replace('return "b"', 'return "a"'));
    expect(edited(INFERRED, { type: "retarget_branch", source: "b", label: "a", target: "b" })).toBe(
      INFERRED.replace('(state.n > 3 ? "a" : END), ["a", END]', '(state.n > 3 ? "b" : END), ["b", END]'),
    );
  });

  it("moves the condition behind the node that it leads to", () => {
    const text = TEXT.replace('  .addEdge("b", "a");', '  .addEdge("b", "a")\n  .addNode("c", step)\n  .addEdge("c", END);');
    const after = edited(text, { type: "retarget_branch", source: "a", label: "stop", target: "c" });
    expect(after).toContain('.addNode("c", step)\n  .addConditionalEdges("a", route, { on: "b", stop: "c" })\n  .addEdge("c", END);');
  });

  it("turns what Send names", () => {
    const text = TEXT.replace('if (state.n < 3) return "on";', 'if (state.n < 3) return [new Send("b", state)];')
      .replace(': "on" | "stop"', "")
      .replace("START, ", "Send, START, ");
    const after = edited(text, { type: "retarget_branch", source: "a", label: "on", target: "a" });
    expect(after).toContain('return [new Send("a", state)];');
    expect(after).toContain('{ on: "a", stop: END }');
  });
});

describe("Deleting a branch", () => {
  it("takes its entry, its `if` and its part of the return type", () => {
    const after = edited(TEXT, { type: "delete_branch", source: "a", label: "on" });
    expect(after).toContain('function route(): "stop" {\n  return "stop";\n}');
    expect(after).toContain('.addConditionalEdges("a", route, { stop: END })');
  });

  it("takes a case, and one side of a choice", () => {
    expect(edited(INFERRED, { type: "delete_branch", source: "a", label: "b" })).toContain(
      "  switch (state.topic) {\n    default:\n      return END;\n  }",
    );
    expect(edited(INFERRED, { type: "delete_branch", source: "b", label: "a" })).toContain('.addConditionalEdges("b", () => (END), [END]);');
  });

  it("says what it cannot take", () => {
    expect(notesOf(TEXT, { type: "delete_branch", source: "a", label: "stop" })).toEqual([
      'route() still returns "stop" in line 8, which leads nowhere now: change it there.',
    ]);
    expect(refusalOf(INFERRED, { type: "delete_branch", source: "a", label: "__end__" })).toContain("not clear");
  });

  it("takes the condition with its last branch, and the router that nothing else uses", () => {
    const text = edited(TEXT, { type: "delete_branch", source: "a", label: "on" });
    const after = edited(text, { type: "delete_branch", source: "a", label: "stop" });
    expect(after).not.toContain("route");
    expect(shapeOf(graphIn(after)).branches).toEqual([]);
    expect(edited(TEXT, { type: "delete_conditional", source: "a" })).toBe(
      TEXT.replace(/function route[^}]*\n}\n\n/, "")
        .replace('  .addConditionalEdges("a", route, { on: "b", stop: END })\n', "")
        .replace("END, ", ""),
    );
  });
});
