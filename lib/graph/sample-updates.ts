import type { Json } from "../schema/json";
import type { SourceChannel } from "../schema/source";
import { toTypeLabel } from "./type-label";

const MESSAGES: Json[] = [
  [{ role: "user", content: "Where is my order?", id: "1" }],
  [{ role: "assistant", content: "It is on its way.", id: "2" }],
  [{ role: "user", content: "Where is order 123?", id: "1" }],
];

/** Updates to try a channel's reducer with, as its type and reducer suggest. */
export function sampleUpdates({ type, reducer }: Pick<SourceChannel, "type" | "reducer">): Json[] {
  if (reducer?.kind === "messages") return MESSAGES;
  const label = type === null ? "" : toTypeLabel(type);
  if (/BaseMessage(Like)?\[\]$/.test(label)) return MESSAGES;
  const samples = samplesOf(label) ?? (reducer?.kind === "append" ? [["first"], ["second"]] : ["first", "second"]);
  return samples;
}

function samplesOf(label: string): Json[] | null {
  const list = /^\(?([\s\S]+?)\)?\[\]$/.exec(label)?.[1] ?? /^(?:Readonly)?Array<([\s\S]+)>$/.exec(label)?.[1];
  if (list !== undefined) return (samplesOf(list) ?? ["first", "second"]).map((item) => [item]);
  const literals = [...label.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? "");
  if (/^["']/.test(label) && literals.length > 0) return [literals[0] ?? "", literals[1] ?? literals[0] ?? ""];
  if (/^\{/.test(label)) return objectSamples(label);
  const record = /^Record<[^,]+,\s*([\s\S]+)>$/.exec(label)?.[1];
  if (record !== undefined) {
    const [first = 1, second = 2] = samplesOf(record) ?? [];
    return [{ a: first }, { b: second }];
  }
  switch (label.split(" | ")[0]) {
    case "string":
      return ["first", "second"];
    case "number":
      return [1, 2];
    case "boolean":
      return [true, false];
    default:
      return null;
  }
}

/** `{ name: string; count: number }` with a value for each member that is plain. */
function objectSamples(label: string): Json[] {
  const members = label.slice(1, -1).split(";");
  return [0, 1].map((index) =>
    Object.fromEntries(
      members.flatMap((member) => {
        const match = /^\s*["']?([\w$]+)["']?(\?)?\s*:\s*([\s\S]+)$/.exec(member);
        const sample = match?.[3] === undefined ? undefined : samplesOf(match[3].trim())?.[index];
        return match?.[1] === undefined || sample === undefined ? [] : [[match[1], sample]];
      }),
    ),
  );
}
