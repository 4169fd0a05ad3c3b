import type { ReactNode } from "react";

/** A titled part of the page: what it is about on top, what it shows in a box. */
export function Section({
  id,
  title,
  description,
  actions,
  children,
}: {
  id: string;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="scroll-mt-16">
      <div className="mb-2 flex flex-wrap items-end gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {description ? <p className="text-muted">{description}</p> : null}
        </div>
        {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}

/** A list of facts, each with its name before it. */
export function Facts({ facts }: { facts: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-panel">
      {facts.map((fact) => (
        <div key={fact.name} className="grid grid-cols-[160px_minmax(0,1fr)] gap-4 px-3 py-2">
          <dt className="text-muted">{fact.name}</dt>
          <dd className="min-w-0 break-words">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-sm break-all">{children}</code>;
}
