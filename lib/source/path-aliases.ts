import ts from "typescript";
import type { SourceHost } from "./host";

/** The files, without extensions, that a specifier may mean by a project's own rules. */
export type PathAliases = (specifier: string) => string[];

const MAX_EXTENDS = 5;

/** The rules of `tsconfig.json` or `jsconfig.json` (`paths`, `baseUrl`) and of `package.json` (`imports`) in a folder; null where it has none. */
export function readPathAliases(host: SourceHost, folder: string): PathAliases | null {
  const prefix = folder === "" ? "" : `${folder}/`;
  const config = readConfig(host, `${prefix}tsconfig.json`) ?? readConfig(host, `${prefix}jsconfig.json`);
  const imports = packageImports(host, prefix);
  if (config === null && imports === null) return null;
  return (specifier) => [...(config?.(specifier) ?? []), ...(imports?.(specifier) ?? [])];
}

function readConfig(host: SourceHost, file: string, depth = 0): PathAliases | null {
  const text = host.read(file);
  if (text === null) return null;
  const parsed: unknown = ts.parseConfigFileTextToJson(file, text).config;
  const options = member(parsed, "compilerOptions");
  const paths = member(options, "paths");
  const baseUrl = member(options, "baseUrl");
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : "";
  const base = normalise(`${folder}/${typeof baseUrl === "string" ? baseUrl : "."}`);
  if (paths === undefined && baseUrl === undefined) {
    const parents = [member(parsed, "extends")].flat().filter((parent): parent is string => typeof parent === "string" && parent.startsWith("."));
    for (const parent of depth < MAX_EXTENDS ? parents : []) {
      const path = normalise(`${folder}/${parent}`);
      const found = path === null ? null : readConfig(host, path.endsWith(".json") ? path : `${path}.json`, depth + 1);
      if (found !== null) return found;
    }
    return () => [];
  }
  const rules = toRules(paths);
  return (specifier) => {
    const mapped = substitute(rules, specifier).map((target) => normalise(`${base ?? ""}/${target}`));
    const bare = typeof baseUrl === "string" ? [normalise(`${base ?? ""}/${specifier}`)] : [];
    return [...mapped, ...bare].filter((path) => path !== null);
  };
}

function packageImports(host: SourceHost, prefix: string): PathAliases | null {
  const text = host.read(`${prefix}package.json`);
  if (text === null || !text.includes('"imports"')) return null;
  const rules = toRules(member(ts.parseConfigFileTextToJson("package.json", text).config, "imports"));
  return (specifier) => substitute(rules, specifier).flatMap((target) => normalise(prefix + target) ?? []);
}

type Rule = { pattern: string; targets: string[] };

function toRules(value: unknown): Rule[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([pattern, target]) => ({ pattern, targets: strings(target) }));
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** The longest matching pattern's targets, with its star filled in. */
function substitute(rules: readonly Rule[], specifier: string): string[] {
  const matches = rules.flatMap(({ pattern, targets }) => {
    const [start = "", end] = pattern.split("*");
    if (end === undefined) return pattern === specifier ? [{ length: pattern.length, targets }] : [];
    if (!specifier.startsWith(start) || !specifier.endsWith(end) || specifier.length < start.length + end.length) return [];
    const star = specifier.slice(start.length, specifier.length - end.length);
    return [{ length: start.length, targets: targets.map((target) => target.replace("*", () => star)) }];
  });
  return matches.sort((a, b) => b.length - a.length)[0]?.targets ?? [];
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function normalise(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
