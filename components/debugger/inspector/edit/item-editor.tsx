import { Select, TextArea } from "@/components/ui/field";
import { JsonEditor } from "@/components/ui/json-editor";
import type { ItemText } from "./draft";

const ROLES = ["human", "ai", "system"];

export type ItemEditorProps = { item: ItemText; label: string; problem: string | null; onChange: (item: ItemText) => void; isNew?: boolean };

/** Edits one list item: text, a message's text, or JSON. */
export function ItemEditor({ item, label, problem, onChange, isNew = false }: ItemEditorProps) {
  return (
    <div className="flex flex-col gap-1">
      {item.as === "message" && isNew ? (
        <Select
          aria-label={`Role of ${label}`}
          value={item.role ?? "human"}
          onChange={(event) => onChange({ ...item, role: event.target.value })}
          className="w-28"
        >
          {ROLES.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </Select>
      ) : null}
      {item.as === "json" ? (
        <JsonEditor
          value={item.text}
          label={label}
          invalid={problem !== null}
          maxHeight="280px"
          autoFocus
          onChange={(text) => onChange({ ...item, text })}
        />
      ) : (
        <TextArea
          aria-label={label}
          value={item.text}
          onChange={(event) => onChange({ ...item, text: event.target.value })}
          className="field-sizing-content max-h-72"
        />
      )}
      {problem === null ? null : (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
