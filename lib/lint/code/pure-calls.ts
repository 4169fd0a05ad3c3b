import { isPureName } from "../../effects/effects";
import type { Callee } from "./code";

/** Globals that reach nothing outside, by the first word of what is called. */
const GLOBALS = new Set(
  (
    "Object Array JSON Math Number String Boolean Date Promise Symbol Map Set WeakMap WeakSet RegExp BigInt Intl Error console structuredClone " +
    "parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI setTimeout setInterval setImmediate clearTimeout " +
    "clearInterval queueMicrotask performance crypto Buffer URL URLSearchParams TextEncoder TextDecoder AbortSignal Reflect require process.hrtime " +
    "process.cwd"
  ).split(" "),
);

/** Methods of strings, lists, maps, dates, promises, schemas and messages. */
const METHODS = new Set(
  (
    "at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf map " +
    "pop push reduce reduceRight reverse shift slice some sort splice toReversed toSorted toSpliced unshift values with charAt charCodeAt codePointAt " +
    "endsWith localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search split startsWith substring toLowerCase toUpperCase " +
    "toLocaleLowerCase toLocaleUpperCase trim trimEnd trimStart toString valueOf toFixed toPrecision toLocaleString toISOString getTime getFullYear " +
    "toJSON test then catch finally has get set add clear union parse safeParse parseAsync safeParseAsync getType _getType hasOwn digest randomUUID " +
    "next bind apply text json"
  ).split(" "),
);

/** Packages that work on values alone. */
const PACKAGES =
  /^(node:)?(path|url|util|crypto|assert|events|os|querystring|string_decoder|timers|timers\/promises|perf_hooks|async_hooks|buffer)$|^(zod|lodash(-es)?|ramda|uuid|nanoid|date-fns|dayjs|luxon|ms|ajv|fast-deep-equal|js-yaml|yaml|marked|semver|diff|p-limit|p-map|tiny-invariant)(\/|$)/;
/** What it makes of values it may be asked to run: `invoke` and the like are told apart elsewhere. */
const LANGCHAIN = /^(@langchain|langchain)\b/;

/** Whether a call only works on values, by what is called; what is on no list is not said to be. */
export function isPureCall(callee: Callee, written: string): boolean {
  if (callee.kind === "package") return isPurePackage(callee.module) || LANGCHAIN.test(callee.module) || isPureName(lastOf(callee.path));
  const [first = ""] = written.split(".");
  if (GLOBALS.has(first)) return true;
  const last = lastOf(written);
  return (written.includes(".") && METHODS.has(last)) || isPureName(last);
}

/** Whether a package works on values alone. */
export function isPurePackage(module: string): boolean {
  return PACKAGES.test(module);
}

function lastOf(path: string): string {
  return path.split(".").at(-1) ?? "";
}
