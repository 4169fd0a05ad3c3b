"use client";

import { Pencil, PinOff } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { JsonEditor } from "@/components/ui/json-editor";
import type { Pin } from "@/lib/schema/design-api";
import type { JsonObject } from "@/lib/schema/json";
import { prettyJson, readObject } from "./json-draft";
import type { PinActions } from "./use-pins";

function PinForm({ pin, onSave, onClose }: { pin: Pin; onSave: (values: JsonObject) => void; onClose: () => void }) {
  const [text, setText] = useState(() => prettyJson(pin.values));
  const draft = readObject(text);
  return (
    <div className="mt-2 flex flex-col gap-2">
      <JsonEditor label={`Pinned output of ${pin.node}`} value={text} onChange={setText} invalid={!draft.ok} maxHeight="240px" autoFocus />
      {draft.ok ? null : (
        <p role="alert" className="text-sm text-bad">
          {draft.problem}
        </p>
      )}
      <div className="flex gap-1.5">
        <Button
          variant="primary"
          disabled={!draft.ok}
          onClick={() => {
            if (draft.ok) onSave(draft.value);
          }}
        >
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}

/** The outputs that stand in for nodes, to switch, change and take away. */
export function PinsList({ pins, pin, setEnabled, unpin }: PinActions) {
  const [editing, setEditing] = useState<string | null>(null);
  if (pins.length === 0) return null;
  return (
    <section aria-label="Pinned outputs" className="border-t border-line px-3.5 py-3">
      <h3 className="font-medium">Pinned outputs</h3>
      <p className="mt-0.5 text-sm text-muted">Runs from the workbench use these instead of running the node. Its edges are followed as ever.</p>
      <ul className="mt-2 flex flex-col">
        {pins.map((item) => (
          <li key={item.node} className="border-b border-line py-1.5 last:border-0">
            <div className="flex items-center gap-2">
              <label className="flex min-w-0 flex-1 items-center gap-2">
                <input type="checkbox" checked={item.enabled} onChange={(event) => setEnabled(item.node, event.target.checked)} />
                <span className="truncate font-mono text-sm">{item.node}</span>
                <span className="truncate text-sm text-faint">{Object.keys(item.values).join(", ")}</span>
              </label>
              <Button variant="ghost" size="icon-sm" aria-label={`Change the pinned output of ${item.node}`} onClick={() => setEditing(item.node)}>
                <Pencil />
              </Button>
              <Button variant="ghost" size="icon-sm" aria-label={`Unpin ${item.node}`} onClick={() => unpin(item.node)}>
                <PinOff />
              </Button>
            </div>
            {editing === item.node ? (
              <PinForm
                pin={item}
                onSave={(values) => {
                  pin(item.node, values);
                  setEditing(null);
                }}
                onClose={() => setEditing(null)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
