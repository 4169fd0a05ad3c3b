import type { ReactNode } from "react";
import type { Json } from "@/lib/schema/json";
import type { RequestDraft } from "./use-request-draft";

/** What every way to answer is given. */
export type PartProps = {
  draft: RequestDraft;
  change: (part: Partial<RequestDraft>) => void;
  disabled: boolean;
  hasKeys: boolean;
  /** Of the cards' titles: below the request's own. */
  headingLevel: "h2" | "h3";
  /** Stands between what is asked and the buttons: what an answer will cause. */
  middle: ReactNode;
  extraButtons: ReactNode;
  /** `words`: what the button said. */
  onSend: (answer: Json, words: string) => void;
};
