"use client";

import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { getSourceFile } from "@/lib/client/design-api";
import type { Place } from "@/lib/schema/source";
import { useEditor } from "../editor-context";
import { readingSetup } from "./code-setup";
import { goToDefinition } from "./go-to-definition";
import { toEditorText } from "./line-endings";
import { goToLine } from "./target-mark";
import { typeTips } from "./type-tip";
import { useLatest } from "./use-latest";

type OtherFileProps = {
  place: Place;
  /** The file that one comes from. */
  backTo: string;
  onBack: () => void;
  onFind: (view: EditorView, offset: number) => void;
};

function useReader(text: string | undefined, graphId: string, props: OtherFileProps) {
  const parent = useRef<HTMLDivElement>(null);
  const latest = useLatest(props);
  useEffect(() => {
    if (text === undefined || parent.current === null) return;
    const { file } = latest.current.place;
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: toEditorText(text).text,
        extensions: [
          readingSetup(`Code of ${file}, read only`),
          EditorState.readOnly.of(true),
          typeTips(() => ({ graphId, file, before: "", after: "" })),
          goToDefinition((from, offset) => latest.current.onFind(from, offset)),
        ],
      }),
    });
    goToLine(view, latest.current.place);
    return () => view.destroy();
  }, [text, graphId, latest]);
  return parent;
}

/** Another file of the project, to read: where something is defined that the workflow uses. */
export function OtherFile(props: OtherFileProps) {
  const { graphId } = useEditor();
  const { place, backTo, onBack } = props;
  const { data, error } = useQuery({
    queryKey: ["design-file", graphId, place.file],
    queryFn: ({ signal }) => getSourceFile(graphId, place.file, signal),
    retry: false,
  });
  const parent = useReader(data?.text, graphId, props);
  return (
    <section aria-label={place.file} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line pr-3.5 pl-2">
        <Button variant="ghost" size="sm" onClick={onBack} title={`Back to ${backTo}`}>
          <ArrowLeft aria-hidden />
          Back
        </Button>
        <span className="min-w-0 truncate font-mono text-sm text-muted" title={place.file}>
          {place.file}
        </span>
        <span className="ml-auto shrink-0 text-sm text-faint">read only</span>
      </div>
      {error === null ? null : <p className="px-3.5 py-3 text-muted">{error.message}</p>}
      <div ref={parent} className="min-h-0 flex-1 overflow-hidden" />
    </section>
  );
}
