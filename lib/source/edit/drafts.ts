import { parse } from "../ast";
import type { EditContext, StepOutcome } from "./context";
import { Draft } from "./draft";

/** Drafts of the workflow's file and of the others that an edit reaches, e.g. one that a router is imported from. */
export class Drafts {
  private readonly drafts = new Map<string, Draft>();

  constructor(private readonly context: EditContext) {}

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
