import { hash } from "node:crypto";
import { uuid5 } from "@langchain/langgraph-checkpoint";

const UUID = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** The UUIDv5 that LangGraph gives a task under its checkpoint's id, several times quicker than its own function. */
export function taskUuid(name: string, checkpointId: string): string {
  if (!UUID.test(checkpointId)) return uuid5(name, checkpointId);
  const bytes = hash("sha1", Buffer.concat([Buffer.from(checkpointId.replaceAll("-", ""), "hex"), Buffer.from(name, "utf8")]), "buffer");
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex", 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
