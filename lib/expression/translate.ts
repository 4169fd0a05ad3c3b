import type * as acorn from "acorn";
import { CALLBACK_METHODS, FUNCTIONS, REFUSED_PROPERTIES, VALUE_METHODS } from "./names";
import { ROOTS, type BinaryOperator, type Lambda, type LogicalOperator, type Node, type Program, type Root, type UnaryOperator } from "./program";

/** The text means something that an expression may not do. */
export class Fault extends Error {
  readonly index: number;

  constructor(message: string, index: number) {
    super(message);
    this.index = index;
  }
}

const MAX_DEPTH = 200;

const UNARY: ReadonlySet<string> = new Set<UnaryOperator>(["!", "-", "+", "typeof"]);
const BINARY: ReadonlySet<string> = new Set<BinaryOperator>(["+", "-", "*", "/", "%", "**", "==", "!=", "===", "!==", "<", "<=", ">", ">=", "in"]);
const isUnary = (operator: string): operator is UnaryOperator => UNARY.has(operator);
const isBinary = (operator: string): operator is BinaryOperator => BINARY.has(operator);
const isRoot = (name: string): name is Root => ROOTS.some((root) => root === name);

const CONSTANTS: ReadonlyMap<string, number | undefined> = new Map([
  ["undefined", undefined],
  ["NaN", NaN],
  ["Infinity", Infinity],
]);

const BIT_HINTS: ReadonlyMap<string, string> = new Map([
  ["&", "Write && for and."],
  ["|", "Write || for or."],
]);

type Locals = ReadonlySet<string>;
type Callee = acorn.CallExpression["callee"];

/** Turns acorn's tree into the nodes that are evaluated, and refuses everything else with its place. */
class Translator {
  readonly #names: Record<Root, Set<string>> = { state: new Set(), previous: new Set(), update: new Set() };
  readonly #whole = new Set<Root>();
  #depth = 0;

  program(text: string, tree: acorn.Expression): Program {
    const root = this.node(tree, new Set());
    const reads = (of: Root) => ({ names: [...this.#names[of]], whole: this.#whole.has(of) });
    return { text, root, reads: { state: reads("state"), previous: reads("previous"), update: reads("update") } };
  }

  node(tree: acorn.Expression, locals: Locals): Node {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Fault("It is nested too deeply.", tree.start);
    const node = this.#translate(tree, locals);
    this.#depth -= 1;
    return node;
  }

  #translate(tree: acorn.Expression, locals: Locals): Node {
    switch (tree.type) {
      case "ParenthesizedExpression":
        return this.node(tree.expression, locals);
      case "Literal":
        return literal(tree);
      case "Identifier":
        return this.#identifier(tree.name, locals);
      case "TemplateLiteral":
        return {
          kind: "template",
          texts: tree.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw),
          parts: tree.expressions.map((part) => this.node(part, locals)),
        };
      case "ArrayExpression":
        return { kind: "list", items: tree.elements.map((element) => this.#item(element, tree.start, locals)) };
      case "ObjectExpression":
        return { kind: "object", entries: tree.properties.map((property) => this.#entry(property, locals)) };
      case "ConditionalExpression":
        return {
          kind: "choice",
          test: this.node(tree.test, locals),
          yes: this.node(tree.consequent, locals),
          no: this.node(tree.alternate, locals),
        };
      case "ChainExpression":
        return { kind: "chain", body: this.node(tree.expression, locals) };
      case "MemberExpression":
        return this.#member(tree, locals);
      case "CallExpression":
        return this.#call(tree, locals);
      case "UnaryExpression":
      case "BinaryExpression":
      case "LogicalExpression":
        return this.#operation(tree, locals);
      default:
        throw refusal(tree);
    }
  }

  #operation(tree: acorn.UnaryExpression | acorn.BinaryExpression | acorn.LogicalExpression, locals: Locals): Node {
    const { operator } = tree;
    if (tree.type === "UnaryExpression") {
      if (!isUnary(operator)) throw new Fault(`The operator ${operator} is not available.`, tree.start);
      return { kind: "unary", operator, operand: this.node(tree.argument, locals) };
    }
    if (tree.left.type === "PrivateIdentifier") throw new Fault("Private names are not available.", tree.left.start);
    const sides = { left: this.node(tree.left, locals), right: this.node(tree.right, locals) };
    if (tree.type === "LogicalExpression") return { kind: "logical", operator: logical(tree.operator), ...sides };
    if (!isBinary(operator)) throw new Fault(`The operator ${operator} is not available. ${BIT_HINTS.get(operator) ?? ""}`.trim(), tree.left.end);
    return { kind: "binary", operator, ...sides };
  }

  #identifier(name: string, locals: Locals): Node {
    if (locals.has(name)) return { kind: "local", name };
    if (CONSTANTS.has(name)) return { kind: "value", value: CONSTANTS.get(name) };
    if (!isRoot(name)) return this.#channel("state", name);
    this.#whole.add(name);
    return { kind: "whole", root: name };
  }

  #channel(root: Root, name: string): Node {
    this.#names[root].add(name);
    return { kind: "channel", root, name };
  }

  #item(element: acorn.Expression | acorn.SpreadElement | null, start: number, locals: Locals) {
    if (element === null) throw new Fault("The list has a hole: an item is missing between two commas.", start);
    return element.type === "SpreadElement"
      ? { node: this.node(element.argument, locals), spread: true }
      : { node: this.node(element, locals), spread: false };
  }

  #entry(property: acorn.Property | acorn.SpreadElement, locals: Locals) {
    if (property.type === "SpreadElement") return { spread: this.node(property.argument, locals) };
    if (property.kind !== "init" || property.method) throw new Fault("An object may only hold values, not functions.", property.start);
    const key = property.computed ? this.node(property.key, locals) : staticKey(property.key);
    return { key, value: this.node(property.value, locals) };
  }

  #member(tree: acorn.MemberExpression, locals: Locals): Node {
    const object = within(tree.object);
    const key = this.#key(tree, locals);
    // A channel that is named does not make all of the others be read.
    if (object.type === "Identifier" && isRoot(object.name) && !locals.has(object.name) && key.kind === "value" && typeof key.value === "string") {
      return this.#channel(object.name, key.value);
    }
    return { kind: "member", object: this.node(object, locals), key, optional: tree.optional };
  }

  #key(tree: acorn.MemberExpression, locals: Locals): Node {
    const { property } = tree;
    if (property.type === "PrivateIdentifier") throw new Fault("Private names are not available.", property.start);
    const key: Node = !tree.computed && property.type === "Identifier" ? { kind: "value", value: property.name } : this.node(property, locals);
    if (key.kind === "value" && REFUSED_PROPERTIES.has(String(key.value))) {
      throw new Fault(`"${String(key.value)}" is not available: an expression sees data only.`, property.start);
    }
    return key;
  }

  #call(tree: acorn.CallExpression, locals: Locals): Node {
    const callee = within(tree.callee);
    const name = functionName(callee, locals);
    if (name !== null) return { kind: "call", name, args: tree.arguments.map((argument) => this.#argument(argument, locals)) };
    if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") {
      throw new Fault(`Only known functions can be called: ${[...FUNCTIONS].filter((one) => !one.includes(".")).join(", ")}.`, callee.start);
    }
    return this.#method(tree, callee, callee.property, locals);
  }

  #method(tree: acorn.CallExpression, callee: acorn.MemberExpression, property: acorn.Identifier, locals: Locals): Node {
    const { name } = property;
    const takesCallback = CALLBACK_METHODS.has(name);
    if (!takesCallback && !VALUE_METHODS.has(name)) {
      const known = [...CALLBACK_METHODS, ...VALUE_METHODS].join(", ");
      throw new Fault(`There is no method "${name}". There are: ${known}.`, property.start);
    }
    if (tree.optional) throw new Fault(`Write ?.${name}(…) in place of ${name}?.(…).`, property.start);
    const object = this.node(within(callee.object), locals);
    const [first, ...rest] = tree.arguments;
    const callback = takesCallback ? this.#lambda(name, first, property.start, locals) : null;
    const args = (takesCallback ? rest : tree.arguments).map((argument) => this.#argument(argument, locals));
    return { kind: "method", object, name, args, callback, optional: callee.optional };
  }

  #argument(argument: acorn.Expression | acorn.SpreadElement, locals: Locals): Node {
    if (argument.type === "SpreadElement") throw new Fault("Arguments cannot be spread. Hand over the list itself.", argument.start);
    return this.node(argument, locals);
  }

  #lambda(method: string, argument: acorn.Expression | acorn.SpreadElement | undefined, start: number, locals: Locals): Lambda {
    if (argument?.type !== "ArrowFunctionExpression" || argument.async) {
      throw new Fault(`${method} needs an arrow function, such as ${method}((item) => …).`, argument?.start ?? start);
    }
    const params = argument.params.map((param) => {
      if (param.type === "Identifier") return param.name;
      throw new Fault("A parameter is a plain name here, such as (item) => item.id.", param.start);
    });
    const { body } = argument;
    if (body.type === "BlockStatement") throw new Fault("An arrow function is one expression here, without braces.", body.start);
    return { params, body: this.node(body, new Set([...locals, ...params])) };
  }
}

/** What stands within parentheses. */
function within(tree: Callee): acorn.Expression {
  if (tree.type === "Super") throw new Fault("super is not available.", tree.start);
  return tree.type === "ParenthesizedExpression" ? within(tree.expression) : tree;
}

function functionName(callee: acorn.Expression, locals: Locals): string | null {
  if (callee.type === "Identifier") return FUNCTIONS.has(callee.name) && !locals.has(callee.name) ? callee.name : null;
  if (callee.type !== "MemberExpression" || callee.computed || callee.optional) return null;
  if (callee.object.type !== "Identifier" || callee.property.type !== "Identifier" || locals.has(callee.object.name)) return null;
  const name = `${callee.object.name}.${callee.property.name}`;
  return FUNCTIONS.has(name) ? name : null;
}

function literal(tree: acorn.Literal): Node {
  const { value } = tree;
  if (tree.regex !== undefined) throw new Fault("Regular expressions are not available. Use includes, startsWith or endsWith.", tree.start);
  if (tree.bigint !== undefined || typeof value === "bigint") throw new Fault("Write the number without n.", tree.start);
  if (value instanceof RegExp) throw new Fault("Regular expressions are not available.", tree.start);
  return { kind: "value", value };
}

function staticKey(key: acorn.Expression): Node {
  const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : "";
  if (REFUSED_PROPERTIES.has(name)) throw new Fault(`"${name}" is not available as a key.`, key.start);
  return { kind: "value", value: name };
}

function logical(operator: acorn.LogicalOperator): LogicalOperator {
  return operator;
}

function refusal(tree: acorn.Expression): Fault {
  switch (tree.type) {
    case "AssignmentExpression":
    case "UpdateExpression":
      return new Fault("An expression cannot change anything. Write == to compare.", tree.start);
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return new Fault("A function can only be handed to a method of a list, such as some((item) => …).", tree.start);
    case "SequenceExpression":
      return new Fault("One expression only: a comma cannot stand here.", tree.start);
    case "NewExpression":
    case "ClassExpression":
      return new Fault("Nothing can be constructed: an expression sees data only.", tree.start);
    default:
      return new Fault("This is not available in an expression.", tree.start);
  }
}

/** The program of a tree that acorn made of `text`. Throws `Fault` for what is not available. */
export function translate(text: string, tree: acorn.Expression): Program {
  return new Translator().program(text, tree);
}
