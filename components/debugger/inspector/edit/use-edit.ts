import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { forkThread } from "@/lib/client/api";
import type { CheckpointView } from "@/lib/schema/checkpoint";
import type { Channel } from "@/lib/schema/graph";
import type { JsonObject } from "@/lib/schema/json";
import type { EditDialogProps } from "./edit-dialog";
import { useEditDraft } from "./use-edit-draft";
import { MAX_AUTO_PREVIEW_BYTES, useEditedChannels, usePreview, useSchemaProblems, valuesToWrite } from "./use-update";
import { canKeepNext, lastNodeOf, usualWriter, writableNodes } from "./write-as";

const NO_CHANNELS: Channel[] = [];
const NO_VALUES: JsonObject = {};

export type Edit = ReturnType<typeof useEdit>;

/** Everything about one edit: what is typed, what it writes, what the workflow would make of it, and the fork itself. */
export function useEdit(props: EditDialogProps, view: CheckpointView | undefined) {
  const { description, entry, tree, threadId, onForked, onContinue, onClose } = props;
  const handle = useEditDraft(threadId, entry.checkpoint_id);
  const { draft } = handle;
  const channels = description?.channels ?? NO_CHANNELS;
  const values = view?.values ?? NO_VALUES;
  const nodes = useMemo(() => writableNodes(description, entry.checkpoint_ns), [description, entry.checkpoint_ns]);
  const last = useMemo(() => lastNodeOf(tree, entry, nodes), [tree, entry, nodes]);
  const kept = useMemo(() => (canKeepNext(entry) ? [...new Set(entry.next)] : null), [entry]);
  const usual = kept === null ? last : usualWriter(description, entry, last);
  const asNode = draft.asNode ?? props.asNode ?? usual;

  const edited = useEditedChannels(draft, channels, values);
  const schemaProblems = useSchemaProblems(edited, values);
  const write = useMemo(() => valuesToWrite(edited), [edited]);

  const [asked, setAsked] = useState(false);
  const waitsForAsking = entry.bytes > MAX_AUTO_PREVIEW_BYTES && !asked;
  const preview = usePreview(threadId, entry, write, asNode, !waitsForAsking);
  /** What runs next after the edit; null while that is not known. */
  const next = write !== null && preview.data !== undefined && preview.error === null ? preview.data.next : null;

  const fork = useMutation({
    mutationFn: (body: JsonObject) =>
      forkThread(threadId, { checkpoint_id: entry.checkpoint_id, checkpoint_ns: entry.checkpoint_ns, values: body, as_node: asNode }),
    onSuccess: (result) => {
      handle.discard();
      onForked(result);
      if (draft.run && next?.length !== 0) onContinue(result.checkpoint_id);
      onClose();
    },
  });
  return {
    ...handle,
    threadId,
    entry,
    channels,
    values,
    nodes,
    last,
    kept,
    asNode,
    edited,
    schemaProblems,
    write,
    preview,
    next,
    askForPreview: waitsForAsking ? () => setAsked(true) : null,
    fork,
    /** Why it cannot be forked yet, or null. */
    problem: problemOf(
      edited.length,
      edited.some(({ built }) => !built.ok),
      schemaProblems.size > 0,
      write !== null,
    ),
  };
}

function problemOf(edited: number, invalid: boolean, misfit: boolean, changed: boolean): string | null {
  if (edited === 0) return "Pick a channel to edit.";
  if (invalid) return "Something is not valid yet.";
  if (misfit) return "A value does not fit its schema.";
  return changed ? null : "Nothing is changed yet.";
}
