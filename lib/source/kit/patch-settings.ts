import ts from "typescript";
import type { JsonObject } from "../../schema/json";
import type { KitKind } from "../../schema/kit";
import { literalName, textOf, unwrap } from "../ast";
import type { Draft } from "../edit/draft";
import { propertyKey } from "../edit/names";
import { appendElement } from "../edit/path-map";
import { toCodeSetting, toSetting, writeSetting, type Setting } from "./setting";

/** What is to become of a setting: another value, nothing, or changes inside of it by name or index. */
export type Patch = { type: "set"; setting: Setting } | { type: "remove" } | { type: "inside"; parts: Patches };
export type Patches = Map<string, Patch>;

/** The changes of settings and code settings by dotted path, as a tree. null takes a setting away. */
export function toPatches(kind: KitKind, settings: JsonObject, code: Readonly<Record<string, string | null>>): Patches {
  const root: Patches = new Map();
  for (const [path, value] of Object.entries(settings)) {
    put(root, path, value === null ? { type: "remove" } : { type: "set", setting: toSetting(kind, path, value) });
  }
  for (const [path, text] of Object.entries(code)) {
    put(root, path, text === null ? { type: "remove" } : { type: "set", setting: toCodeSetting(kind, path, text) });
  }
  return root;
}

function put(root: Patches, path: string, patch: Patch): void {
  const names = path.split(".");
  const last = names.pop() ?? path;
  let at = root;
  for (const [depth, name] of names.entries()) {
    const next = at.get(name);
    if (next?.type === "set" && next.setting.type === "object") return putInside(next.setting, [...names.slice(depth + 1), last], patch);
    if (next?.type === "inside") at = next.parts;
    else {
      const parts: Patches = new Map();
      at.set(name, { type: "inside", parts });
      at = parts;
    }
  }
  at.set(last, patch);
}

function putInside(setting: Extract<Setting, { type: "object" }>, names: readonly string[], patch: Patch): void {
  const [name] = names;
  if (name !== undefined && names.length === 1 && patch.type === "set") setting.entries.push([name, patch.setting]);
}

/** The half of a patch that changes what is there, or the half that adds what is not. */
export type PatchHalf = "change" | "add";

/** Writes one half of the patches into the draft. `head` is what stands before the body of a function of the state. */
export function patchSettings(draft: Draft, object: ts.ObjectLiteralExpression, patches: Patches, half: PatchHalf, head: string): void {
  new Patcher(draft, half, head).object(object, patches);
}

class Patcher {
  constructor(
    private readonly draft: Draft,
    private readonly half: PatchHalf,
    private readonly head: string,
  ) {}

  object(object: ts.ObjectLiteralExpression, patches: Patches): void {
    const added: string[] = [];
    for (const [name, patch] of patches) {
      const property = object.properties.find((each) => each.name !== undefined && literalName(each.name) === name);
      if (property === undefined) {
        const setting = settingOf(patch);
        if (this.half === "add" && setting !== null) added.push(this.entry(name, setting, object));
      } else if (patch.type === "remove") {
        if (this.half === "change") this.draft.removeElement(object.properties, property);
      } else if (ts.isPropertyAssignment(property)) this.value(property.initializer, patch, property);
      else if (this.half === "change") {
        const setting = settingOf(patch);
        if (setting !== null) this.draft.replaceNode(property, this.entry(name, setting, object));
      }
    }
    this.append(object.properties, object, added);
  }

  private list(array: ts.ArrayLiteralExpression, patches: Patches): void {
    const added: string[] = [];
    for (const [index, patch] of [...patches].sort(([a], [b]) => Number(a) - Number(b))) {
      const element = array.elements[Number(index)];
      if (element === undefined) {
        const setting = settingOf(patch);
        if (this.half === "add" && setting !== null) added.push(this.write(setting, array, "  "));
      } else if (patch.type === "remove") {
        if (this.half === "change") this.draft.removeElement(array.elements, element);
      } else this.value(element, patch, element);
    }
    this.append(array.elements, array, added);
  }

  private value(node: ts.Expression, patch: Exclude<Patch, { type: "remove" }>, owner: ts.Node): void {
    const inner = unwrap(node);
    if (patch.type === "inside" && ts.isObjectLiteralExpression(inner)) return this.object(inner, patch.parts);
    if (patch.type === "inside" && ts.isArrayLiteralExpression(inner)) return this.list(inner, patch.parts);
    const setting = settingOf(patch);
    if (this.half !== "change" || setting === null) return;
    const before = this.draft.text.slice(owner.getStart(this.draft.sourceFile), node.getStart(this.draft.sourceFile));
    this.draft.replaceNode(node, this.write(setting, owner, before, textOf(node)));
  }

  private entry(name: string, setting: Setting, object: ts.ObjectLiteralExpression): string {
    const key = propertyKey(name, this.draft.style);
    const last = object.properties.at(-1);
    const text = this.write(setting, last ?? object, `${key}: `);
    return text === key ? key : `${key}: ${text}`;
  }

  private write(setting: Setting, near: ts.Node, before: string, old: string | null = null): string {
    const indentation = this.draft.indentation(near.getStart(this.draft.sourceFile));
    return writeSetting(setting, { style: this.draft.style, head: this.head, indentation }, before, old);
  }

  private append(list: ts.NodeArray<ts.Node>, container: ts.Node, added: readonly string[]): void {
    if (list.length === 0 && added.length > 0) return appendElement(this.draft, list, container, added.join(", "));
    for (const each of added) appendElement(this.draft, list, container, each);
  }
}

/** The whole value that a patch makes where there was none. */
function settingOf(patch: Patch): Setting | null {
  if (patch.type === "set") return patch.setting;
  if (patch.type === "remove") return null;
  const entries = [...patch.parts].flatMap(([name, part]): [string, Setting][] => {
    const setting = settingOf(part);
    return setting === null ? [] : [[name, setting]];
  });
  if (entries.length === 0) return null;
  return entries.every(([name]) => /^\d+$/.test(name)) ? { type: "list", items: entries.map(([, setting]) => setting) } : { type: "object", entries };
}
