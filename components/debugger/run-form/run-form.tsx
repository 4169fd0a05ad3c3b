"use client";

import dynamic from "next/dynamic";
import { Play } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextInput } from "@/components/ui/field";
import { JsonEditor } from "@/components/ui/json-editor";
import { Kbd } from "@/components/ui/kbd";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useModKey } from "@/components/ui/use-mod-key";
import { findSchemaProblems } from "@/lib/request/schema-problems";
import type { GraphDescription } from "@/lib/schema/graph";
import type { Json } from "@/lib/schema/json";
import { useWorkbench } from "../workbench-context";
import { InputChips } from "./input-chips";
import { missingMessage } from "./input-plan";
import { RUN_BUTTON_ID } from "./run-button-id";
import { useInputDraft } from "./use-input-draft";

const SchemaForm = dynamic(() => import("./schema-form").then((module) => module.SchemaForm), {
  ssr: false,
  loading: () => <div className="h-28 animate-pulse rounded-md bg-hover" />,
});

function parseLimit(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const limit = Number(text);
  return Number.isInteger(limit) && limit >= 1 && limit <= 100_000 ? limit : undefined;
}

export type RunFormProps = { description: GraphDescription; newThread: boolean; onStarted?: () => void };

/** The workflow's input as a form, or as JSON beside it; runs it. */
export function RunForm({ description, newThread, onStarted }: RunFormProps) {
  const { actions, isStarting } = useWorkbench();
  const formId = useId();
  const limitId = useId();
  const mod = useModKey();
  const draft = useInputDraft(description, newThread);
  const { plan } = draft;
  const [tab, setTab] = useState(plan.schema ? "form" : "json");
  const [limitText, setLimitText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const limit = parseLimit(limitText);

  async function run(input: Json) {
    const missing = missingMessage(plan, input);
    if (missing !== null || limit === undefined) {
      setProblem(missing);
      return;
    }
    setProblem(null);
    if (!(await actions.start({ input, newThread, recursionLimit: limit }))) return;
    draft.keep(input);
    onStarted?.();
  }

  function submit() {
    const form = tab === "form" ? document.getElementById(formId) : null;
    if (form instanceof HTMLFormElement) {
      form.requestSubmit();
      return;
    }
    if (draft.problem !== null) return;
    const [first] = plan.schema ? findSchemaProblems(plan.schema, draft.value) : [];
    if (first) setProblem(`${first.path === "" ? "The input" : first.path.slice(1)}: ${first.message}`);
    else void run(draft.value);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || isStarting) return;
    event.preventDefault();
    submit();
  }

  return (
    <div className="flex flex-col gap-3" onKeyDown={onKeyDown}>
      <InputChips examples={description.example_inputs} recent={draft.recent} onPick={draft.setValue} />
      <Tabs value={tab} onValueChange={setTab} className="flex flex-col">
        <TabsList className="mb-3 px-0">
          {plan.schema ? <TabsTrigger value="form">Form</TabsTrigger> : null}
          <TabsTrigger value="json">JSON</TabsTrigger>
        </TabsList>
        {plan.schema ? (
          <TabsContent value="form">
            <SchemaForm
              id={formId}
              schema={plan.schema}
              messages={plan.messages}
              value={draft.value}
              onChange={draft.setValue}
              onSubmit={(value) => void run(value)}
            />
            {plan.hidden.length > 0 ? (
              <p className="mt-2 text-sm text-muted">
                <span className="font-mono">{plan.hidden.join(", ")}</span> {plan.hidden.length === 1 ? "has a default" : "have defaults"}; set{" "}
                {plan.hidden.length === 1 ? "it" : "them"} as JSON.
              </p>
            ) : null}
          </TabsContent>
        ) : null}
        <TabsContent value="json">
          <JsonEditor
            label="Input as JSON"
            value={draft.text}
            onChange={draft.setText}
            invalid={draft.problem !== null}
            minHeight="96px"
            maxHeight="320px"
          />
          {draft.problem ? (
            <p role="alert" className="mt-1 text-sm text-bad">
              {draft.problem}
            </p>
          ) : null}
          {plan.schema ? null : (
            <p className="mt-1 text-sm text-muted">
              The workflow declares no input schema: these are the channels of its state. Leave out what you do not want to set.
            </p>
          )}
        </TabsContent>
      </Tabs>
      <details>
        <summary className="cursor-default text-sm text-muted">Advanced</summary>
        <div className="mt-2">
          <Field
            label="Recursion limit"
            htmlFor={limitId}
            help="The most supersteps that the run may take. Empty: LangGraph’s own limit."
            error={limit === undefined ? "A whole number from 1 to 100,000, or nothing." : undefined}
          >
            <TextInput
              id={limitId}
              inputMode="numeric"
              value={limitText}
              onChange={(event) => setLimitText(event.target.value)}
              placeholder="25"
              aria-invalid={limit === undefined}
            />
          </Field>
        </div>
      </details>
      {problem ? (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      ) : null}
      <Button
        id={RUN_BUTTON_ID}
        variant="primary"
        className="self-start"
        onClick={submit}
        disabled={isStarting || limit === undefined || (tab === "json" && draft.problem !== null)}
      >
        <Play fill="currentColor" />
        {isStarting ? "Starting…" : "Run"}
        <Kbd>{mod}⏎</Kbd>
      </Button>
    </div>
  );
}
