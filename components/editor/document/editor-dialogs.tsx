"use client";

import dynamic from "next/dynamic";
import { useStore } from "zustand";
import { useEditor } from "../editor-context";
import { QuestionDialog } from "./question-dialog";

const ConflictDialog = dynamic(() => import("./conflict-dialog").then((module) => module.ConflictDialog), { ssr: false });

/** What an edit asks before it is made, and what to do with one that does not fit the file any more. */
export function EditorDialogs() {
  const { document } = useEditor();
  const question = useStore(document, (state) => state.question);
  const conflict = useStore(document, (state) => state.conflict);
  return (
    <>
      {question ? <QuestionDialog question={question} /> : null}
      {conflict ? <ConflictDialog conflict={conflict} /> : null}
    </>
  );
}
