import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

const control =
  "w-full rounded-md border border-line bg-panel px-2 text-text placeholder:text-faint hover:border-line-strong disabled:opacity-60 aria-invalid:border-bad";

export function TextInput({ className, ...props }: ComponentProps<"input">) {
  return <input className={cn(control, "h-7", className)} {...props} />;
}

export function TextArea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={cn(control, "block min-h-16 resize-y py-1.5 leading-[19px]", className)} {...props} />;
}

export function Select({ className, ...props }: ComponentProps<"select">) {
  return <select className={cn(control, "h-7 pr-1", className)} {...props} />;
}

/** A label over a control, with help below it and what is wrong with it. */
export function Field({
  label,
  htmlFor,
  help,
  error,
  required,
  children,
}: {
  label: ReactNode;
  htmlFor: string;
  help?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={htmlFor} className="font-medium">
        {label}
        {required ? <span className="ml-1 font-normal text-faint">required</span> : null}
      </label>
      {children}
      {error ? (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : null}
      {help ? <p className="text-sm text-muted">{help}</p> : null}
    </div>
  );
}
