import { Chip } from "@/components/ui/chip";
import type { Span } from "@/lib/schema/span";
import { SOURCE_WORDS } from "./words";

/** Says that a call was answered without being made. */
export function SourceChip({ source }: { source: Span["source"] }) {
  if (source === null || source === "live") return null;
  return (
    <Chip tone={source === "recorded" ? "fork" : "wait"} title={SOURCE_WORDS[source]}>
      {source === "recorded" ? "recorded" : "stand-in"}
    </Chip>
  );
}
