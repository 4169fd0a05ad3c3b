import { Pencil, Plus, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Json } from "@/lib/schema/json";
import { previewOf } from "../values/json-rows";
import { MoreButton } from "../values/long-text";
import type { DraftProblem } from "./build-update";
import { beginAdded, beginItem, type ItemText, type ListDraft } from "./draft";
import { ItemEditor } from "./item-editor";

/** The newest items are what one edits; older ones are a click away. */
const SHOWN = 12;

export type ListEditorProps = {
  name: string;
  list: readonly Json[];
  draft: ListDraft;
  isMessages: boolean;
  problems: DraftProblem[];
  onChange: (draft: ListDraft) => void;
};

/** Edits a list item by item: change, remove, add. */
export function ListEditor({ name, list, draft, isMessages, problems, onChange }: ListEditorProps) {
  const [shown, setShown] = useState(SHOWN);
  const start = Math.max(0, list.length - shown);
  const problemOf = (item: string) => problems.find((problem) => problem.item === item)?.message ?? null;
  const setEdit = (index: number, item: ItemText | null) => {
    const { [String(index)]: _, ...others } = draft.edits;
    onChange({ ...draft, edits: item === null ? others : { ...draft.edits, [String(index)]: item } });
  };
  const setRemoved = (index: number, removed: boolean) => {
    const others = draft.removed.filter((each) => each !== index);
    onChange({ ...draft, removed: removed ? [...others, index] : others });
  };
  const setAdded = (key: string, item: ItemText | null) => {
    const added = draft.added.flatMap((each) => (each.key !== key ? [each] : item === null ? [] : [{ ...item, key }]));
    onChange({ ...draft, added });
  };
  return (
    <div className="rounded-md border border-line">
      {start > 0 ? (
        <p className="px-2 py-1">
          <MoreButton
            onClick={() => setShown(shown + 100)}
          >{`Show ${Math.min(100, start)} of ${start.toLocaleString("en")} earlier items`}</MoreButton>
        </p>
      ) : null}
      <ol className="divide-y divide-line">
        {list.slice(start).map((item, at) => {
          const index = start + at;
          return (
            <ExistingItem
              key={index}
              name={name}
              index={index}
              item={item}
              edit={draft.edits[String(index)] ?? null}
              removed={draft.removed.includes(index)}
              problem={problemOf(String(index))}
              onEdit={(edit) => setEdit(index, edit)}
              onRemove={(removed) => setRemoved(index, removed)}
            />
          );
        })}
        {draft.added.map((item, at) => (
          <li key={item.key} className="flex gap-2 bg-ok-bg/40 px-2 py-1.5">
            <span className="w-6 shrink-0 pt-1 text-right font-mono text-sm text-ok">+</span>
            <div className="min-w-0 flex-1">
              <ItemEditor
                item={item}
                label={`New item ${at + 1} of ${name}`}
                problem={problemOf(item.key)}
                onChange={(next) => setAdded(item.key, next)}
                isNew
              />
            </div>
            <Button variant="ghost" size="icon-sm" aria-label={`Remove new item ${at + 1}`} onClick={() => setAdded(item.key, null)}>
              <Trash2 />
            </Button>
          </li>
        ))}
      </ol>
      <div className={cn("px-2 py-1.5", (list.length > 0 || draft.added.length > 0) && "border-t border-line")}>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onChange({ ...draft, added: [...draft.added, { ...beginAdded(list, isMessages), key: `new-${crypto.randomUUID()}` }] })}
        >
          <Plus /> {isMessages ? "Add a message" : "Add an item"}
        </Button>
      </div>
    </div>
  );
}

type ExistingItemProps = {
  name: string;
  index: number;
  item: Json;
  edit: ItemText | null;
  removed: boolean;
  problem: string | null;
  onEdit: (edit: ItemText | null) => void;
  onRemove: (removed: boolean) => void;
};

function ExistingItem({ name, index, item, edit, removed, problem, onEdit, onRemove }: ExistingItemProps) {
  const undo = () => {
    onEdit(null);
    onRemove(false);
  };
  return (
    <li className={cn("flex gap-2 px-2 py-1.5", removed ? "bg-bad-bg/50" : edit !== null && "bg-fork-bg/40")}>
      <span className="w-6 shrink-0 pt-0.5 text-right font-mono text-sm text-faint tabular-nums">{index}</span>
      <div className="min-w-0 flex-1">
        {edit !== null && !removed ? (
          <ItemEditor item={edit} label={`Item ${index} of ${name}`} problem={problem} onChange={onEdit} />
        ) : (
          <p className={cn("truncate pt-0.5 font-mono text-sm", removed && "text-faint line-through")}>{previewOf(item, 160)}</p>
        )}
      </div>
      {edit !== null || removed ? (
        <Button variant="ghost" size="icon-sm" aria-label={`Undo the change of item ${index} of ${name}`} title="Undo" onClick={undo}>
          <Undo2 />
        </Button>
      ) : (
        <>
          <Button variant="ghost" size="icon-sm" aria-label={`Edit item ${index} of ${name}`} title="Edit" onClick={() => onEdit(beginItem(item))}>
            <Pencil />
          </Button>
          <Button variant="ghost" size="icon-sm" aria-label={`Remove item ${index} of ${name}`} title="Remove" onClick={() => onRemove(true)}>
            <Trash2 />
          </Button>
        </>
      )}
    </li>
  );
}
