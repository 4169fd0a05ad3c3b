import { parse } from "../ast";
import { Modules } from "../modules";
import type { EditContext, StepOutcome } from "./context";
import { Draft } from "./draft";

/** Drafts of the workflow's file and of the others that an edit reaches, e.g. one that a router is imported from. */
export class Drafts {
  private readonly drafts = new Map<string, Draft>();
  /** Follows names through imports; its trees are those of the drafts. */
  readonly modules: Modules;

  constructor(private readonly context: EditContext) {
    this.modules = new Modules(context.host);
  }

  /** The draft of the workflow's own file. */
  get main(): Draft {
    return this.of(this.context.file);
  }

  of(file: string): Draft {
    const known = this.drafts.get(file);
    if (known !== undefined) return known;
    const text = file === this.context.file ? this.context.text : (this.context.host.read(file) ?? "");
    const draft = new Draft(parse(text, file));
    this.drafts.set(file, draft);
    return draft;
  }

  finish(notes: readonly string[] = []): StepOutcome {
    const changes = [...this.drafts].map(([file, draft]) => [file, draft.finish()] as const);
    return { status: "done", changes: new Map(changes.filter(([, each]) => each.length > 0)), notes: [...notes] };
  }
}
