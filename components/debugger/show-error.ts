import { notify } from "@/components/ui/notify";
import { isRetrographError } from "@/lib/errors";

/** What to tell a person about a failed request. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}

export function showError(title: string, error: unknown): void {
  const hint = isRetrographError(error) && error.code === "readonly" ? "This installation is read-only." : messageOf(error);
  notify(title, { description: hint, tone: "error" });
}
