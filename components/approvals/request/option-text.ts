import { cutJson, cutText } from "@/lib/request/cut-json";
import type { Json } from "@/lib/schema/json";

/** An option as a person reads it. */
export function optionText(option: Json): string {
  return typeof option === "string" ? cutText(option, 120) : cutJson(option, 120);
}
