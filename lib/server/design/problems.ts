import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { edgeKey, toDesignDescription, type Disagreement } from "../../graph/design-drawing";
import { lint } from "../../lint/lint";
import { toTargets } from "../../lint/targets";
import type { Problems } from "../../schema/design-api";
import type { Workflow } from "../../schema/graph";
import type { Problem } from "../../schema/problem";
import type { Place, SourceGraph } from "../../schema/source";
import { getApp } from "../app";
import type { KnownProject } from "../runner-pool";
import { shared } from "../shared";
import { getDesk, type Desk } from "./desk";
import { findDocument, graphOf, type DocumentPlace } from "./find-document";
import { followRunner } from "./follow-runner";
import type { ReadDocument } from "./models";
import type { TypeProblem } from "./types/protocol";
import { typeProblems } from "./types/type-service";

/** How long an answer waits for the types, which mostly come within it; later ones are told by an event. */
const TYPES_MS = 700;

/** What was found out about one text of a file. */
type Found = {
  document: ReadDocument;
  lint: Problem[];
  /** null while they are being checked. */
  types: TypeProblem[] | null;
  checking: Promise<void>;
};

function foundByFile(): Map<string, Found> {
  return shared("design-problems", () => new Map<string, Found>());
}

function lintOf(desk: Desk, { model, stale }: ReadDocument): Problem[] {
  if (stale) return [];
  try {
    return lint(desk.host, model);
  } catch (error) {
    console.error(`The checks of ${model.file} failed:`, error);
    return [];
  }
}

/** The same document is the same text, read from the same other files. */
function find(desk: Desk, document: ReadDocument): Found {
  const known = foundByFile();
  const before = known.get(document.file);
  if (before?.document === document) return before;
  const found: Found = { document, lint: lintOf(desk, document), types: null, checking: Promise.resolve() };
  found.checking = typeProblems(document.file, document.text).then(
    (types) => {
      found.types = types;
      desk.events.publish({ type: "problems", hash: document.hash }, { file: document.file });
    },
    (error: unknown) => {
      // Without types the rest is still worth showing.
      found.types = [];
      console.error(`The types of ${document.file} could not be checked:`, error instanceof Error ? error.message : error);
    },
  );
  known.set(document.file, found);
  return found;
}

function syntaxOf({ model }: ReadDocument): Problem[] {
  return model.errors.map(({ message, place }) => {
    return { origin: "syntax", code: "syntax", severity: "error", message, graph: null, targets: [], place, fixes: [] };
  });
}

function typesOf({ document, types }: Found): Problem[] {
  return (types ?? []).map((problem) => ({ origin: "types", ...problem, ...toTargets(document.model, problem.place) }));
}

function runnerProblem(code: "describe" | "load", message: string, graph: SourceGraph | null, place: Place): Problem {
  const targets = graph === null ? [] : [{ kind: "graph" as const }];
  return { origin: "runner", code, severity: code === "load" ? "error" : "warning", message, graph: graph?.name ?? null, targets, place, fixes: [] };
}

/** Where the runner reports another graph than the text shows. */
function describeProblem({ kind, id, message }: Disagreement, graph: SourceGraph): Problem {
  if (kind === "node") {
    const node = graph.nodes.find(({ name }) => name === id);
    return { ...runnerProblem("describe", message, graph, node?.place ?? graph.place), targets: [{ kind: "node", node: id }] };
  }
  const edge = graph.edges.find(({ source, target }) => edgeKey(source, target) === id);
  const targets: Problem["targets"] = edge === undefined ? [] : [{ kind: "edge", source: edge.source, target: edge.target }];
  return { ...runnerProblem("describe", message, graph, edge?.place ?? graph.place), ...(targets.length === 0 ? {} : { targets }) };
}

function loadProblem(workflow: Extract<Workflow, { status: "failed" }>, document: ReadDocument, graph: SourceGraph | null): Problem {
  const { message, hint, line, file } = workflow.error;
  const isHere = file === document.file && line !== null;
  const start = isHere ? document.text.split("\n", line - 1).reduce((sum, text) => sum + text.length + 1, 0) : 0;
  const place = isHere ? { file: document.file, start, end: start, line, column: 1 } : { file: document.file, start: 0, end: 0, line: 1, column: 1 };
  return runnerProblem("load", `The workflow does not load: ${message}${hint === null ? "" : ` ${hint}`}`, graph, place);
}

/** What the runner that has loaded this very text says of it; null where none has yet. */
function runnerProblems(known: KnownProject | null, place: DocumentPlace, document: ReadDocument): Problem[] | null {
  if (known === null || known.hashes[document.file] !== document.hash) return null;
  const workflow = known.workflows.get(place.graphId);
  const name = graphOf(place, document.model);
  const graph = document.model.graphs.find((each) => each.name === name) ?? null;
  if (workflow === undefined) return [];
  // A text that does not parse says so by itself.
  if (workflow.status === "failed") return document.stale ? [] : [loadProblem(workflow, document, graph)];
  if (graph === null || document.stale) return [];
  return toDesignDescription(graph, workflow.description).disagreements.map((each) => describeProblem(each, graph));
}

/**
 * What is wrong with a workflow's text as it is now: syntax, checks that know LangGraph, types, and where the runner
 * reports another graph than the text shows. Throws `graph_not_found`, `not_found`.
 */
export async function getProblems(graphId: string): Promise<Problems> {
  const desk = getDesk();
  const place = await findDocument(desk, graphId);
  const found = find(desk, desk.models.read(place.file));
  followRunner();
  await Promise.race([found.checking, sleep(TYPES_MS)]);
  const app = await getApp().catch(() => null);
  const runner = runnerProblems(app?.pool.known() ?? null, place, found.document);
  return {
    hash: found.document.hash,
    problems: [...syntaxOf(found.document), ...(runner ?? []), ...found.lint, ...typesOf(found)],
    complete: found.types !== null && runner !== null,
  };
}
