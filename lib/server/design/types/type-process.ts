import { fork, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { RetrographError } from "../../../errors";
import { ANSWERS, TypeReplySchema, type TypeAnswer, type TypeQuestion } from "./protocol";

/** Limit of its heap in megabytes: LangGraph's own types take about 450. */
const MEMORY_MB = 1024;
/** It ends when nobody has asked for this long. */
const IDLE_MS = 10 * 60 * 1000;
/** A chain of a thousand calls is checked in as many nested ones. Windows gives a process less room for them. */
const STACK_KB = process.platform === "win32" ? 900 : 3900;
/** A question that takes longer is given up, and the process with it. */
const ANSWER_MS = 60_000;
/** After as many ends in so short a time it is not started again for a while. */
const MAX_DEATHS = 3;
const DEATHS_MS = 60_000;
/** None of these is any business of a process that reads types. */
const KEPT_ENV = ["PATH", "HOME", "TMPDIR", "LANG"];

export type TypeProcessOptions = {
  projectDir: string;
  /** Folder of Retrograph itself. */
  home: string;
  idleMs?: number;
  answerMs?: number;
  memoryMb?: number;
};

/** The types of one project, asked of a process of its own, which is started when the first question comes. */
export type TypeProcess = {
  /**
   * Of several questions of one kind about one file that wait, only the newest is put: all of them get its answer.
   * Throws `types_unavailable` when the process cannot answer.
   */
  ask<Kind extends TypeQuestion["kind"]>(question: Extract<TypeQuestion, { kind: Kind }>): Promise<TypeAnswer<Kind>>;
  /** null while it does not run. */
  readonly pid: number | null;
  close(): void;
};

type Waiting = {
  question: TypeQuestion;
  attempts: number;
  promise: Promise<unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
};

function unavailable(why: string): RetrographError {
  return new RetrographError("types_unavailable", `Types cannot be checked: ${why}. Everything else works.`);
}

/** The loader that lets Node run TypeScript, from Retrograph's own dependencies. */
function findLoader(home: string): string {
  for (let dir = home; ; dir = dirname(dir)) {
    const candidate = join(dir, "node_modules", "tsx", "dist", "loader.mjs");
    if (existsSync(candidate)) return candidate;
    if (dirname(dir) === dir) throw unavailable(`tsx is not installed in ${home}`);
  }
}

/** What a person waits for goes before what is checked in the background. */
const RANK: Record<TypeQuestion["kind"], number> = { complete: 0, hover: 1, definition: 1, problems: 2 };

function waitFor(question: TypeQuestion): Waiting {
  let resolve: Waiting["resolve"] = () => undefined;
  let reject: Waiting["reject"] = () => undefined;
  const promise = new Promise<unknown>((onAnswer, onError) => {
    resolve = onAnswer;
    reject = onError;
  });
  return { question, attempts: 0, promise, resolve, reject };
}

class ForkedTypeProcess implements TypeProcess {
  readonly #options: TypeProcessOptions;
  /** By kind and file, in the order in which they came. */
  readonly #waiting = new Map<string, Waiting>();
  #asked: { id: number; waiting: Waiting; timer: NodeJS.Timeout } | null = null;
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #deaths: number[] = [];
  #nextId = 1;

  constructor(options: TypeProcessOptions) {
    this.#options = options;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async ask<Kind extends TypeQuestion["kind"]>(question: Extract<TypeQuestion, { kind: Kind }>): Promise<TypeAnswer<Kind>> {
    const key = `${question.kind}\n${question.file}`;
    const waiting = this.#waiting.get(key) ?? waitFor(question);
    waiting.question = question;
    this.#waiting.set(key, waiting);
    this.#next();
    const parsed = ANSWERS[question.kind].safeParse(await waiting.promise);
    if (!parsed.success) throw unavailable("an answer was not understood");
    return parsed.data as TypeAnswer<Kind>;
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#child?.kill("SIGKILL");
  }

  #next(): void {
    if (this.#asked !== null) return;
    const [first] = [...this.#waiting].sort(([, a], [, b]) => RANK[a.question.kind] - RANK[b.question.kind]);
    if (first === undefined) return this.#rest();
    const [key, waiting] = first;
    this.#waiting.delete(key);
    clearTimeout(this.#idle);
    try {
      const child = this.#start();
      const id = this.#nextId++;
      const timer = setTimeout(() => child.kill("SIGKILL"), this.#options.answerMs ?? ANSWER_MS);
      timer.unref();
      this.#asked = { id, waiting, timer };
      child.send({ id, question: waiting.question }, () => undefined);
    } catch (error) {
      waiting.reject(error instanceof Error ? error : unavailable(String(error)));
      this.#next();
    }
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#child?.kill("SIGKILL"), this.#options.idleMs ?? IDLE_MS);
    this.#idle.unref();
  }

  #start(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const now = Date.now();
    this.#deaths = this.#deaths.filter((at) => now - at < DEATHS_MS);
    if (this.#deaths.length >= MAX_DEATHS) throw unavailable("the process that reads them has ended several times in a minute");
    const { projectDir, home, memoryMb = MEMORY_MB } = this.#options;
    const child = fork(
      /* turbopackIgnore: true */ join(home, "lib", "server", "design", "types", "main.ts"),
      [JSON.stringify({ projectDir, home })],
      {
        cwd: home,
        env: { NODE_ENV: "production", ...Object.fromEntries(KEPT_ENV.map((name) => [name, process.env[name]])) },
        execArgv: ["--import", pathToFileURL(findLoader(home)).href, `--max-old-space-size=${memoryMb}`, `--stack-size=${STACK_KB}`],
        serialization: "advanced",
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      },
    );
    this.#child = child;
    child.on("message", (raw) => this.#receive(child, raw));
    child.on("error", () => {
      // A process that never started has no exit of its own.
      if (child.pid === undefined) this.#ended(child);
    });
    child.on("exit", () => this.#ended(child));
    // It must not keep the server alive when that wants to end.
    child.unref();
    child.channel?.unref();
    return child;
  }

  #receive(child: ChildProcess, raw: unknown): void {
    if (child !== this.#child) return;
    const parsed = TypeReplySchema.safeParse(raw);
    const asked = this.#asked;
    if (!parsed.success || asked === null || parsed.data.id !== asked.id) return;
    clearTimeout(asked.timer);
    this.#asked = null;
    if (parsed.data.ok) asked.waiting.resolve(parsed.data.answer);
    else asked.waiting.reject(unavailable(parsed.data.message));
    this.#next();
  }

  #ended(child: ChildProcess): void {
    if (child !== this.#child) return;
    this.#child = null;
    const asked = this.#asked;
    if (asked === null) return;
    clearTimeout(asked.timer);
    this.#asked = null;
    this.#deaths.push(Date.now());
    this.#askAgain(asked.waiting);
    this.#next();
  }

  /** Once: what ends the process a second time would end it each time. A newer question of the kind takes its place. */
  #askAgain(waiting: Waiting): void {
    const key = `${waiting.question.kind}\n${waiting.question.file}`;
    const newer = this.#waiting.get(key);
    if (newer !== undefined) newer.promise.then(waiting.resolve, waiting.reject);
    else if (waiting.attempts > 0) waiting.reject(unavailable("the process that reads them ended"));
    else this.#waiting.set(key, { ...waiting, attempts: 1 });
  }
}

/** Nothing runs before the first question. */
export function createTypeProcess(options: TypeProcessOptions): TypeProcess {
  return new ForkedTypeProcess(options);
}
