"use client";

import { useMutation } from "@tanstack/react-query";
import { GitBranch } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { forkThread } from "@/lib/client/api";
import type { CheckpointView } from "@/lib/schema/checkpoint";
import type { Channel } from "@/lib/schema/graph";
import type { JsonObject } from "@/lib/schema/json";
import { formatStep } from "../../timeline/format";
import type { InspectorHeaderProps } from "../inspector-header";
import { QueryView } from "../query-state";
import { ChannelEditor } from "./channel-editor";
import { ChannelPicker } from "./channel-picker";
import { beginDraft } from "./draft";
import { Preview } from "./preview";
import { useEditDraft, type EditDraftHandle } from "./use-edit-draft";
import { MAX_AUTO_PREVIEW_BYTES, useEditedChannels, usePreview, useSchemaProblems, valuesToWrite } from "./use-update";
import { lastNodeOf, writableNodes, WriteAs } from "./write-as";

export type EditDialogProps = InspectorHeaderProps & { onClose: () => void };

/** Edits the state of a checkpoint, shows what the workflow makes of it, and saves it as the beginning of a new branch. */
export function EditDialog(props: EditDialogProps) {
  const { entry, checkpoint, threadId, onClose } = props;
  const edit = useEditDraft(threadId, entry.checkpoint_id);
  const view = checkpoint.data?.checkpoint_id === entry.checkpoint_id ? checkpoint : { ...checkpoint, data: undefined };
  return (
    <EditForm {...props} edit={edit} view={view.data}>
      {(body, footer) => (
        <Dialog
          open
          onOpenChange={(open) => !open && onClose()}
          title={`Edit step ${formatStep(entry.step)} and fork`}
          description="Saves your edit as a new branch. What is there stays as it is."
          className="min-h-[min(560px,86vh)] w-[min(1080px,calc(100vw-32px))]"
          footer={footer}
        >
          <QueryView query={view} what="state">
            {() => body}
          </QueryView>
        </Dialog>
      )}
    </EditForm>
  );
}

type EditFormProps = EditDialogProps & {
  edit: EditDraftHandle;
  view: CheckpointView | undefined;
  children: (body: ReactNode, footer: ReactNode) => ReactNode;
};

const NO_CHANNELS: Channel[] = [];
const NO_VALUES: JsonObject = {};

function EditForm({ edit, view, children, ...props }: EditFormProps) {
  const { description, entry, tree, threadId, onForked, onContinue, onClose } = props;
  const { draft } = edit;
  const channels = description?.channels ?? NO_CHANNELS;
  const values = view?.values ?? NO_VALUES;
  const nodes = useMemo(() => writableNodes(description), [description]);
  const usual = useMemo(() => lastNodeOf(tree, entry, nodes), [tree, entry, nodes]);
  const asNode = draft.asNode ?? usual;

  const edited = useEditedChannels(draft, channels, values);
  const schemaProblems = useSchemaProblems(edited, values);
  const write = useMemo(() => valuesToWrite(edited), [edited]);
  const [asked, setAsked] = useState(false);
  const isLarge = entry.bytes > MAX_AUTO_PREVIEW_BYTES;
  const preview = usePreview(threadId, entry, write, asNode, !isLarge || asked);
  const next = write !== null && preview.data !== undefined && preview.error === null ? preview.data.next : null;

  const fork = useMutation({
    mutationFn: (body: JsonObject) =>
      forkThread(threadId, { checkpoint_id: entry.checkpoint_id, checkpoint_ns: entry.checkpoint_ns, values: body, as_node: asNode }),
    onSuccess: (result) => {
      edit.discard();
      onForked(result);
      if (draft.run && next?.length !== 0) onContinue(result.checkpoint_id);
      onClose();
    },
  });
  const problem = problemOf(
    edited.length,
    edited.some(({ built }) => !built.ok),
    schemaProblems.size > 0,
    write !== null,
  );
  const body = (
    <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,0.85fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        {edit.restored ? (
          <p className="flex items-center gap-2 rounded-md bg-hover px-2.5 py-1 text-sm text-muted">
            What you typed earlier is still here.
            <Button variant="ghost" size="sm" className="ml-auto" onClick={edit.discard}>
              Discard it
            </Button>
          </p>
        ) : null}
        <ChannelPicker
          names={[
            ...channels.map((channel) => channel.name),
            ...Object.keys(values).filter((name) => !channels.some((channel) => channel.name === name)),
          ]}
          edited={new Set(Object.keys(draft.channels))}
          onToggle={(name, on) => edit.change(name, on ? beginDraft(channels.find((channel) => channel.name === name) ?? null, values[name]) : null)}
        />
        {edited.map((channel) => {
          const channelDraft = draft.channels[channel.name];
          return channelDraft === undefined ? null : (
            <ChannelEditor
              key={channel.name}
              edited={channel}
              value={Object.hasOwn(values, channel.name) ? values[channel.name] : undefined}
              draft={channelDraft}
              schemaProblems={schemaProblems.get(channel.name) ?? []}
              onChange={(changed) => edit.change(channel.name, changed)}
            />
          );
        })}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <WriteAs nodes={nodes} value={asNode} usual={usual} next={next} onChange={edit.setAsNode} />
        <Preview
          before={values}
          result={write === null ? undefined : preview.data}
          error={preview.error}
          loading={preview.isFetching}
          ready={write !== null}
          onAsk={isLarge && !asked ? () => setAsked(true) : null}
        />
      </div>
    </div>
  );
  const footer = (
    <>
      <p className="min-w-0 flex-1 text-sm">
        {fork.error === null ? (
          <span className="text-muted">{problem}</span>
        ) : (
          <span role="alert" className="text-bad">
            {fork.error.message}
          </span>
        )}
      </p>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={draft.run} onChange={(event) => edit.setRun(event.target.checked)} />
        Run it right away
      </label>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" disabled={problem !== null || fork.isPending} onClick={() => write !== null && fork.mutate(write)}>
        {fork.isPending ? <Spinner label="Forking" /> : <GitBranch />}
        {draft.run ? "Fork and run" : "Fork"}
      </Button>
    </>
  );
  return children(body, footer);
}

/** Why it cannot be forked yet, or null. */
function problemOf(edited: number, invalid: boolean, misfit: boolean, changed: boolean): string | null {
  if (edited === 0) return "Pick a channel to edit.";
  if (invalid) return "Something is not valid yet.";
  if (misfit) return "A value does not fit its schema.";
  return changed ? null : "Nothing is changed yet.";
}
