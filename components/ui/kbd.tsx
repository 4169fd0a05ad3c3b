import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="font-sans text-xs font-normal opacity-60">{children}</kbd>;
}
