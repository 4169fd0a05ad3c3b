"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { Doubt } from "@/lib/schema/edit";
import { useEditor } from "../editor-context";
import type { Question } from "./document-store";

function DoubtRow({
  doubt,
  isChosen,
  onChange,
  onShow,
}: {
  doubt: Doubt;
  isChosen: boolean;
  onChange: (chosen: boolean) => void;
  onShow: () => void;
}) {
  const { place, line_text: line, reason } = doubt;
  return (
    <li className="flex items-start gap-2 border-b border-line py-2 last:border-0">
      <label className="flex min-w-0 flex-1 items-start gap-2">
        <input type="checkbox" className="mt-0.5" checked={isChosen} onChange={(event) => onChange(event.target.checked)} />
        <span className="min-w-0 flex-1">
          <span className="block overflow-hidden font-mono text-sm text-ellipsis whitespace-pre">{line.trim()}</span>
          <span className="block text-sm text-muted">
            {reason}
            {" · "}
            <span className="font-mono">
              {place.file}:{place.line}
            </span>
          </span>
        </span>
      </label>
      <Button size="sm" variant="ghost" onClick={onShow}>
        Show
      </Button>
    </li>
  );
}

/** Places that an edit is not sure about: those with a mark are changed with it. */
export function QuestionDialog({ question: { question, doubts, answer } }: { question: Question }) {
  const { showCode } = useEditor();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set());
  const set = (index: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(index);
    else next.delete(index);
    setChosen(next);
  };
  const areAll = doubts.length > 0 && chosen.size === doubts.length;
  const places = doubts.filter((_, index) => chosen.has(index)).map(({ place }) => place);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) answer(null);
      }}
      title={question}
      description="Mark what means the same thing. What is not marked stays as it is."
      className="w-[min(680px,calc(100vw-32px))]"
      footer={
        <>
          <label className="mr-auto flex items-center gap-2 text-muted">
            <input type="checkbox" checked={areAll} onChange={(event) => setChosen(new Set(event.target.checked ? doubts.keys() : []))} />
            All places
          </label>
          <Button onClick={() => answer(null)}>Cancel</Button>
          <Button variant="primary" onClick={() => answer(places)}>
            {places.length === 0 ? "Leave them as they are" : `Change ${places.length} of ${doubts.length}`}
          </Button>
        </>
      }
    >
      <ul>
        {doubts.map((doubt, index) => (
          <DoubtRow
            key={`${doubt.place.file}:${doubt.place.start}`}
            doubt={doubt}
            isChosen={chosen.has(index)}
            onChange={(isChosen) => set(index, isChosen)}
            onShow={() => {
              answer(null);
              showCode(doubt.place);
            }}
          />
        ))}
      </ul>
    </Dialog>
  );
}
