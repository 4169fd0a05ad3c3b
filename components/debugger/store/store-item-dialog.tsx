import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { JsonEditor } from "@/components/ui/json-editor";
import { putStoreItem } from "@/lib/client/api";
import type { JsonObject } from "@/lib/schema/json";
import type { StoreItem } from "@/lib/schema/store";
import { messageOf } from "../show-error";
import { namespaceText, readNamespace } from "./namespaces";

type Problems = { namespace?: string; key?: string; value?: string; request?: string };

function readValue(text: string): { value: JsonObject } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return { problem: "A store item is an object: write { … }." };
    // What JSON.parse gives is JSON.
    return { value: value as JsonObject };
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}` };
  }
}

/** Writes a new item of the store, or another value of one that is there. */
export function StoreItemDialog({ item, prefix, onClose }: { item: StoreItem | null; prefix: string[]; onClose: () => void }) {
  const ids = { namespace: useId(), key: useId(), value: useId() };
  const queryClient = useQueryClient();
  const [namespace, setNamespace] = useState(namespaceText(prefix));
  const [key, setKey] = useState("");
  const [value, setValue] = useState(JSON.stringify(item?.value ?? {}, null, 2));
  const [problems, setProblems] = useState<Problems>({});
  const [isSaving, setSaving] = useState(false);

  async function save() {
    const place = item === null ? readNamespace(namespace) : { namespace: item.namespace };
    const read = readValue(value);
    const name = item?.key ?? key.trim();
    const found: Problems = {
      ...("problem" in place ? { namespace: place.problem } : {}),
      ...(name === "" ? { key: "Give the item a key." } : {}),
      ...("problem" in read ? { value: read.problem } : {}),
    };
    setProblems(found);
    if ("problem" in place || "problem" in read || name === "") return;
    setSaving(true);
    try {
      await putStoreItem({ namespace: place.namespace, key: name, value: read.value });
      await queryClient.invalidateQueries({ queryKey: ["store"] });
      onClose();
    } catch (error) {
      setProblems({ request: messageOf(error) });
    } finally {
      setSaving(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={item === null ? "New store item" : `Edit ${item.key}`}
      description={
        item === null
          ? "Every thread finds it from now on."
          : `In ${namespaceText(item.namespace)}. Runs that read it from now on find the new value.`
      }
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={isSaving} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {item === null ? (
          <>
            <Field label="Namespace" htmlFor={ids.namespace} error={problems.namespace} help="Names with slashes between them: people / ada">
              <TextInput
                id={ids.namespace}
                value={namespace}
                onChange={(event) => setNamespace(event.target.value)}
                aria-invalid={problems.namespace !== undefined}
              />
            </Field>
            <Field label="Key" htmlFor={ids.key} error={problems.key}>
              <TextInput id={ids.key} value={key} onChange={(event) => setKey(event.target.value)} aria-invalid={problems.key !== undefined} />
            </Field>
          </>
        ) : null}
        <Field label="Value" htmlFor={ids.value} error={problems.value}>
          <JsonEditor label="Value" value={value} onChange={setValue} invalid={problems.value !== undefined} maxHeight="320px" />
        </Field>
        {problems.request === undefined ? null : (
          <p role="alert" className="text-bad">
            {problems.request}
          </p>
        )}
      </div>
    </Dialog>
  );
}
