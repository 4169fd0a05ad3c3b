import type { Value } from "./evaluate/values";

export const START = "__start__";
export const END = "__end__";

const LANGGRAPH = /(^|[/:])@langchain\/langgraph(@[^/]*)?(\/|$)/;
const ZOD = /(^|[/:])zod(@[^/]*)?(\/|$)/;
const LANGCHAIN = /(^|[/:])(langchain|@langchain\/[\w-]+)(@[^/]*)?(\/|$)/;

/** True for the package that has the graphs, and its entry points; also as a URL or with a version. */
export function isLangGraph(module: string): boolean {
  return LANGGRAPH.test(module);
}

/** The name of something of LangGraph's, e.g. `Annotation.Root`, or null for anything else. */
export function langGraphName(value: Value): string | null {
  return value.kind === "external" && isLangGraph(value.module) ? lastNames(value.path) : null;
}

/** The name of something of a LangChain package (LangGraph's among them), or null. */
export function langChainName(value: Value): string | null {
  return value.kind === "external" && LANGCHAIN.test(value.module) ? lastNames(value.path) : null;
}

/** The name of something of zod's without its namespace, e.g. `object`, or null. */
export function zodName(value: Value): string | null {
  if (value.kind !== "external" || !ZOD.test(value.module)) return null;
  return value.path.replace(/^(default\.|z\.|zod\.)+/, "");
}

/** The name of a global of JavaScript, e.g. `Object.keys`, or null. */
export function globalName(value: Value): string | null {
  return value.kind === "external" && value.module === "" ? value.path : null;
}

/** A default import of CommonJS has everything once more. */
function lastNames(path: string): string {
  return path.replace(/^default\./, "");
}

/** What the library calls the ends of a graph. */
export function endName(value: Value): string | null {
  const name = langGraphName(value);
  if (name === "START") return START;
  return name === "END" ? END : null;
}
