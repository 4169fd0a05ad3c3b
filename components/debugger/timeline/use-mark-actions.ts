import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatCount } from "@/components/ui/format";
import { notify } from "@/components/ui/notify";
import { deleteBranch, markBranch, markCheckpoint, undoDeletion } from "@/lib/client/api";
import type { BranchBody, BranchMark, CheckpointMark, MarkBody, Marks } from "@/lib/schema/travel";
import { useLiveStore } from "../live/live-context";
import { showError } from "../show-error";
import { marksKey } from "./mark-index";

const NOTHING: Marks = { checkpoints: [], branches: [], deletions: [] };
const UNDO_MS = 12_000;

/** The marks after a change that the server has not confirmed yet. */
export function withCheckpointMark(marks: Marks, id: string, change: MarkBody): Marks {
  const namespace = change.checkpoint_ns ?? "";
  const isIt = (mark: CheckpointMark) => mark.checkpoint_id === id && mark.checkpoint_ns === namespace;
  const before = marks.checkpoints.find(isIt);
  const after: CheckpointMark = {
    checkpoint_ns: namespace,
    checkpoint_id: id,
    label: emptyToNull(change.label === undefined ? before?.label : change.label),
    note: emptyToNull(change.note === undefined ? before?.note : change.note),
    starred: change.starred ?? before?.starred ?? false,
  };
  const others = marks.checkpoints.filter((mark) => !isIt(mark));
  const isEmpty = after.label === null && after.note === null && !after.starred;
  return { ...marks, checkpoints: isEmpty ? others : [...others, after] };
}

export function withBranchMark(marks: Marks, branchId: string, change: BranchBody): Marks {
  const before = marks.branches.find((mark) => mark.branch_id === branchId);
  const after: BranchMark = {
    branch_id: branchId,
    name: emptyToNull(change.name === undefined ? before?.name : change.name),
    colour: (change.colour === undefined ? before?.colour : change.colour) ?? null,
  };
  return { ...marks, branches: [...marks.branches.filter((mark) => mark.branch_id !== branchId), after] };
}

function emptyToNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** Changes to labels, names and branches. What was changed is shown at once and taken back if the server refuses it. */
export function useMarkActions(threadId: string | null) {
  const client = useQueryClient();
  const live = useLiveStore();
  const key = marksKey(threadId);

  function optimistic<Variables>(
    send: (variables: Variables) => Promise<unknown>,
    apply: (marks: Marks, variables: Variables) => Marks,
    failed: string,
  ) {
    return {
      mutationFn: send,
      onMutate: async (variables: Variables) => {
        await client.cancelQueries({ queryKey: key });
        const before = client.getQueryData<Marks>(key);
        client.setQueryData<Marks>(key, apply(before ?? NOTHING, variables));
        return { before };
      },
      onError: (error: Error, _: Variables, held: { before: Marks | undefined } | undefined) => {
        client.setQueryData(key, held?.before);
        showError(failed, error);
      },
      onSettled: () => client.invalidateQueries({ queryKey: key }),
    };
  }

  const checkpoint = useMutation(
    optimistic(
      ({ id, mark }: { id: string; mark: MarkBody }) => markCheckpoint(threadId ?? "", id, mark),
      (marks, { id, mark }) => withCheckpointMark(marks, id, mark),
      "The mark could not be saved",
    ),
  );
  const branch = useMutation(
    optimistic(
      ({ id, mark }: { id: string; mark: BranchBody }) => markBranch(threadId ?? "", id, mark),
      (marks, { id, mark }) => withBranchMark(marks, id, mark),
      "The branch could not be changed",
    ),
  );
  const refresh = () => client.invalidateQueries({ queryKey: key });
  const undo = useMutation({
    mutationFn: (deletionId: string) => undoDeletion(threadId ?? "", deletionId),
    onSuccess: () => {
      live.getState().readAll();
      notify("The deleted checkpoints are back");
    },
    onError: (error) => showError("It could not be brought back", error),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => deleteBranch(threadId ?? "", id),
    onSuccess: ({ deletion_id, checkpoints }, id) => {
      live.getState().removeBranch(id);
      notify(`Deleted ${formatCount(checkpoints, "checkpoint")}`, { action: { label: "Undo", run: () => undo.mutate(deletion_id) }, ms: UNDO_MS });
    },
    onError: (error) => showError("The branch could not be deleted", error),
    onSettled: refresh,
  });

  const { mutate: sendMark } = checkpoint;
  const { mutate: sendBranch } = branch;
  const { mutate: sendRemove } = remove;
  const { mutate: sendUndo } = undo;
  return useMemo(
    () => ({
      mark: (id: string, mark: MarkBody) => sendMark({ id, mark }),
      markBranch: (id: string, mark: BranchBody) => sendBranch({ id, mark }),
      deleteFrom: (id: string) => sendRemove(id),
      undoDeletion: (deletionId: string) => sendUndo(deletionId),
    }),
    [sendMark, sendBranch, sendRemove, sendUndo],
  );
}
