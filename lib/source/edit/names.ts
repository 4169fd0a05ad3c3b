import ts from "typescript";
import type { SourceGraph } from "../../schema/source";
import { identifiersOf } from "../scope";
import type { TextStyle } from "./text";

/** A string as a literal of the file's style. */
export function quoted(value: string, { quote }: Pick<TextStyle, "quote">): string {
  const inner = JSON.stringify(value).slice(1, -1).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  if (quote === '"') return `"${inner}"`;
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** A name as the key of an object literal. */
export function propertyKey(name: string, style: Pick<TextStyle, "quote">): string {
  // As a plain key it would set the object's prototype.
  if (name === "__proto__") return `[${quoted(name, style)}]`;
  return IDENTIFIER.test(name) ? name : quoted(name, style);
}

const scanner = ts.createScanner(ts.ScriptTarget.Latest, true);

/** True for what can be the name of a variable or function. */
export function isVariableName(name: string): boolean {
  if (!IDENTIFIER.test(name)) return false;
  scanner.setText(name);
  return scanner.scan() === ts.SyntaxKind.Identifier || name === "type" || name === "of";
}

/** Words in camel case: `call tools` becomes `callTools`. What no variable can be called gets `fallback`. */
export function toVariableName(words: string, fallback: string): string {
  const parts = words.split(/[^\p{ID_Continue}$]+/u).filter((part) => part !== "");
  const [first = "", ...rest] = parts.flatMap((part) => (part.includes("_") ? part.split("_").filter((piece) => piece !== "") : [part]));
  const joined = (first === first.toUpperCase() ? first.toLowerCase() : uncapitalised(first)) + rest.map(capitalised).join("");
  return isVariableName(joined) ? joined : fallback + capitalised(joined);
}

export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function uncapitalised(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1);
}

/** The name, with a number where the file uses it already for anything. */
export function unusedName(sourceFile: ts.SourceFile, name: string): string {
  const used = identifiersOf(sourceFile);
  if (!used.has(name)) return name;
  for (let number = 2; ; number++) if (!used.has(`${name}${number}`)) return `${name}${number}`;
}

/** Why a node cannot be called so in this graph; null where it can. */
export function nodeNameProblem(graph: SourceGraph, name: string): string | null {
  if (name.trim() === "") return "A node needs a name.";
  if (name === "__start__" || name === "__end__") return `${name} is LangGraph's own name for an end of the workflow: choose another one.`;
  if (name in {}) return `Every object has something called ${name}, and LangGraph takes it for a channel of the state: choose another name.`;
  const reserved = ["|", ":"].find((character) => name.includes(character));
  if (reserved !== undefined) return `LangGraph allows no “${reserved}” in a node's name: choose another one.`;
  if (graph.nodes.some((node) => node.name === name)) return `There is a node called ${name} already: choose another name.`;
  if (graph.channels.some((channel) => channel.name === name)) {
    return `The state has a channel called ${name}, and LangGraph allows no node of the same name: choose another name.`;
  }
  return null;
}
