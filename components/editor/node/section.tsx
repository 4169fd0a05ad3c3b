import type { ReactNode } from "react";

/** A part of the panel under a heading. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line px-3.5 py-3">
      <div className="mb-1.5 flex min-h-6 items-center justify-between gap-2">
        <h3 className="font-medium">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
