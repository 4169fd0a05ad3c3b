import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { ForkPlan } from "../../rerun/fork-plan";
import { ChannelEditor } from "./channel-editor";
import { ChannelPicker } from "./channel-picker";
import { beginDraft } from "./draft";
import { Preview } from "./preview";
import type { Edit } from "./use-edit";
import { WriteAs } from "./write-as";

/** The editors on the left, what comes of them on the right. */
export function EditBody({ edit }: { edit: Edit }) {
  const { threadId, entry, draft, values, nodes, asNode, last, kept, next, write, preview } = edit;
  return (
    <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,0.85fr)]">
      <Editors edit={edit} />
      <div className="flex min-w-0 flex-col gap-4">
        <WriteAs nodes={nodes} value={asNode} last={last} kept={kept} next={next} onChange={edit.setAsNode} />
        <Preview
          before={values}
          result={write === null ? undefined : preview.data}
          error={preview.error}
          loading={preview.isFetching}
          ready={write !== null}
          onAsk={edit.askForPreview}
        />
        {draft.run ? <ForkPlan threadId={threadId} entry={entry} asNode={asNode} /> : null}
      </div>
    </div>
  );
}

function Editors({ edit }: { edit: Edit }) {
  const { draft, restored, channels, values, edited, schemaProblems, change, discard } = edit;
  const byName = useMemo(() => new Map(channels.map((channel) => [channel.name, channel])), [channels]);
  const names = [...byName.keys(), ...Object.keys(values).filter((name) => !byName.has(name))];
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {restored ? (
        <p className="flex items-center gap-2 rounded-md bg-hover px-2.5 py-1 text-sm text-muted">
          What you typed earlier is still here.
          <Button variant="ghost" size="sm" className="ml-auto" onClick={discard}>
            Discard it
          </Button>
        </p>
      ) : null}
      <ChannelPicker
        names={names}
        edited={new Set(Object.keys(draft.channels))}
        onToggle={(name, on) => change(name, on ? beginDraft(byName.get(name) ?? null, valueOf(name)) : null)}
      />
      {edited.map((channel) => {
        const channelDraft = draft.channels[channel.name];
        return channelDraft === undefined ? null : (
          <ChannelEditor
            key={channel.name}
            edited={channel}
            value={valueOf(channel.name)}
            draft={channelDraft}
            schemaProblems={schemaProblems.get(channel.name) ?? []}
            onChange={(changed) => change(channel.name, changed)}
          />
        );
      })}
    </div>
  );
}
