"use client";

import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Select, TextInput } from "@/components/ui/field";
import type { RequestField } from "@/lib/request/fields";
import type { Json } from "@/lib/schema/json";
import { optionText } from "./option-text";

export type ListInputProps = { field: RequestField; items: Json[]; onChange: (items: Json[]) => void };

/** The items of a list one by one; what is typed for a number that is none is kept as text, and refused when it is sent. */
export function ListInput({ field, items, onChange }: ListInputProps) {
  const change = (place: number, item: Json) => onChange(items.map((each, index) => (index === place ? item : each)));
  const added = field.item === "choice" ? (field.options[0] ?? null) : field.item === "number" ? 0 : "";
  return (
    <div role="group" aria-label={field.label} className="flex flex-col gap-1">
      {items.map((item, place) => {
        const label = `${field.label} ${place + 1}`;
        return (
          <div key={place} className="flex gap-1">
            {field.item === "choice" ? (
              <Select
                aria-label={label}
                className="max-md:h-11"
                value={field.options.indexOf(item)}
                onChange={(event) => change(place, field.options[Number(event.target.value)] ?? null)}
              >
                {field.options.map((option, index) => (
                  <option key={index} value={index}>
                    {optionText(option)}
                  </option>
                ))}
              </Select>
            ) : (
              <TextInput
                aria-label={label}
                className="font-mono max-md:h-11"
                value={typeof item === "string" ? item : JSON.stringify(item)}
                onChange={(event) => change(place, field.item === "number" ? numberOr(event.target.value) : event.target.value)}
              />
            )}
            <Button
              variant="ghost"
              size="icon"
              className="max-md:size-11"
              aria-label={`Remove ${label}`}
              onClick={() => onChange(items.filter((_, index) => index !== place))}
            >
              <X />
            </Button>
          </div>
        );
      })}
      <Button size="sm" className="self-start max-md:h-11 max-md:px-3.5" onClick={() => onChange([...items, added])}>
        <Plus />
        Add
      </Button>
    </div>
  );
}

function numberOr(text: string): Json {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) && String(number) === text.trim() ? number : text;
}
