import { NewWorkflowButton } from "../editor/workflows/new-workflow-button";

/** A project without workflows: what Retrograph looks for. */
export function NoWorkflows() {
  return (
    <section className="rounded-lg border border-line bg-panel p-6">
      <h1 className="text-lg font-semibold">No workflows in this project yet</h1>
      <p className="mt-1 mb-3 max-w-[64ch] text-muted">Start from a template that runs at once, or write one yourself.</p>
      <NewWorkflowButton taken={[]} variant="primary" />
      <p className="mt-4 max-w-[64ch] text-muted">
        Retrograph shows the LangGraph.js graphs that the project’s <code className="font-mono">langgraph.json</code> names, or those in its{" "}
        <code className="font-mono">graphs/</code> folder. Export a graph from <code className="font-mono">graphs/hello.ts</code>, say, and it appears
        here as soon as the file is saved:
      </p>
      <pre className="mt-3 overflow-x-auto rounded-md border border-line bg-canvas p-3 font-mono text-sm">{`import { Annotation, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ name: Annotation<string>, greeting: Annotation<string> });

export const graph = new StateGraph(State)
  .addNode("greet", (state) => ({ greeting: \`Hello, \${state.name}!\` }))
  .addEdge("__start__", "greet")
  .addEdge("greet", "__end__");`}</pre>
    </section>
  );
}
