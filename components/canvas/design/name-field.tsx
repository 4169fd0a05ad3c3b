import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";

type NameFieldProps = { label: string; value: string; className?: string; onDone: (value: string | null) => void };

/** A name that is edited where it stands: Enter or leaving takes it, Escape does not. */
export function NameField({ label, value, className, onDone }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const finish = (text: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    const trimmed = text?.trim() ?? "";
    onDone(trimmed === "" || trimmed === value ? null : trimmed);
  };
  return (
    <input
      ref={field}
      aria-label={label}
      defaultValue={value}
      maxLength={200}
      spellCheck={false}
      className={cn(
        "nodrag nopan nokey min-w-0 rounded border border-focus bg-panel px-1 font-mono text-[12.5px] leading-[17px] text-text outline-none",
        className,
      )}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finish(event.currentTarget.value);
        if (event.key === "Escape") finish(null);
      }}
    />
  );
}
