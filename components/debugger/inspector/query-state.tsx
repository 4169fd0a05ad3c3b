import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";

type QueryState<T> = { data: T | undefined; error: Error | null; isPlaceholderData: boolean; refetch: () => unknown };

/** Shows data, the error in its place, or that it is on its way; data of before stays until the new is there. */
export function QueryView<T>({ query, what, children }: { query: QueryState<T>; what: string; children: (data: T) => ReactNode }) {
  if (query.error !== null) {
    return (
      <div role="alert" className="flex items-start gap-2 px-3.5 py-3">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
        <div className="min-w-0">
          <p className="font-medium">{`The ${what} could not be read.`}</p>
          <p className="break-words text-muted">{query.error.message}</p>
          <Button size="sm" className="mt-2" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      </div>
    );
  }
  if (query.data === undefined) {
    return (
      <p className="flex items-center gap-2 px-3.5 py-3 text-muted">
        <Spinner label="Loading" /> {`Reading the ${what}…`}
      </p>
    );
  }
  return (
    <div aria-busy={query.isPlaceholderData} className={cn("transition-opacity", query.isPlaceholderData && "opacity-60 delay-300")}>
      {children(query.data)}
    </div>
  );
}
