import type { ReactNode } from "react";

/** What a list or panel shows when there is nothing in it yet: what is missing, and what to do. */
export function Empty({ icon, title, children }: { icon?: ReactNode; title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center justify-center gap-1.5 px-6 py-10 text-center text-muted [&>svg]:size-5 [&>svg]:text-faint">
      {icon}
      <p className="font-medium text-text">{title}</p>
      {children ? <div className="max-w-80 text-muted">{children}</div> : null}
    </div>
  );
}
