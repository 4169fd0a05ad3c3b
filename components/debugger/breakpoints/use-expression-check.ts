"use client";

import { useEffect, useState } from "react";

/** What is known of a text: nothing yet, that it reads, or where it does not. `unknown`: names that are no channels of the workflow. */
export type ExpressionCheck = { state: "empty" } | { state: "fine"; unknown: string[] } | { state: "wrong"; message: string; index: number };

const EMPTY: ExpressionCheck = { state: "empty" };

/** Checks an expression as it is typed; nothing is evaluated. What reads it is loaded with the first text. */
export function useExpressionCheck(text: string, channels: readonly string[]): ExpressionCheck {
  const [check, setCheck] = useState<{ text: string; result: ExpressionCheck }>({ text: "", result: EMPTY });
  useEffect(() => {
    if (text.trim() === "") return;
    let isCurrent = true;
    void import("@/lib/expression/parse").then(({ parseExpression }) => {
      if (!isCurrent) return;
      const parsed = parseExpression(text);
      if (!parsed.ok) {
        setCheck({ text, result: { state: "wrong", message: parsed.message, index: parsed.index } });
        return;
      }
      const known = new Set(channels);
      setCheck({ text, result: { state: "fine", unknown: parsed.names.filter((name) => !known.has(name)) } });
    });
    return () => {
      isCurrent = false;
    };
  }, [text, channels]);
  // While a newer text is being read, what was said of the older one stands: nothing blinks.
  return text.trim() === "" ? EMPTY : check.result;
}
