import { Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { TextArea } from "@/components/ui/field";
import { JsonEditor } from "@/components/ui/json-editor";
import type { Json } from "@/lib/schema/json";
import { isMessageList } from "../values/read-message";
import { canOverwrite, findUnwritable, type DraftProblem } from "./build-update";
import type { ChannelDraft, ValueDraft } from "./draft";
import { ListEditor } from "./list-editor";
import type { EditedChannel } from "./use-update";

export type ChannelEditorProps = {
  edited: EditedChannel;
  value: Json | undefined;
  draft: ChannelDraft;
  schemaProblems: DraftProblem[];
  onChange: (draft: ChannelDraft | null) => void;
};

/** One channel's editor: the value, what is wrong with it, and what its reducer will make of it. */
export function ChannelEditor({ edited, value, draft, schemaProblems, onChange }: ChannelEditorProps) {
  const { name, channel, built } = edited;
  const problems = built.ok ? schemaProblems : built.problems;
  const own = problems.filter((problem) => problem.item === null);
  const unwritable = built.ok ? findUnwritable(built.value) : null;
  return (
    <section aria-label={`Edit ${name}`} data-edit-channel={name} className="flex flex-col gap-1.5">
      <div className="flex items-center gap-1.5">
        <h3 className="min-w-0 truncate font-mono text-[12.5px] font-semibold">{name}</h3>
        {channel === null ? null : <Chip>{channel.reducer.label}</Chip>}
        <span className="flex-1" />
        <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
          <Undo2 /> Leave as it was
        </Button>
      </div>
      {draft.kind === "list" ? (
        <ListEditor
          name={name}
          list={Array.isArray(value) ? value : []}
          draft={draft}
          isMessages={channel?.reducer.kind === "messages" || isMessageList(value)}
          problems={problems}
          onChange={onChange}
        />
      ) : (
        <ValueEditor name={name} draft={draft} invalid={own.length > 0} onChange={onChange} />
      )}
      {own.map((problem) => (
        <p key={problem.message} role="alert" className="text-sm text-bad">
          {problem.message}
        </p>
      ))}
      {unwritable === null ? null : (
        <p className="text-sm text-wait">{`It holds a value that cannot be written back as it is (${unwritable}): it would be saved as a plain object.`}</p>
      )}
      {built.ok && built.changed ? <p className="text-sm text-muted">{built.how}</p> : null}
      {channel !== null && isFree(channel.reducer.kind) && canOverwrite(channel) ? (
        <label className="flex items-center gap-2 text-sm text-muted">
          <input type="checkbox" checked={draft.through} onChange={(event) => onChange({ ...draft, through: event.target.checked })} />
          Send it through the reducer instead of replacing the value
        </label>
      ) : null}
    </section>
  );
}

/** Reducers whose rules are their own: only the person knows whether the value is to be merged or set. */
function isFree(kind: string): boolean {
  return kind === "custom" || kind === "other";
}

type ValueEditorProps = { name: string; draft: ValueDraft; invalid: boolean; onChange: (draft: ValueDraft) => void };

function ValueEditor({ name, draft, invalid, onChange }: ValueEditorProps) {
  const label = `Value of ${name}`;
  if (draft.kind === "json") {
    return <JsonEditor value={draft.text} label={label} invalid={invalid} maxHeight="360px" onChange={(text) => onChange({ ...draft, text })} />;
  }
  return (
    <TextArea
      aria-label={label}
      aria-invalid={invalid}
      value={draft.text}
      onChange={(event) => onChange({ ...draft, text: event.target.value })}
      className="field-sizing-content max-h-96"
    />
  );
}
