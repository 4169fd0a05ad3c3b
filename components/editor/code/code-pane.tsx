"use client";

import { useCallback, useInsertionEffect, useRef, useState } from "react";
import type { EditorView } from "@codemirror/view";
import { notify } from "@/components/ui/notify";
import type { DesignModel } from "@/lib/schema/design-api";
import type { Place } from "@/lib/schema/source";
import { useEditor } from "../editor-context";
import { CodeHeader } from "./code-header";
import { CodeNotice } from "./code-notice";
import { definitionsAt } from "./code-queries";
import { OtherFile } from "./other-file";
import { goToLine } from "./target-mark";
import { useBaseText, type Since } from "./use-base-text";
import { useCodeField, type FieldStatus } from "./use-code-field";
import { useFollowing } from "./use-following";
import { useLatest } from "./use-latest";

function sameCounts(a: FieldStatus["counts"], b: FieldStatus["counts"]): boolean {
  return a?.added === b?.added && a?.removed === b?.removed;
}

function changed(status: FieldStatus, change: Partial<FieldStatus>): FieldStatus {
  const next = { ...status, ...change };
  return next.state === status.state && next.cursor === status.cursor && sameCounts(next.counts, status.counts) ? status : next;
}

/** Opens where something is defined: in this file, or in another one on top of it. */
function useDefinitions(graphId: string, own: string, showOwn: (place: Place) => void) {
  const [others, setOthers] = useState<Place[]>([]);
  const find = useCallback(
    async (file: string, view: EditorView, offset: number) => {
      try {
        const part = { graphId, file, before: "", after: "" };
        const { places } = await definitionsAt(part, view.state.doc.toString(), offset, AbortSignal.timeout(30_000));
        const [place] = places;
        if (place === undefined) return notify("No definition in this project", { description: "It comes from a package, or it is no name." });
        if (place.file === file) return goToLine(view, place);
        if (place.file === own) {
          setOthers([]);
          return showOwn(place);
        }
        setOthers((before) => [...before, place]);
      } catch (error) {
        notify("The definition was not found", { description: error instanceof Error ? error.message : String(error), tone: "error" });
      }
    },
    [graphId, own, showOwn],
  );
  return { others, setOthers, find };
}

/** The field with everything around it: what was changed, where one is, and other files that one was led to. */
export function CodePane({ design }: { design: DesignModel }) {
  const editor = useEditor();
  const latest = useLatest(editor);
  const parent = useRef<HTMLDivElement>(null);
  const [status, setStatus] = useState<FieldStatus>({ state: { status: "saved" }, cursor: 0, counts: null });
  const [isRestored, setRestored] = useState(false);
  const [since, setSince] = useState<Since>("commit");
  const [isDiff, setDiff] = useState(false);
  const onStatus = useCallback((change: Partial<FieldStatus>) => setStatus((old) => changed(old, change)), []);

  const fieldRef = useRef<ReturnType<typeof useCodeField>>(null);
  const showOwn = useCallback((place: Place) => void (fieldRef.current && goToLine(fieldRef.current.view, place)), []);
  const { others, setOthers, find } = useDefinitions(editor.graphId, design.file, showOwn);
  const field = useCodeField(parent, design, {
    editor: latest,
    find: (view, offset) => void find(design.file, view, offset),
    onStatus,
    onRestored: () => setRestored(true),
  });
  useInsertionEffect(() => {
    fieldRef.current = field;
  });
  const base = useBaseText(field, since, isDiff);
  const node = useFollowing(field, design, status.cursor, (place) => setOthers(place === null ? [] : [place]));
  const other = others.at(-1);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {other === undefined ? null : (
        <OtherFile
          key={others.length}
          place={other}
          backTo={others.at(-2)?.file ?? design.file}
          onBack={() => setOthers(others.slice(0, -1))}
          onFind={(view, offset) => void find(other.file, view, offset)}
        />
      )}
      <div hidden={other !== undefined} className="flex min-h-0 flex-1 flex-col [&[hidden]]:hidden">
        <CodeHeader file={design.file} status={status} since={since} onSince={setSince} base={base} isDiff={isDiff} onDiff={setDiff} node={node} />
        <CodeNotice field={field} state={status.state} isRestored={isRestored} onRead={() => setRestored(false)} />
        <div ref={parent} className="min-h-0 flex-1 overflow-hidden" />
      </div>
    </div>
  );
}
