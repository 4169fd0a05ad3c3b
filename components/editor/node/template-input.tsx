"use client";

import { Braces } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "@/components/ui/menu";
import { splitPlaces } from "@/lib/source/kit/forms/template";

export type TemplateInputProps = {
  id: string;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** Names that can be put in. */
  channels: readonly string[];
  isLong?: boolean;
  placeholder?: string | undefined;
  readOnly?: boolean;
  isInvalid?: boolean;
};

const shape = "block w-full px-2 py-1 text-[13px] leading-[19px] whitespace-pre-wrap break-words font-sans";

/** A text with places for values of the state: `Refund {state.amount}`. A brace offers the channels. */
export function TemplateInput({ id, value, onChange, onBlur, channels, isLong, placeholder, readOnly, isInvalid }: TemplateInputProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const fits = (name: string) => query !== null && ("state".startsWith(query) || name.toLowerCase().startsWith(query.toLowerCase()));
  const offers = channels.filter(fits);

  function look() {
    const caret = area.current?.selectionStart ?? 0;
    const match = /\{\s*(?:state\.)?([\p{L}\p{N}_$]*)$/u.exec(value.slice(0, caret));
    setQuery(match === null ? null : (match[1] ?? ""));
    setActive(0);
  }

  function insert(name: string) {
    const field = area.current;
    const caret = field?.selectionStart ?? value.length;
    const before = value.slice(0, caret).replace(/\{[^{}]*$/, "");
    const after = value.slice(field?.selectionEnd ?? caret).replace(/^\}/, "");
    const place = placeOf(name);
    onChange(before + place + after);
    setQuery(null);
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(before.length + place.length, before.length + place.length);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    const offered = offers[active];
    if (query === null || offered === undefined) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setActive((active + (event.key === "ArrowDown" ? 1 : offers.length - 1)) % offers.length);
    } else if (event.key === "Enter" || event.key === "Tab") insert(offered);
    else if (event.key === "Escape") setQuery(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="relative">
      <div
        className={cn(
          "relative rounded-md border border-line bg-panel focus-within:border-line-strong hover:border-line-strong",
          isInvalid && "border-bad",
        )}
      >
        <div aria-hidden className={cn(shape, "pointer-events-none absolute inset-0 overflow-hidden text-transparent")}>
          {splitPlaces(value).map((part) => (
            <span key={part.start} className={part.isPlace ? "rounded bg-run-bg" : undefined}>
              {value.slice(part.start, part.end)}
            </span>
          ))}
        </div>
        <textarea
          ref={area}
          id={id}
          value={value}
          rows={isLong === true ? Math.min(12, Math.max(3, value.split("\n").length)) : Math.max(1, Math.ceil(value.length / 56))}
          readOnly={readOnly}
          placeholder={placeholder}
          spellCheck
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={offers.length > 0}
          aria-controls={listId}
          aria-activedescendant={offers.length > 0 ? `${listId}-${active}` : undefined}
          aria-invalid={isInvalid}
          onChange={(event) => onChange(event.target.value)}
          onKeyUp={(event) => (event.key.length === 1 || event.key === "Backspace" ? look() : undefined)}
          onClick={look}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setQuery(null);
            onBlur();
          }}
          className={cn(
            shape,
            "relative resize-y rounded-md bg-transparent pr-8 text-text outline-offset-0 placeholder:text-faint",
            isLong === true ? "min-h-16" : "min-h-7 resize-none",
          )}
        />
        {readOnly === true || channels.length === 0 ? null : (
          <Menu>
            <MenuTrigger asChild>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label="Put in a value of the state"
                title="Put in a value of the state"
                className="absolute top-px right-px"
              >
                <Braces aria-hidden />
              </Button>
            </MenuTrigger>
            <MenuContent align="end">
              <MenuLabel>A value of the state</MenuLabel>
              {channels.map((name) => (
                <MenuItem key={name} className="font-mono text-sm" onSelect={() => insert(name)}>
                  {name}
                </MenuItem>
              ))}
            </MenuContent>
          </Menu>
        )}
      </div>
      <ul
        id={listId}
        role="listbox"
        aria-label="Values of the state"
        hidden={offers.length === 0}
        className="absolute top-full left-0 z-30 mt-1 max-h-48 w-56 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float"
      >
        {offers.map((name, index) => (
          <li
            key={name}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(name)}
            className={cn("cursor-default rounded px-2 py-1 font-mono text-sm", index === active && "bg-hover")}
          >
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How a text names a channel: a name that is no identifier is written in brackets. */
export function placeOf(channel: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(channel) ? `{state.${channel}}` : `{state[${JSON.stringify(channel)}]}`;
}
