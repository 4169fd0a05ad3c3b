import { changedText, mergeOver, textChanges } from "@/lib/graph/rebase-changes";
import type { DesignModel } from "@/lib/schema/design-api";
import type { EditInput, TextChange } from "@/lib/schema/edit";
import type { EditOptions, EditsOf } from "../editor-context";
import type { Draft } from "./draft";
import { toEditorText, type EditorText } from "./line-endings";
import { receive, type TextSync } from "./text-sync";

/** What is typed is saved when nothing was typed for this long, or all the same after `MAX_WAIT_MS`. */
const SAVE_MS = 400;
const MAX_WAIT_MS = 3000;

export type CodeState =
  | { status: "saved" }
  | { status: "unsaved" }
  /** It could not be saved; the text is kept, and tried again with the next change or on request. */
  | { status: "failed" }
  /** The file was changed where somebody types: a person decides. `theirs` is the file's text of now. */
  | { status: "clash"; theirs: string };

/** What a code document works with: the field, the editor's document, and what outlives the page. */
export type CodeHost = {
  /** The text that the field shows, with `\n` alone. */
  shown(): string;
  /** Makes changes in the field that nobody typed, moving the cursor and the selection along. */
  change(changes: TextChange[]): void;
  apply(edits: EditsOf, options: EditOptions): Promise<boolean>;
  keep(draft: Draft | null): void;
  /** Called with each new state. */
  tell(state: CodeState): void;
};

/**
 * The text of a field that several hands write: what is typed here is saved a moment later as the smallest change, what
 * others change is put in at its place.
 */
export class CodeDocument {
  readonly #host: CodeHost;
  #text: string;
  #file: EditorText;
  #sync: TextSync;
  #state: CodeState = { status: "saved" };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsavedSince: number | null = null;
  #saving: Promise<boolean> | null = null;

  /** `text` is the file's; the field shows it already. */
  constructor(host: CodeHost, text: string) {
    this.#host = host;
    this.#text = text;
    this.#file = toEditorText(text);
    this.#sync = { base: this.#file.text, sent: null };
  }

  /** The file's text that what is shown grew out of: places of the model count in it. */
  get file(): EditorText {
    return this.#file;
  }

  get state(): CodeState {
    return this.#state;
  }

  /** What was typed and is not in the file's text yet, as changes of `file.text`. */
  unsaved(): TextChange[] {
    return textChanges(this.#file.text, this.#host.shown());
  }

  /** To be called with each change that a person makes. */
  typed(): void {
    this.#keep();
    if (this.#state.status === "clash") return;
    this.#become({ status: "unsaved" });
    this.#saveLater();
  }

  /** Takes over the document's text, with what was typed meanwhile. */
  receive(text: string): void {
    const file = toEditorText(text);
    const received = receive(this.#sync, this.#host.shown(), file.text);
    if (received.status === "clash") return this.#become({ status: "clash", theirs: text });
    this.#takeOver(text, received.sync);
    if (received.changes.length > 0) this.#host.change(received.changes);
    this.#settle();
  }

  /** Brings back what was typed before a reload. False where nothing of it is missing. */
  restore(draft: Draft): boolean {
    const now = this.#text;
    const typed = toEditorText(draft.text).text;
    this.#host.change(textChanges(this.#host.shown(), typed));
    this.#takeOver(draft.base, { base: toEditorText(draft.base).text, sent: draft.sent });
    this.receive(now);
    if (this.#state.status === "clash") return true;
    const isMissing = this.unsaved().length > 0;
    if (isMissing) this.typed();
    else this.#host.keep(null);
    return isMissing;
  }

  /** Saves now. Resolves to whether all that was typed is saved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#saving !== null) await this.#saving;
    if (this.#state.status === "clash") return false;
    if (this.unsaved().length === 0) return true;
    this.#saving = this.#save();
    try {
      return await this.#saving;
    } finally {
      this.#saving = null;
    }
  }

  /** Ends a clash: with the file's text as it is, or with what was typed wherever both sides changed something. */
  settleClash(choice: "mine" | "theirs"): void {
    if (this.#state.status !== "clash") return;
    const { theirs } = this.#state;
    const file = toEditorText(theirs).text;
    const shown = this.#host.shown();
    const wanted = choice === "theirs" ? file : changedText(file, mergeOver(this.#sync.base, file, shown));
    this.#takeOver(theirs, { base: file, sent: null });
    this.#host.change(textChanges(shown, wanted));
    this.#become({ status: "saved" });
    if (this.unsaved().length > 0) this.typed();
    else this.#host.keep(null);
  }

  #keep(): void {
    this.#host.keep({ base: this.#text, sent: this.#sync.sent, text: this.#host.shown() });
  }

  #takeOver(text: string, sync: TextSync): void {
    this.#text = text;
    this.#file = toEditorText(text);
    this.#sync = sync;
  }

  async #save(): Promise<boolean> {
    this.#unsavedSince = null;
    const isDone = await this.#host.apply((design) => this.#editsFor(design), { label: "Edit code", merge: "code" });
    const isClash = this.#state.status === "clash";
    if (!isDone || isClash) {
      this.#sync = { ...this.#sync, sent: null };
      if (!isClash) this.#become({ status: "failed" });
      return false;
    }
    const shown = this.#host.shown();
    const isAllSaved = shown === (this.#sync.sent ?? this.#sync.base);
    if (isAllSaved) this.#beSaved();
    else this.#saveLater();
    return isAllSaved;
  }

  /** The turn of what was typed has come: it is put onto the text of now. */
  #editsFor(design: DesignModel): EditInput[] {
    this.receive(design.text);
    if (this.#state.status === "clash") return [];
    const changes = this.#file.toFileChanges(this.unsaved());
    if (changes.length === 0) return [];
    this.#sync = { ...this.#sync, sent: this.#host.shown() };
    this.#keep();
    return [{ type: "replace_text", changes }];
  }

  #saveLater(): void {
    this.#unsavedSince ??= Date.now();
    clearTimeout(this.#timer);
    const wait = Math.min(SAVE_MS, Math.max(0, this.#unsavedSince + MAX_WAIT_MS - Date.now()));
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  /** What both sides had changed fits after all. */
  #resume(): void {
    this.#become({ status: "unsaved" });
    this.#saveLater();
  }

  #settle(): void {
    if (this.unsaved().length === 0) this.#beSaved();
    else if (this.#state.status === "clash") this.#resume();
  }

  #beSaved(): void {
    this.#host.keep(null);
    this.#become({ status: "saved" });
  }

  #become(state: CodeState): void {
    if (state.status === this.#state.status && state.status !== "clash") return;
    this.#state = state;
    this.#host.tell(state);
  }
}
