"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { Spinner } from "@/components/ui/spinner";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { listTemplates } from "@/lib/client/design-api";
import { NewGraphIdSchema } from "@/lib/schema/design-api";
import { messageOf } from "../../debugger/show-error";
import { freeId, toGraphId } from "./free-id";
import { ImportPanel } from "./import-panel";
import { useWorkflowActions } from "./use-workflow-actions";

export type NewWorkflowDialogProps = {
  /** Ids of the project's workflows. */
  taken: readonly string[];
  onClose: () => void;
  /** What was dropped or pasted before the dialog opened. */
  imported?: { text: string; name: string };
};

/** A new workflow from a template, by one more click, or from a text. */
export function NewWorkflowDialog({ taken, onClose, imported }: NewWorkflowDialogProps) {
  const nameId = useId();
  const [name, setName] = useState("");
  const templates = useQuery({ queryKey: ["templates"], queryFn: ({ signal }) => listTemplates(signal), staleTime: Infinity });
  const { create, isBusy, error } = useWorkflowActions();
  const typed = name.trim() === "" ? null : toGraphId(name);
  const problem = typed !== null && !NewGraphIdSchema.safeParse(typed).success ? "Use letters and digits: the name becomes the file’s name." : null;
  const idFor = (usual: string) => freeId(typed ?? usual, taken);

  async function make(from: Parameters<typeof create>[0]["from"], usual: string): Promise<void> {
    if (problem === null && (await create({ id: idFor(usual), from }))) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New workflow"
      description="It becomes a TypeScript file of your project and runs at once, offline."
      className="w-[min(680px,calc(100vw-32px))]"
    >
      <Field
        label="Name"
        htmlFor={nameId}
        error={problem}
        help={typed === null || problem !== null ? "Leave it empty to take the template’s." : `The file is called ${idFor("")}.`}
      >
        <TextInput id={nameId} value={name} maxLength={80} onChange={(event) => setName(event.target.value)} placeholder="e.g. Refund desk" />
      </Field>
      {error === null ? null : (
        <p role="alert" className="mt-2 text-bad">
          {error}
        </p>
      )}
      <Tabs defaultValue={imported === undefined ? "template" : "import"} className="mt-3">
        <TabsList className="px-0">
          <TabsTrigger value="template">Template</TabsTrigger>
          <TabsTrigger value="import">Import</TabsTrigger>
        </TabsList>
        <TabsContent value="template" className="pt-3">
          {templates.error ? (
            <p role="alert" className="text-bad">
              {messageOf(templates.error)}
            </p>
          ) : null}
          {templates.isLoading ? <Spinner label="Reading the templates" /> : null}
          <ul className="grid gap-2 sm:grid-cols-2" aria-busy={templates.isLoading}>
            {templates.data?.map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  disabled={isBusy || problem !== null}
                  onClick={() => void make({ kind: "template", template: template.id }, template.id)}
                  className="flex h-full min-h-[76px] w-full flex-col rounded-md border border-line px-3 py-2 text-left hover:border-line-strong hover:bg-hover disabled:opacity-60"
                >
                  <span className="flex w-full items-baseline gap-2">
                    <span className="font-medium">{template.title}</span>
                    {template.nodes === 0 ? null : <span className="ml-auto text-sm text-faint">{template.nodes} nodes</span>}
                  </span>
                  <span className="mt-0.5 text-sm text-muted">{template.description}</span>
                </button>
              </li>
            ))}
          </ul>
        </TabsContent>
        <TabsContent value="import" className="pt-3">
          <ImportPanel
            initial={imported ?? { text: "", name: "" }}
            isBusy={isBusy || problem !== null}
            onImport={(text, fileName) =>
              void make({ kind: "import", text, name: fileName }, toGraphId(fileName.replace(/\.[^.]*$/, "")) || "imported")
            }
          />
        </TabsContent>
      </Tabs>
    </Dialog>
  );
}
