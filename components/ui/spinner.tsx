import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

export function Spinner({ label, className }: { label: string; className?: string }) {
  return <LoaderCircle role="img" aria-label={label} className={cn("size-3.5 animate-spin", className)} />;
}
