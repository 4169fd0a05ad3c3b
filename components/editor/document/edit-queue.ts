import { isRetrographError } from "@/lib/errors";
import { textChanges } from "@/lib/graph/rebase-changes";
import type { DesignModel, EditConflict, EditsResult } from "@/lib/schema/design-api";
import type { EditInput } from "@/lib/schema/edit";
import type { CanvasLayout } from "@/lib/schema/layout";
import type { Place } from "@/lib/schema/source";
import type { EditOptions, EditsOf, SaveState } from "../editor-context";
import { completeConflict, conflictOf, mineOver, withoutConflict } from "./conflict";
import type { Conflict, DocumentListener, Question } from "./document-store";
import { dropStep, editsOfStep, inverseStep, isContinuation, moveStep, pushStep, toFileSteps, type History, type Step } from "./history";
import { keepPending, type PendingEdit } from "./kept";
import { changeLayout, followEdits, invertLayout, layoutChanges, type LayoutChange } from "./layout-change";

type Done = Extract<EditsResult, { status: "done" }>;
type Request = { base_hash: string; edits: EditInput[]; request_id: string };

export type EditQueueOptions = {
  graphId: string;
  send: (body: Request) => Promise<EditsResult>;
  get: () => { design: DesignModel | null; history: History; shownNodes: CanvasLayout["nodes"] };
  onDesign: (design: DesignModel) => void;
  onLayout: (changes: LayoutChange[]) => void;
  onHistory: (history: History) => void;
  onSaving: (state: SaveState) => void;
  onQuestion: (question: Question | null) => void;
  onConflict: (conflict: Conflict | null) => void;
  onIdle: () => void;
} & Pick<DocumentListener, "onEdited" | "tell">;

/** Brings edits to the file one after the other; nothing that fails on the way is lost. */
export type EditQueue = {
  apply: (edits: EditsOf, options: EditOptions) => Promise<boolean>;
  /** Takes the newest step back, or makes it again, when everything before is done. */
  step: (direction: "undo" | "redo") => void;
  /** Tries again what could not be sent. */
  retry: () => void;
  restore: (pending: PendingEdit[]) => void;
  isIdle: () => boolean;
};

type EditJob = {
  kind: "edits";
  edits: EditsOf;
  options: EditOptions;
  /** The request as it was sent first: what is sent again is the same, so that it is not done twice. */
  request: Request | null;
  /** Of the text that a list of edits was made for. */
  baseHash: string | null;
  layout: LayoutChange[] | null;
  resolve: (made: boolean) => void;
};
type StepJob = { kind: "step"; direction: "undo" | "redo"; requestId: string; resolve: (made: boolean) => void };
type Job = EditJob | StepJob;

/** `later`: it could not be sent, and stays the first. */
type Outcome = boolean | "later";

const RETRY_MS = [2000, 4000, 10_000];

/** True for what another attempt may get past: the server is gone, the disk is full, somebody holds the file. */
function isPassing(error: unknown): boolean {
  if (!isRetrographError(error)) return true;
  return (error.status >= 500 && error.code !== "internal") || error.code === "too_many_requests" || error.code === "unauthorized";
}

function messageOf(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return "The server takes too long to answer.";
  return error instanceof Error ? error.message : String(error);
}

export function createEditQueue(on: EditQueueOptions): EditQueue {
  const jobs: Job[] = [];
  let isRunning = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The text before the newest step, as long as that step may still grow. */
  let grown: { step: Step; before: string } | null = null;

  function keep(): void {
    const pending = jobs.flatMap((job): PendingEdit[] => {
      if (job.kind === "step" || job.request === null) return [];
      const { base_hash: baseHash, edits, request_id: requestId } = job.request;
      const layout = on.get().design?.layout;
      const changes =
        job.layout ?? (layout === undefined || job.options.layout === undefined ? [] : layoutChanges(layout, job.options.layout(layout)));
      return [{ requestId, baseHash, edits, label: job.options.label, layout: changes }];
    });
    keepPending(on.graphId, pending);
  }

  /** What is to be sent; null where the edits turn out to be none. */
  function requestOf(job: EditJob, design: DesignModel): Request | null {
    if (job.request !== null) return job.request;
    const edits = typeof job.edits === "function" ? job.edits(design) : job.edits;
    if (edits.length === 0) return null;
    // What names places means the text that it was made for; what names things means them wherever they are.
    const hasPlaces = edits.some((edit) => edit.type === "replace_text" || ("also" in edit && Array.isArray(edit.also)));
    const base_hash = typeof job.edits !== "function" && hasPlaces ? (job.baseHash ?? design.hash) : design.hash;
    job.request = { base_hash, edits, request_id: crypto.randomUUID() };
    keep();
    return job.request;
  }

  function remember(step: Step, before: DesignModel, after: DesignModel): void {
    const { history } = on.get();
    const last = history.undo.at(-1);
    const isOwn = (each: Step) => each.files.length === 1 && each.files[0]?.file === after.file;
    const continues = isContinuation(history, step) && last !== undefined && last === grown?.step && isOwn(last) && isOwn(step);
    if (!continues || grown === null) {
      on.onHistory(pushStep(history, step, false));
      grown = step.merge === null ? null : { step, before: before.text };
      return;
    }
    const files = [{ file: after.file, hash: after.hash, changes: textChanges(after.text, grown.before) }];
    const larger: Step = { ...step, files, layout: [...last.layout, ...step.layout] };
    on.onHistory(pushStep(history, larger, true));
    grown = { step: larger, before: grown.before };
  }

  function commit(job: EditJob, edits: EditInput[], result: Done, before: DesignModel): void {
    on.onDesign(result.design);
    const layout = on.get().design?.layout ?? result.design.layout;
    const followed = followEdits(layout, edits, on.get().shownNodes);
    const next = job.layout === null ? (job.options.layout?.(followed) ?? followed) : changeLayout(followed, job.layout);
    const changes = layoutChanges(layout, next);
    on.onLayout(changes);
    on.onEdited(edits, job.options.select);
    for (const note of result.notes) on.tell(note);
    if (result.files.length === 0 && changes.length === 0) return;
    const { label, merge = null } = job.options;
    remember({ label, at: Date.now(), merge, files: toFileSteps(result.files), layout: changes }, before, result.design);
  }

  function ask({ question, doubts }: Extract<EditsResult, { status: "ask" }>): Promise<Place[] | null> {
    return new Promise((resolve) => {
      const answer = (places: Place[] | null) => {
        on.onQuestion(null);
        resolve(places);
      };
      on.onQuestion({ question, doubts, answer });
    });
  }

  function decide(label: string, versions: EditConflict): Promise<"theirs" | "mine"> {
    on.onSaving({ status: "conflict", message: `The file was changed meanwhile, and “${label}” does not fit it.` });
    return new Promise((resolve) => {
      const take = (choice: "theirs" | "mine") => {
        on.onConflict(null);
        resolve(choice);
      };
      on.onConflict({ label, versions, decide: take });
    });
  }

  /** What to send in place of a request that met a changed file; null where a person gives way. */
  async function afterConflict(label: string, request: Request, given: EditConflict, design: DesignModel): Promise<Request | null> {
    const known = { file: design.file, text: design.text, hash: design.hash };
    const versions = design.hash === request.base_hash ? completeConflict(given, request.edits, known) : given;
    const { current } = versions;
    const request_id = crypto.randomUUID();
    const fitting = given.base === null && current !== null ? withoutConflict(versions, request.edits) : null;
    if (current !== null && fitting !== null) return { base_hash: current.hash, edits: fitting, request_id };
    if ((await decide(label, versions)) === "theirs" || current === null) return null;
    const over = mineOver(versions);
    return { base_hash: current.hash, edits: over === null ? request.edits : [{ type: "replace_text", changes: over }], request_id };
  }

  function refuse(label: string, reason: string, place: Place | null): false {
    on.tell(`${label}: not done`, reason, { place });
    return false;
  }

  function failed(label: string, error: unknown): Outcome {
    if (!isPassing(error)) return refuse(label, messageOf(error), null);
    on.onSaving({ status: "failed", message: messageOf(error), retry });
    return "later";
  }

  async function runEdits(job: EditJob): Promise<Outcome> {
    const { design } = on.get();
    const { label } = job.options;
    if (design === null) return false;
    if (design.readonly !== null) return refuse(label, design.readonly, null);
    const request = requestOf(job, design);
    if (request === null) return true;
    try {
      const result = await on.send(request);
      if (result.status === "done") {
        commit(job, request.edits, result, design);
        return true;
      }
      if (result.status === "refused") return refuse(label, result.reason, result.place);
      const also = await ask(result);
      if (also === null) return false;
      const edits = request.edits.map((edit, index) => (index === result.edit ? withAnswer(edit, also) : edit));
      job.request = { base_hash: result.hash, edits, request_id: crypto.randomUUID() };
    } catch (error) {
      const versions = conflictOf(error);
      if (versions === null) return failed(label, error);
      job.request = await afterConflict(label, request, versions, on.get().design ?? design);
      if (job.request === null) return false;
    }
    keep();
    return runEdits(job);
  }

  /** A step that cannot be done stands in the way of all before it, so that it can be let go. */
  function refuseStep(direction: "undo" | "redo", step: Step, reason: string): false {
    const forget = () => {
      const { history } = on.get();
      if (history[direction].at(-1) === step) on.onHistory(dropStep(history, direction));
    };
    on.tell(`“${step.label}” cannot be ${direction === "undo" ? "undone" : "made again"}`, reason, { action: { label: "Skip it", run: forget } });
    return false;
  }

  async function runStep({ direction, requestId }: StepJob): Promise<Outcome> {
    const { design, history } = on.get();
    const step = history[direction].at(-1);
    if (design === null || step === undefined) return false;
    const back = () => on.onLayout(invertLayout(step.layout));
    if (step.files.length === 0) {
      back();
      on.onHistory(moveStep(history, direction, inverseStep(step, [], Date.now())));
      return true;
    }
    const { edits, baseHash } = editsOfStep(step, design.file, design.hash);
    try {
      const result = await on.send({ base_hash: baseHash, edits, request_id: requestId });
      if (result.status === "refused") return refuseStep(direction, step, result.reason);
      if (result.status === "ask") return false;
      on.onDesign(result.design);
      back();
      on.onHistory(moveStep(history, direction, inverseStep(step, result.files, Date.now())));
      return true;
    } catch (error) {
      if (conflictOf(error) !== null) return refuseStep(direction, step, "What it changed was changed again since, here or by another program.");
      return isPassing(error) ? failed(step.label, error) : refuseStep(direction, step, messageOf(error));
    }
  }

  async function pump(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    clearTimeout(timer);
    for (let job = jobs[0]; job !== undefined; job = jobs[0]) {
      on.onSaving({ status: "saving" });
      const outcome = await (job.kind === "edits" ? runEdits(job) : runStep(job));
      if (outcome === "later") {
        isRunning = false;
        timer = setTimeout(() => void pump(), RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
        return;
      }
      failures = 0;
      jobs.shift();
      keep();
      job.resolve(outcome);
    }
    isRunning = false;
    on.onSaving({ status: "saved" });
    on.onIdle();
  }

  function enqueue(job: Omit<EditJob, "resolve"> | Omit<StepJob, "resolve">): Promise<boolean> {
    return new Promise((resolve) => {
      jobs.push({ ...job, resolve });
      void pump();
    });
  }

  function retry(): void {
    if (jobs.length > 0) void pump();
  }

  return {
    apply(edits, options) {
      const baseHash = on.get().design?.hash ?? null;
      return enqueue({ kind: "edits", edits, options, request: null, baseHash, layout: null });
    },
    step: (direction) => void enqueue({ kind: "step", direction, requestId: crypto.randomUUID() }),
    retry,
    restore(pending) {
      for (const { requestId, baseHash, edits, label, layout } of pending) {
        const request = { base_hash: baseHash, edits, request_id: requestId };
        void enqueue({ kind: "edits", edits, options: { label }, request, baseHash, layout });
      }
    },
    isIdle: () => jobs.length === 0,
  };
}

/** The edit with the places that a person chose. */
function withAnswer(edit: EditInput, places: Place[]): EditInput {
  return edit.type === "rename_node" || edit.type === "rename_branch" || edit.type === "rename_channel" || edit.type === "delete_channel"
    ? { ...edit, also: places.length === 0 ? "none" : places }
    : edit;
}
