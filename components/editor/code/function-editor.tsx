"use client";

import dynamic from "next/dynamic";
import { cn } from "@/components/ui/cn";
import type { FunctionFieldProps } from "./function-field";

const FunctionField = dynamic(() => import("./function-field").then((module) => module.FunctionField), {
  ssr: false,
  loading: () => <div className="h-full min-h-24 animate-pulse bg-hover" />,
});

/**
 * A field for the code of one function, e.g. a node's, with completion, types and problems as in the code pane. The
 * editor itself is loaded when it is first shown.
 */
export function FunctionEditor({ className, ...props }: FunctionFieldProps & { className?: string }) {
  return (
    <div className={cn("overflow-hidden rounded-md border border-line bg-panel focus-within:border-line-strong", className)}>
      <FunctionField {...props} />
    </div>
  );
}
