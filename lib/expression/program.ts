/** What an expression may look at: the state, the state before the step, and what a node wrote. */
export const ROOTS = ["state", "previous", "update"] as const;
export type Root = (typeof ROOTS)[number];

export type UnaryOperator = "!" | "-" | "+" | "typeof";
export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "**" | "==" | "!=" | "===" | "!==" | "<" | "<=" | ">" | ">=" | "in";
export type LogicalOperator = "&&" | "||" | "??";

/** An arrow function: it is only ever handed to a method of a list. */
export type Lambda = { params: readonly string[]; body: Node };

/** One part of a parsed expression. Names are resolved: a `local` is a parameter of an arrow function around it. */
export type Node =
  | { kind: "value"; value: string | number | boolean | null | undefined }
  | { kind: "local"; name: string }
  | { kind: "channel"; root: Root; name: string }
  | { kind: "whole"; root: Root }
  | { kind: "member"; object: Node; key: Node; optional: boolean }
  /** Where `?.` leaves off: the value is undefined when something before it was missing. */
  | { kind: "chain"; body: Node }
  | { kind: "call"; name: string; args: readonly Node[] }
  | { kind: "method"; object: Node; name: string; args: readonly Node[]; callback: Lambda | null; optional: boolean }
  | { kind: "unary"; operator: UnaryOperator; operand: Node }
  | { kind: "binary"; operator: BinaryOperator; left: Node; right: Node }
  | { kind: "logical"; operator: LogicalOperator; left: Node; right: Node }
  | { kind: "choice"; test: Node; yes: Node; no: Node }
  | { kind: "list"; items: readonly { node: Node; spread: boolean }[] }
  | { kind: "object"; entries: readonly ({ key: Node; value: Node } | { spread: Node })[] }
  | { kind: "template"; texts: readonly string[]; parts: readonly Node[] };

/** What is read of one root: the channels that the text names, or all of them. */
export type Reads = { names: readonly string[]; whole: boolean };

/** A parsed expression, ready for `evaluate`. */
export type Program = { text: string; root: Node; reads: Readonly<Record<Root, Reads>> };
