import { quickAnswer } from "@/lib/request/quick-answer";
import type { Json } from "@/lib/schema/json";
import type { WhatIfAlternative } from "./what-if-view";

/** Told where a refusal has to have a reason. */
const REASON = "Tried out";

/** Approve and refuse, where the request has both; else the one that it has. */
export function alternativesOf(interruptId: string, value: Json): WhatIfAlternative[] {
  const both: WhatIfAlternative[] = [];
  for (const [label, verdict] of [["Approve", "approve"] as const, ["Refuse", "refuse"] as const]) {
    const { answer, problem } = quickAnswer(value, verdict, REASON);
    if (problem === null) both.push({ label, answers: { [interruptId]: answer } });
  }
  return both;
}
