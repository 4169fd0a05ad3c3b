import type { ReactNode } from "react";
import { Mark } from "./mark";

/** A whole page that says one thing: nothing here, or something went wrong. */
export function StatusPage({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-screen place-items-center bg-canvas p-6">
      <div className="w-full max-w-96 text-center text-muted [&>svg]:mx-auto">
        <Mark className="size-6 text-text" />
        <div className="mt-8 [&>svg]:mx-auto [&>svg]:size-5 [&>svg]:text-faint">{icon}</div>
        <h1 className="mt-2 text-lg font-semibold text-text">{title}</h1>
        <div className="mt-1">{children}</div>
      </div>
    </main>
  );
}
