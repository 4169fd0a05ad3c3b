"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { JsonEditor } from "@/components/ui/json-editor";
import { notify } from "@/components/ui/notify";
import { Spinner } from "@/components/ui/spinner";
import { useLocalState } from "@/lib/client/use-local-state";
import { channelsOfLevel } from "@/lib/graph/level-channels";
import type { Channel } from "@/lib/schema/graph";
import type { Json, JsonObject } from "@/lib/schema/json";
import { Preview } from "../inspector/edit/preview";
import { usePreview } from "../inspector/edit/use-update";
import { useCheckpoint } from "../inspector/use-checkpoint";
import { messageOf } from "../show-error";
import { formatStep } from "../timeline/format";
import { useWorkbench } from "../workbench-context";
import type { NodePlace } from "./node-places";
import { parseOutput } from "./parse-object";

const NO_CHANNELS: Channel[] = [];
const NO_VALUES: JsonObject = {};
const readText = (kept: unknown) => (typeof kept === "string" ? kept : null);

type OutputDialogProps = { threadId: string; place: NodePlace; onClose: () => void };

/** What a node returns, typed by hand in place of running it. */
export function OutputDialog({ threadId, place, onClose }: OutputDialogProps) {
  const { name, entry } = place;
  const { description, tree, actions } = useWorkbench();
  const channels = useMemo(
    () => (description === null ? NO_CHANNELS : channelsOfLevel(description, entry.checkpoint_ns)),
    [description, entry.checkpoint_ns],
  );
  const [text, setText] = useLocalState(`retrograph:output:${threadId}:${entry.checkpoint_id}:${name}`, "{}", readText);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const parsed = useMemo(
    () =>
      parseOutput(
        text,
        channels.map((channel) => channel.name),
      ),
    [text, channels],
  );
  const values = parsed.ok && Object.keys(parsed.value).length > 0 ? parsed.value : null;
  const checkpoint = useCheckpoint(threadId, entry, tree);
  const preview = usePreview(threadId, entry, values, name, true);

  async function send() {
    if (!parsed.ok) return;
    setSending(true);
    setRefusal(null);
    try {
      await actions.changeNext({
        checkpoint_id: entry.checkpoint_id,
        checkpoint_ns: entry.checkpoint_ns,
        change: { kind: "output", node: name, values: parsed.value },
      });
      setText("{}");
      notify(`${name} was given its output`, { description: "What comes after it is next." });
      onClose();
    } catch (error) {
      setRefusal(messageOf(error));
      setSending(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <>
          Output of <span className="font-mono">{name}</span> by hand
        </>
      }
      description={`Writes a checkpoint after step ${formatStep(entry.step)} as if it had run and returned this. Nothing of its code runs.`}
      className="w-[min(880px,calc(100vw-32px))]"
      footer={
        <>
          <p className="min-w-0 flex-1 text-sm">
            {refusal === null ? (
              <span className="text-muted">{parsed.ok ? null : parsed.message}</span>
            ) : (
              <span role="alert" className="text-bad">
                {refusal}
              </span>
            )}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!parsed.ok || sending} onClick={() => void send()}>
            {sending ? <Spinner label="Saving" /> : null}
            Use this output
          </Button>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,0.9fr)]">
        <div className="flex min-w-0 flex-col gap-2">
          <ChannelChips channels={channels} text={text} onInsert={setText} />
          <JsonEditor
            value={text}
            onChange={setText}
            label={`Output of ${name}`}
            minHeight="220px"
            maxHeight="420px"
            invalid={!parsed.ok}
            autoFocus
          />
        </div>
        <Preview
          before={checkpoint.data?.checkpoint_id === entry.checkpoint_id ? checkpoint.data.values : NO_VALUES}
          result={values === null ? undefined : preview.data}
          error={preview.error}
          loading={preview.isFetching}
          ready={values !== null}
          onAsk={null}
        />
      </div>
    </Dialog>
  );
}

/** The channels that the output may have; a click adds one with a value of its kind. */
function ChannelChips({ channels, text, onInsert }: { channels: readonly Channel[]; text: string; onInsert: (text: string) => void }) {
  const parsed = parseOutput(text, []);
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label="Channels of the state">
      <span className="text-sm text-muted">Add</span>
      {channels.map((channel) => (
        <Button
          key={channel.name}
          size="sm"
          className="font-mono"
          title={channel.reducer.label}
          disabled={!parsed.ok || Object.hasOwn(parsed.value, channel.name)}
          onClick={() => {
            if (parsed.ok) onInsert(JSON.stringify({ ...parsed.value, [channel.name]: blankOf(channel) }, null, 2));
          }}
        >
          {channel.name}
        </Button>
      ))}
    </div>
  );
}

const BLANKS: Record<string, Json> = { string: "", number: 0, integer: 0, boolean: false, array: [], object: {} };

function blankOf({ reducer, schema, default: initial }: Channel): Json {
  if (reducer.kind === "append" || reducer.kind === "messages") return [];
  const type = schema?.["type"];
  return initial ?? (typeof type === "string" ? (BLANKS[type] ?? null) : "");
}
