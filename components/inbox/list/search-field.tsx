"use client";

import { Search } from "lucide-react";
import { useRef } from "react";
import { TextInput } from "@/components/ui/field";
import { useShortcuts } from "@/components/ui/shortcuts";

export type SearchFieldProps = {
  value: string;
  onChange: (value: string) => void;
  /** Enter and arrow down go on to the list. */
  onLeave: () => void;
};

/** `/` goes to it; Escape clears it, then leaves it. */
export function SearchField({ value, onChange, onLeave }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ "/": () => input.current?.select() });
  return (
    <div className="relative min-w-0 flex-1">
      <Search aria-hidden className="absolute top-1/2 left-2 size-3 -translate-y-1/2 text-faint" />
      <TextInput
        ref={input}
        type="search"
        aria-label="Search requests"
        aria-keyshortcuts="/"
        placeholder="Search"
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value === "") event.currentTarget.blur();
          if (event.key !== "ArrowDown" && event.key !== "Enter") return;
          event.preventDefault();
          onLeave();
        }}
        className="pl-7 max-md:h-11"
      />
    </div>
  );
}
