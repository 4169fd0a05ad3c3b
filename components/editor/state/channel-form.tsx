"use client";

import { Code2, FlaskConical } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toTypeText } from "@/lib/graph/type-label";
import type { SourceChannel } from "@/lib/schema/source";
import { useEditor } from "../editor-context";
import { ChannelUsers } from "./channel-users";
import { CommitField } from "./commit-field";
import { DeleteChannel } from "./delete-channel";
import { ReducerField } from "./reducer-field";
import { useStateEdit, type EditAnswer } from "./use-state-edit";

type Change =
  { value_type: string } | { default: string | null } | { description: string } | { reducer: "last" | "append" | "messages" | { code: string } };

/** The default's value in words of the code, without the function that gives it. */
function defaultText({ default: initial }: SourceChannel): string {
  return initial === null ? "" : initial.text.replace(/^\(\)\s*=>\s*/, "");
}

/** Everything about one channel; each field is written to the file when it is left. */
export function ChannelForm({ channel }: { channel: SourceChannel }) {
  const { graphId, readonly, showCode, openBottomTab } = useEditor();
  const edit = useStateEdit();
  const locked =
    readonly ?? channel.locked ?? (channel.place === null ? `${channel.name} comes from LangGraph’s library and cannot be changed here.` : null);
  const isLocked = locked !== null;
  const key = `${graphId}.channel.${channel.name}`;
  const set = (change: Change, what: string): Promise<EditAnswer> =>
    edit({ type: "set_channel", channel: channel.name, ...change }, `Change the ${what} of ${channel.name}`);
  const rename = async (name: string): Promise<EditAnswer> => {
    if (name.trim() === "") return { status: "refused", reason: "A channel needs a name." };
    return await edit({ type: "rename_channel", channel: channel.name, name }, `Rename ${channel.name} to ${name.trim()}`);
  };
  const setType = async (text: string): Promise<EditAnswer> =>
    text.trim() === "" ? { status: "refused", reason: "A channel needs a type, e.g. string." } : await set({ value_type: text }, "type");
  const { place } = channel;
  return (
    <div className="flex flex-col gap-3 px-3.5 py-3">
      {isLocked ? <p className="rounded-md border border-line bg-canvas px-2.5 py-2 text-sm text-muted">{locked}</p> : null}
      <CommitField
        label="Name"
        value={channel.name}
        draftKey={`${key}.name`}
        onCommit={rename}
        disabled={isLocked || channel.name_place === null}
        mono
      />
      <CommitField
        label="Type"
        value={channel.type === null ? "" : toTypeText(channel.type)}
        draftKey={`${key}.type`}
        onCommit={setType}
        disabled={isLocked}
        mono
        help="A TypeScript type, or a zod schema where the state is written with zod."
      />
      <ReducerField
        key={channel.name}
        channel={channel}
        draftKey={`${key}.reducer`}
        disabled={isLocked}
        onCommit={(reducer) => set({ reducer }, "reducer")}
      />
      <CommitField
        label="Default"
        value={defaultText(channel)}
        draftKey={`${key}.default`}
        onCommit={(text) => set({ default: text.trim() === "" ? null : text }, "default")}
        disabled={isLocked}
        mono
        placeholder="none"
        help="The value before the first write, as code."
      />
      <CommitField
        label="Description"
        value={channel.description ?? ""}
        draftKey={`${key}.description`}
        onCommit={(description) => set({ description }, "description")}
        disabled={isLocked}
        multiline
      />
      <ChannelUsers channel={channel.name} />
      <div className="flex flex-wrap gap-1.5">
        {place === null ? null : (
          <Button size="sm" onClick={() => showCode(place)}>
            <Code2 /> Show the code
          </Button>
        )}
        <Button size="sm" onClick={() => openBottomTab("reducer")}>
          <FlaskConical /> Try the reducer
        </Button>
        <DeleteChannel channel={channel.name} locked={locked} />
      </div>
    </div>
  );
}
