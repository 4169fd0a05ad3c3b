import type { Json } from "@/lib/schema/json";
import { inputLabel } from "./input-plan";

function Chips({ title, inputs, onPick }: { title: string; inputs: Json[]; onPick: (input: Json) => void }) {
  if (inputs.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 text-xs font-medium text-faint">{title}</h3>
      <ul className="flex flex-wrap gap-1">
        {inputs.map((input, index) => (
          <li key={index} className="max-w-full">
            <button
              type="button"
              onClick={() => onPick(input)}
              className="max-w-full truncate rounded-md border border-line px-2 py-0.5 text-left text-sm text-muted hover:bg-hover hover:text-text"
            >
              {inputLabel(input)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Inputs to start from: the workflow's examples, and what was run before. */
export function InputChips({ examples, recent, onPick }: { examples: Json[]; recent: Json[]; onPick: (input: Json) => void }) {
  const known = new Set(examples.map((input) => JSON.stringify(input)));
  return (
    <>
      <Chips title="Examples" inputs={examples} onPick={onPick} />
      <Chips title="Run before" inputs={recent.filter((input) => !known.has(JSON.stringify(input))).slice(0, 3)} onPick={onPick} />
    </>
  );
}
