import ts from "typescript";
import type { SourceGraph, SourceKit } from "../../../schema/source";
import { isFunctionNode, literalName, parse, unwrap, type FunctionNode } from "../../ast";
import { KIT_CATALOGUE } from "../../kit/catalogue";
import type { EditContext } from "../context";

/** A function that is given the state. `writes`: what it returns goes into the state. */
export type StateFunction = { fn: FunctionNode; parameter: number; writes: boolean };

/** The files that may speak of a workflow's state, parsed. */
export function filesOf({ host, file, model }: EditContext): ts.SourceFile[] {
  const names = new Set([file, ...model.files]);
  return [...names].flatMap((name) => {
    const text = host.read(name);
    return text === null ? [] : [parse(text, name)];
  });
}

/** How types name the state: `typeof State.State`, and aliases of it. */
export class StateTypes {
  readonly #names = new Set<string>();
  readonly #variable: RegExp | null;

  constructor(graph: SourceGraph, files: readonly ts.SourceFile[]) {
    const { name } = graph.state;
    this.#variable = name === null ? null : new RegExp(`\\btypeof\\s+(?:\\w+\\.)?${escape(name)}\\b`);
    // An alias may be of another alias that stands below it.
    for (let before = -1; before !== this.#names.size;) {
      before = this.#names.size;
      for (const file of files) {
        for (const statement of file.statements) {
          if (ts.isTypeAliasDeclaration(statement) && !ts.isTypeLiteralNode(statement.type) && this.isState(statement.type))
            this.#names.add(statement.name.text);
        }
      }
    }
  }

  add(name: string): void {
    this.#names.add(name);
  }

  /** True for a type that is the state, or a part or update of it. */
  isState(type: ts.TypeNode | undefined): boolean {
    if (type === undefined) return false;
    const text = type.getText();
    if (this.#variable?.test(text) === true) return true;
    return [...this.#names].some((name) => new RegExp(`^(?:(?:Partial|Readonly|Required|Promise)<\\s*)*${escape(name)}\\b`).test(text));
  }
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** All functions that are given the state: nodes, routers, those typed with it, and helpers that these hand it to. */
export function stateFunctions(context: EditContext, files: readonly ts.SourceFile[], types: StateTypes): StateFunction[] {
  const found = new Map<FunctionNode, StateFunction>();
  const add = (fn: FunctionNode | null, parameter: number, writes: boolean): boolean => {
    if (fn === null) return false;
    const known = found.get(fn);
    if (known !== undefined && (known.writes || !writes)) return false;
    found.set(fn, { fn, parameter, writes });
    return true;
  };
  for (const node of context.graph.nodes) {
    // A node with an input of its own is given that.
    if (node.options["input"] !== undefined) continue;
    if (node.kit !== null) for (const fn of settingsFunctions(files, node.kit)) add(fn, 0, false);
    else for (const fn of functionsIn(files, node.action.definition ?? node.action.place)) add(fn, 0, true);
  }
  for (const { router } of context.graph.conditional) for (const fn of functionsIn(files, router.definition ?? router.place)) add(fn, 0, false);
  for (const file of files) for (const { fn, parameter, writes } of typedFunctions(file, types)) add(fn, parameter, writes);
  follow(files, found, add);
  return [...found.values()];
}

type PlaceLike = { file: string; start: number; end: number } | null;

/** The function that stands at a place, or is the value of what is declared there; with `all`, every outermost one inside. */
function functionsIn(files: readonly ts.SourceFile[], place: PlaceLike, all = false): FunctionNode[] {
  const file = place === null ? undefined : files.find(({ fileName }) => fileName === place.file);
  if (place === null || file === undefined) return [];
  const found: FunctionNode[] = [];
  const visit = (node: ts.Node): void => {
    if (place.start > node.end || place.end < node.pos) return;
    const isInside = node.getStart(file) >= place.start && node.end <= place.end;
    if (isInside && isFunctionNode(node)) {
      if (all || found.length === 0) found.push(node);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The setting of a kit node that something stands in: the property of the object at the place. */
export function settingOf(node: ts.Node, place: { start: number; end: number }): string | null {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    const isSettings = ts.isObjectLiteralExpression(parent) && parent.getStart() === place.start && parent.end === place.end;
    if (isSettings) return ts.isPropertyAssignment(at) ? literalName(at.name) : null;
  }
  return null;
}

/** Functions over the state among a kit node's settings; scripted answers are given the conversation instead. */
function settingsFunctions(files: readonly ts.SourceFile[], { kind, place }: SourceKit): FunctionNode[] {
  const scripts = new Set(KIT_CATALOGUE[kind].fields.flatMap(({ name, kind: field }) => (field === "answers" ? [name] : [])));
  return functionsIn(files, place, true).filter((fn) => !scripts.has(settingOf(fn, place) ?? ""));
}

function typedFunctions(file: ts.SourceFile, types: StateTypes): StateFunction[] {
  const found: StateFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunctionNode(node)) {
      node.parameters.forEach(({ type }, parameter) => {
        if (types.isState(type) && !/\.(Node|Update)\b/.test(type?.getText() ?? ""))
          found.push({ fn: node, parameter, writes: types.isState(node.type) });
      });
      const { parent } = node;
      const isNode = ts.isVariableDeclaration(parent) && types.isState(parent.type) && /\.Node\b|\bGraphNode\b/.test(parent.type?.getText() ?? "");
      if (isNode) found.push({ fn: node, parameter: 0, writes: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Helpers that are called with the state, and functions whose result is returned as an update. */
function follow(
  files: readonly ts.SourceFile[],
  found: ReadonlyMap<FunctionNode, StateFunction>,
  add: (fn: FunctionNode | null, parameter: number, writes: boolean) => boolean,
): void {
  const queue = [...found.values()];
  for (const { fn, parameter } of queue) {
    const names = new Set(parameterNames(fn, parameter));
    if (names.size === 0) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const callee = node.expression.text;
        node.arguments.forEach((argument, index) => {
          if (!ts.isIdentifier(argument) || !names.has(argument.text)) return;
          const target = functionNamed(files, node.getSourceFile(), callee);
          if (add(target, index, false) && target !== null) queue.push({ fn: target, parameter: index, writes: false });
        });
      }
      ts.forEachChild(node, visit);
    };
    if (fn.body !== undefined) visit(fn.body);
  }
}

/** The name of a parameter, where it has one of its own. */
function parameterNames(fn: FunctionNode, index: number): string[] {
  const name = fn.parameters[index]?.name;
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

/** A function that a file declares at its top level, or imports by this name from another one that was read. */
export function functionNamed(files: readonly ts.SourceFile[], from: ts.SourceFile, name: string): FunctionNode | null {
  const own = declaredIn(from, name);
  if (own !== null) return own;
  const isImported = from.statements.some((statement) => {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    return bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.some((element) => element.name.text === name);
  });
  if (!isImported) return null;
  for (const file of files) {
    const found = file === from ? null : declaredIn(file, name);
    if (found !== null) return found;
  }
  return null;
}

function declaredIn(file: ts.SourceFile, name: string): FunctionNode | null {
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      if (!ts.isIdentifier(declaration.name) || declaration.name.text !== name || declaration.initializer === undefined) continue;
      const value = unwrap(declaration.initializer);
      if (isFunctionNode(value)) return value;
    }
  }
  return null;
}
