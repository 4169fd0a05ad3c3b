import ts from "typescript";
import { literalName, toPlace, unwrap } from "../../ast";
import type { EditContext } from "../context";
import { typeOfChannels, memberOf } from "./channels-object";
import { filesOf, functionNamed, settingOf, stateFunctions, StateTypes, type StateFunction } from "./state-functions";
import { entryOf, findState, objectAt } from "./state-place";
import { Refusal } from "./dialect";
import { KIT_CATALOGUE } from "../../kit/catalogue";
import type { Doubt } from "../../../schema/edit";
import type { SourceKit } from "../../../schema/source";

/** How a place names the channel, and so how another name is written there. */
export type ReferenceForm = "property" | "element" | "key" | "shorthand" | "binding" | "text";

/** A place that names a channel. `doubt`: why it may mean something else; null where it is sure. `isDeclaration`: an entry of a schema. */
export type Reference = {
  file: ts.SourceFile;
  node: ts.Node;
  start: number;
  end: number;
  form: ReferenceForm;
  doubt: string | null;
  isDeclaration: boolean;
};

/** All places that name a channel of the graph's state besides the entry that declares it. */
export function findReferences(context: EditContext, channel: string): Reference[] {
  const files = filesOf(context);
  const types = new StateTypes(context.graph, files);
  return new ReferenceFinder(context, channel, files, types).find();
}

/** Shown to a person who has to decide. */
export function toDoubt({ file, start, end, doubt }: Reference, fallback: string): Doubt {
  const place = toPlace(file, start, end);
  const line = file.text.split("\n")[place.line - 1] ?? "";
  return { place, line_text: line.trim().slice(0, 300), reason: doubt ?? fallback };
}

class ReferenceFinder {
  readonly #found = new Map<string, Reference>();

  constructor(
    private readonly context: EditContext,
    private readonly channel: string,
    private readonly files: readonly ts.SourceFile[],
    private readonly types: StateTypes,
  ) {}

  find(): Reference[] {
    this.#schemas();
    const functions = stateFunctions(this.context, this.files, this.types);
    for (const each of functions) {
      this.#reads(each);
      if (each.writes) this.#returns(each.fn, new Set());
    }
    for (const file of this.files) this.#everywhere(file);
    for (const node of this.context.graph.nodes) if (node.kit !== null) this.#kit(node.name, node.kit);
    this.#subgraphs();
    return [...this.#found.values()].sort((a, b) => a.start - b.start);
  }

  #add(node: ts.Node, form: ReferenceForm, doubt: string | null = null, extra: { start?: number; end?: number; isDeclaration?: boolean } = {}): void {
    const file = node.getSourceFile();
    const start = extra.start ?? node.getStart(file);
    const key = `${file.fileName}:${start}`;
    const known = this.#found.get(key);
    if (known !== undefined && (known.doubt === null || doubt !== null)) return;
    this.#found.set(key, { file, node, start, end: extra.end ?? node.end, form, doubt, isDeclaration: extra.isDeclaration ?? false });
  }

  /** Input and output schemas name channels of the state, and the old channels have a type beside them. */
  #schemas(): void {
    const { input, output } = this.context.graph;
    for (const schema of [input, output]) {
      if (schema?.entries === null || schema?.entries === undefined) continue;
      const object = objectAt(this.context, schema.entries);
      const entry = object === null ? null : entryOf(object, this.channel);
      if (entry !== null) this.#entry(entry, null);
    }
    const state = findState(this.context);
    if (state instanceof Refusal) return;
    const type = typeOfChannels(state.object);
    const member = type === null ? null : memberOf(type, this.channel);
    if (type !== null && ts.isInterfaceDeclaration(type)) this.types.add(type.name.text);
    if (type !== null && ts.isTypeAliasDeclaration(type.parent)) this.types.add(type.parent.name.text);
    if (member !== null) this.#add(member.name, "key", null, { isDeclaration: true });
  }

  #entry(entry: ts.ObjectLiteralElementLike, doubt: string | null): void {
    if (entry.name === undefined || entry === this.#declaration()) return;
    this.#add(entry.name, ts.isShorthandPropertyAssignment(entry) ? "shorthand" : "key", doubt, { isDeclaration: true });
  }

  #declaration(): ts.ObjectLiteralElementLike | null {
    const state = findState(this.context);
    return state instanceof Refusal ? null : entryOf(state.object, this.channel);
  }

  /** `state.x`, `state["x"]`, `const { x } = state`, `({ x }) => …` */
  #reads({ fn, parameter }: StateFunction): void {
    const name = fn.parameters[parameter]?.name;
    if (name === undefined) return;
    if (ts.isObjectBindingPattern(name)) this.#binding(name);
    if (!ts.isIdentifier(name) || fn.body === undefined) return;
    this.#uses(fn.body, new Set([name.text]));
  }

  #uses(body: ts.Node, names: Set<string>): void {
    const visit = (node: ts.Node): void => {
      if (node !== body && ts.isFunctionLike(node) && node.parameters.some(({ name }) => ts.isIdentifier(name) && names.has(name.text))) return;
      if (ts.isPropertyAccessExpression(node) && this.#isState(node.expression, names) && node.name.text === this.channel)
        this.#add(node.name, "property");
      if (ts.isElementAccessExpression(node) && this.#isState(node.expression, names) && this.#isName(node.argumentExpression)) {
        this.#add(node.argumentExpression, "element");
      }
      if (ts.isVariableDeclaration(node) && node.initializer !== undefined && this.#isState(node.initializer, names)) {
        if (ts.isObjectBindingPattern(node.name)) this.#binding(node.name);
        else if (ts.isIdentifier(node.name)) names.add(node.name.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(body);
  }

  #isState(node: ts.Expression, names: ReadonlySet<string>): boolean {
    const inner = unwrap(node);
    return ts.isIdentifier(inner) && names.has(inner.text);
  }

  #isName(node: ts.Node): node is ts.StringLiteralLike {
    return ts.isStringLiteralLike(node) && node.text === this.channel;
  }

  #binding(pattern: ts.ObjectBindingPattern): void {
    for (const element of pattern.elements) {
      if (element.propertyName !== undefined) {
        if (literalName(element.propertyName) === this.channel) this.#add(element.propertyName, "key");
      } else if (element.dotDotDotToken === undefined && ts.isIdentifier(element.name) && element.name.text === this.channel) {
        this.#add(element.name, "binding");
      }
    }
  }

  /** Keys of what a node returns, followed through variables and helpers of the project. */
  #returns(fn: ts.Node, seen: Set<ts.Node>): void {
    if (seen.has(fn)) return;
    seen.add(fn);
    const isFunction = ts.isFunctionLike(fn) && "body" in fn;
    if (!isFunction || fn.body === undefined) return;
    if (!ts.isBlock(fn.body)) return this.#update(fn.body, fn, seen);
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node)) return;
      const value = ts.isReturnStatement(node) || ts.isYieldExpression(node) ? node.expression : undefined;
      if (value !== undefined) this.#update(value, fn, seen);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(fn.body, visit);
  }

  #update(value: ts.Expression, fn: ts.Node, seen: Set<ts.Node>): void {
    const inner = unwrap(value);
    if (ts.isObjectLiteralExpression(inner)) return this.#keys(inner, fn, seen);
    if (ts.isConditionalExpression(inner)) return [inner.whenTrue, inner.whenFalse].forEach((each) => this.#update(each, fn, seen));
    if (ts.isBinaryExpression(inner)) return [inner.left, inner.right].forEach((each) => this.#update(each, fn, seen));
    if (ts.isArrayLiteralExpression(inner)) return inner.elements.forEach((each) => this.#update(each, fn, seen));
    if (ts.isIdentifier(inner)) return this.#variable(inner.text, fn, seen);
    if (ts.isNewExpression(inner)) return this.#packet(inner, fn, seen);
    if (ts.isCallExpression(inner) && ts.isIdentifier(inner.expression)) {
      const helper = functionNamed(this.files, inner.getSourceFile(), inner.expression.text);
      if (helper !== null) this.#returns(helper, seen);
    }
  }

  #keys(object: ts.ObjectLiteralExpression, fn: ts.Node, seen: Set<ts.Node>): void {
    for (const property of object.properties) {
      if (ts.isSpreadAssignment(property)) this.#update(property.expression, fn, seen);
      else if (property.name !== undefined && literalName(property.name) === this.channel) {
        this.#add(property.name, ts.isShorthandPropertyAssignment(property) ? "shorthand" : "key");
      }
    }
  }

  /** `new Command({ update: {…} })` and `new Send(name, {…})` */
  #packet(node: ts.NewExpression, fn: ts.Node, seen: Set<ts.Node>): void {
    const name = node.expression.getText();
    const [first] = node.arguments ?? [];
    if (!/\bCommand$/.test(name) || first === undefined || !ts.isObjectLiteralExpression(first)) return;
    const update = first.properties.find((property) => property.name?.getText() === "update");
    if (update !== undefined && ts.isPropertyAssignment(update)) this.#update(update.initializer, fn, seen);
  }

  /** `const update = { x: 1 }; update.x = 2; return update;` */
  #variable(name: string, fn: ts.Node, seen: Set<ts.Node>): void {
    const visit = (node: ts.Node): void => {
      if (
        ts.isVariableDeclaration(node) &&
        ts.isIdentifier(node.name) &&
        node.name.text === name &&
        node.initializer !== undefined &&
        !seen.has(node)
      ) {
        seen.add(node);
        this.#update(node.initializer, fn, seen);
      }
      const isOwn = ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name;
      if (isOwn && node.name.text === this.channel) this.#add(node.name, "property");
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(fn, visit);
  }

  /** What names the channel outside of functions that are given the state. */
  #everywhere(file: ts.SourceFile): void {
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node) && node.name.text === this.channel) this.#ofSchema(node);
      if (ts.isIndexedAccessTypeNode(node) && ts.isLiteralTypeNode(node.indexType) && this.#isName(node.indexType.literal)) {
        if (this.types.isState(unparenthesized(node.objectType))) this.#add(node.indexType.literal, "element");
      }
      if (ts.isTypeReferenceNode(node) && /^(Pick|Omit)$/.test(node.typeName.getText()) && this.types.isState(node.typeArguments?.[0])) {
        node.typeArguments?.slice(1).forEach((type) => this.#literalsOf(type));
      }
      if (ts.isNewExpression(node) && /\bSend$/.test(node.expression.getText())) this.#send(node);
      if (ts.isCallExpression(node)) this.#input(node);
      if (ts.isVariableDeclaration(node) && /^exampleInputs?$/.test(node.name.getText()) && file.fileName === this.context.file)
        this.#examples(node.initializer);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }

  /** `State.fields.x`, `State.spec.x`, `State.shape.x` */
  #ofSchema(node: ts.PropertyAccessExpression): void {
    const name = this.context.graph.state.name;
    const owner = node.expression;
    if (name === null || !ts.isPropertyAccessExpression(owner) || !/^(fields|spec|shape)$/.test(owner.name.text)) return;
    if (ts.isIdentifier(owner.expression) && owner.expression.text === name) this.#add(node.name, "property");
  }

  #literalsOf(type: ts.TypeNode): void {
    if (ts.isUnionTypeNode(type)) return type.types.forEach((each) => this.#literalsOf(each));
    if (ts.isLiteralTypeNode(type) && this.#isName(type.literal)) this.#add(type.literal, "element");
  }

  /** What is sent to a node is its state, unless that has an input of its own. */
  #send(node: ts.NewExpression): void {
    const [target, packet] = node.arguments ?? [];
    if (target === undefined || packet === undefined || !ts.isStringLiteralLike(target) || !ts.isObjectLiteralExpression(packet)) return;
    const known = this.context.graph.nodes.find(({ name }) => name === target.text);
    if (known !== undefined && known.options["input"] === undefined) this.#keys(packet, node, new Set());
  }

  #input(node: ts.CallExpression): void {
    if (!ts.isPropertyAccessExpression(node.expression)) return;
    const method = node.expression.name.text;
    const position = ["invoke", "stream", "streamEvents"].includes(method) ? 0 : method === "updateState" ? 1 : -1;
    const argument = node.arguments[position];
    if (argument === undefined || !ts.isObjectLiteralExpression(argument)) return;
    const entry = entryOf(argument, this.channel);
    if (entry?.name === undefined) return;
    const owner = node.expression.expression.getText().slice(0, 40);
    this.#add(
      entry.name,
      ts.isShorthandPropertyAssignment(entry) ? "shorthand" : "key",
      `${owner}.${method} may be given the state of this workflow.`,
    );
  }

  #examples(value: ts.Expression | undefined): void {
    if (value === undefined) return;
    const inner = unwrap(value);
    if (ts.isArrayLiteralExpression(inner)) inner.elements.forEach((each) => this.#examples(each));
    else if (ts.isObjectLiteralExpression(inner)) this.#keys(inner, inner, new Set());
  }

  /** Settings of a kit node speak of channels in strings, in lists and in placeholders; some are names of channels. */
  #kit(node: string, { kind, place }: SourceKit): void {
    const file = this.files.find(({ fileName }) => fileName === place.file);
    if (file === undefined) return;
    const named = new Set(KIT_CATALOGUE[kind].fields.flatMap(({ name, kind: field }) => (field === "channel" || field === "channels" ? [name] : [])));
    const reason = `A setting of ${node} names it.`;
    const placeholder = new RegExp(`(?<=\\{\\s*(?:state\\.)?)${this.channel.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?=\\s*[}.[])`, "g");
    const visit = (at: ts.Node): void => {
      if (place.start > at.end || place.end < at.pos) return;
      const isInside = at.getStart(file) >= place.start && at.end <= place.end;
      if (isInside && this.#isName(at)) this.#add(at, "element", named.has(settingOf(at, place) ?? "") ? null : reason);
      else if (isInside && (ts.isStringLiteralLike(at) || ts.isTemplateHead(at) || ts.isTemplateMiddle(at) || ts.isTemplateTail(at))) {
        const start = at.getStart(file);
        for (const match of file.text.slice(start, at.end).matchAll(placeholder)) {
          this.#add(at, "text", reason, { start: start + match.index, end: start + match.index + this.channel.length });
        }
      }
      const isKey = isInside && ts.isPropertyAssignment(at) && literalName(at.name) === this.channel && settingOf(at, place) !== this.channel;
      if (isKey) this.#add(at.name, "key", reason);
      ts.forEachChild(at, visit);
    };
    visit(file);
  }

  /** A workflow and its subgraphs hand each other the channels that both have. */
  #subgraphs(): void {
    const { graph, model, file } = this.context;
    const inner = graph.nodes.flatMap(({ subgraph }) => (subgraph !== null && subgraph.file === file ? [subgraph.graph] : []));
    const outer = model.graphs.filter(({ nodes }) => nodes.some(({ subgraph }) => subgraph?.file === file && subgraph.graph === graph.name));
    const others = model.graphs.filter((other) => other !== graph && (inner.includes(other.name) || outer.includes(other)));
    for (const other of others) {
      if (other.state.entries === null) continue;
      const object = objectAt(this.context, other.state.entries);
      const entry = object === null ? null : entryOf(object, this.channel);
      if (entry !== null) this.#entry(entry, `${other.name} has a channel of the same name, by which the two hand it to each other.`);
    }
  }
}

function unparenthesized(type: ts.TypeNode): ts.TypeNode {
  return ts.isParenthesizedTypeNode(type) ? unparenthesized(type.type) : type;
}
