"use client";

import { Upload } from "lucide-react";
import { useId, useState, type ChangeEvent, type DragEvent } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { TextArea } from "@/components/ui/field";

/** As much as the server takes. */
const MOST_BYTES = 2_000_000;

export type ImportPanelProps = {
  initial: { text: string; name: string };
  isBusy: boolean;
  onImport: (text: string, fileName: string) => void;
};

/** A workflow from a text: TypeScript, a Mermaid flowchart, or a langgraph-builder specification; pasted, dropped or chosen. */
export function ImportPanel({ initial, isBusy, onImport }: ImportPanelProps) {
  const textId = useId();
  const fileId = useId();
  const [text, setText] = useState(initial.text);
  const [name, setName] = useState(initial.name);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    if (file.size > MOST_BYTES) {
      setProblem(`${file.name} is larger than 2 MB: that is no workflow.`);
      return;
    }
    setProblem(null);
    setText(await file.text());
    setName(file.name);
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  }

  return (
    <div
      className={cn("flex flex-col gap-2 rounded-md", isOver && "outline-2 outline-offset-4 outline-focus")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <label htmlFor={textId} className="font-medium">
        Text of the workflow
      </label>
      <TextArea
        id={textId}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-h-40 font-mono text-sm"
        spellCheck={false}
        placeholder={
          "A .ts file, a Mermaid flowchart, or a langgraph-builder specification (YAML or JSON):\n\nflowchart LR\n  ask --> search\n  search -->|found| answer"
        }
      />
      {problem === null ? null : (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <div className="flex items-center gap-2">
        <Button variant="primary" disabled={isBusy || text.trim() === ""} onClick={() => onImport(text, name)}>
          Import
        </Button>
        <label
          htmlFor={fileId}
          className="inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-md border border-line px-2.5 focus-within:outline-2 hover:bg-hover [&_svg]:size-3.5"
        >
          <Upload aria-hidden />
          Choose a file
          <input
            id={fileId}
            type="file"
            accept=".ts,.tsx,.mts,.js,.mjs,.mmd,.mermaid,.md,.yml,.yaml,.json,.txt"
            className="sr-only"
            onChange={(event: ChangeEvent<HTMLInputElement>) => void take(event.target.files?.[0])}
          />
        </label>
        <span className="truncate text-sm text-muted">{name === "" ? "or drop one here" : name}</span>
      </div>
    </div>
  );
}
