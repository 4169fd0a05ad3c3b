import { NodeResizeControl, type Node, type NodeProps } from "@xyflow/react";
import { memo, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { useDesign, useDesignStore } from "./design-store";
import { isSameNode } from "./same-node";

export type NoteNodeType = Node<{ noteId: string; text: string }, "note">;

/** Words on the canvas, kept in the layout. */
export const NoteNode = memo(function NoteNode({ id, data: { noteId, text }, selected }: NodeProps<NoteNodeType>) {
  const store = useDesignStore();
  const canEdit = useDesign((state) => state.canEdit);
  const isWriting = useDesign(({ editing }) => editing?.kind === "note" && editing.id === noteId);
  return (
    <>
      {canEdit && selected && !isWriting && (
        <NodeResizeControl minWidth={96} minHeight={40} position="bottom-right" className="canvas-note-corner" autoScale={false} />
      )}
      {isWriting ? (
        <NoteField
          text={text}
          onDone={(next) => {
            store.setState({ editing: null });
            if (next === text) return;
            store.handlers.onArrange((layout) => {
              const note = Object.hasOwn(layout.notes, noteId) ? layout.notes[noteId] : undefined;
              return note === undefined ? layout : { ...layout, notes: { ...layout.notes, [noteId]: { ...note, text: next } } };
            }, "Write note");
          }}
        />
      ) : (
        <div
          role="button"
          tabIndex={0}
          data-card={id}
          aria-label={`Note: ${text === "" ? "empty" : text}`}
          aria-pressed={selected}
          className={cn(
            "absolute inset-0 overflow-hidden rounded-md border border-wait/30 bg-[color-mix(in_srgb,var(--wait-bg)_55%,var(--raised))] px-2 py-1.5 text-[12px] leading-4 whitespace-pre-wrap text-text",
            selected && "outline-2 outline-offset-1 outline-focus",
          )}
        >
          {text === "" ? <span className="text-faint">Empty note</span> : text}
        </div>
      )}
    </>
  );
}, isSameNode);

/** Escape and leaving both keep what was typed: nothing typed is lost. */
function NoteField({ text, onDone }: { text: string; onDone: (text: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(text.length, text.length);
    // Only when it appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <textarea
      ref={field}
      aria-label="Text of the note"
      defaultValue={text}
      maxLength={20_000}
      className="nodrag nopan nowheel nokey absolute inset-0 size-full resize-none rounded-md border border-focus bg-panel px-2 py-1.5 text-[12px] leading-4 outline-none"
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={(event) => onDone(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") event.currentTarget.blur();
      }}
    />
  );
}
