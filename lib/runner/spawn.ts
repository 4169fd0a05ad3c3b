import { fork, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { RunnerLoadingSchema, RunnerMessageSchema, type RunnerMessage, type ServerMessage } from "../schema/ipc";

export type RunnerExit = {
  exit_code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of what it wrote to its standard error, for a person to read. */
  stderr_tail: string;
  /** Why it is gone, as the end of the sentence "The process ended: …". */
  reason: string;
};

/** A child process that loads and executes a project's workflows. */
export type RunnerProcess = {
  readonly pid: number;
  /** Silently dropped when the process is gone: `onExit` tells that. */
  send(message: ServerMessage): void;
  onMessage(listener: (message: RunnerMessage) => void): void;
  onExit(listener: (exit: RunnerExit) => void): void;
  /** SIGKILL: nothing that the process does can keep it alive. */
  kill(): void;
};

export type SpawnOptions = {
  projectDir: string;
  dbPath: string;
  /** Limit of its heap in megabytes. */
  memoryMb: number;
  env: NodeJS.ProcessEnv;
  /** Folder of Retrograph itself. */
  home?: string;
  /** Called with each piece of text that the workflows print; the default passes it on to this process's own output. */
  onOutput?: (text: string, stream: "stdout" | "stderr") => void;
  /** How long the top level of one workflow file may take, in milliseconds. */
  importMs?: number;
};

const STDERR_TAIL = 8192;
const DEFAULT_IMPORT_MS = 15_000;
/** The runner itself gives up a file that waits; one that spins must be given up from outside, a little later. */
const BLOCKED_MS = 3000;
/** What a process gets for what it did itself; V8 ends one without memory by SIGABRT or SIGTRAP. */
const OWN_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set(["SIGABRT", "SIGTRAP", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE"]);
/** The server's own secrets are none of the workflows' business. */
const PRIVATE_ENV = ["RETROGRAPH_TOKEN", "RETROGRAPH_PEOPLE", "RETROGRAPH_WEBHOOKS", "RETROGRAPH_WEBHOOK_SECRET"];

function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const copy = { ...env };
  for (const key of PRIVATE_ENV) delete copy[key];
  return copy;
}

/** The loader that lets Node run TypeScript, from Retrograph's own dependencies. */
function findLoader(home: string): string {
  for (let dir = home; ; dir = dirname(dir)) {
    const candidate = join(dir, "node_modules", "tsx", "dist", "loader.mjs");
    if (existsSync(candidate)) return candidate;
    if (dirname(dir) === dir) throw new Error(`tsx is not installed in ${home}. Run npm install there.`);
  }
}

function exitReason(code: number | null, signal: NodeJS.Signals | null, stderr: string): string {
  if (/heap out of memory|allocation failed/i.test(stderr)) return "it ran out of memory";
  const exitCall = stderr.split("\n").findLast((line) => line.startsWith("process.exit("));
  if (exitCall !== undefined) return exitCall.trim();
  if (signal !== null) return `it was killed by ${signal}`;
  return `it exited with code ${code ?? "unknown"}`;
}

/** Parses what the child says. Batches of events are checked by shape alone: they are many, and read again from the log. */
function parseMessage(raw: unknown): RunnerMessage | null {
  if (isEventBatch(raw)) return raw;
  const parsed = RunnerMessageSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  console.error(`The runner sent a message that the server does not know: ${parsed.error.message}`);
  return null;
}

function isEventBatch(raw: unknown): raw is Extract<RunnerMessage, { type: "events" }> {
  return (
    typeof raw === "object" &&
    raw !== null &&
    "type" in raw &&
    raw.type === "events" &&
    "run_id" in raw &&
    typeof raw.run_id === "string" &&
    "thread_id" in raw &&
    typeof raw.thread_id === "string" &&
    "events" in raw &&
    Array.isArray(raw.events)
  );
}

/**
 * Starts a runner for a project. A workflow file whose top level blocks the process for `importMs`, or ends it, is given
 * up: the process is replaced by one that skips the file and reports it as failed, without the caller noticing.
 */
export function spawnRunner(options: SpawnOptions): RunnerProcess {
  return new ForkedRunner(options);
}

class ForkedRunner implements RunnerProcess {
  readonly #options: SpawnOptions;
  readonly #skip: Record<string, string> = {};
  readonly #onMessage: ((message: RunnerMessage) => void)[] = [];
  readonly #onExit: ((exit: RunnerExit) => void)[] = [];
  #queue: ServerMessage[] | null = [];
  #importing: { file: string; timer: NodeJS.Timeout } | null = null;
  #stderr = "";
  #child: ChildProcess;

  constructor(options: SpawnOptions) {
    this.#options = options;
    this.#child = this.#fork();
  }

  get #importMs(): number {
    return this.#options.importMs ?? DEFAULT_IMPORT_MS;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  send(message: ServerMessage): void {
    // Before it is ready the process does not listen yet, and may still be replaced.
    if (this.#queue !== null) this.#queue.push(message);
    else if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  onMessage(listener: (message: RunnerMessage) => void): void {
    this.#onMessage.push(listener);
  }

  onExit(listener: (exit: RunnerExit) => void): void {
    this.#onExit.push(listener);
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #fork(): ChildProcess {
    const { projectDir, dbPath, memoryMb, env } = this.#options;
    const home = this.#options.home ?? process.env["RETROGRAPH_HOME"] ?? process.cwd();
    const child = fork(
      /* turbopackIgnore: true */ join(home, "lib", "runner", "main.ts"),
      [JSON.stringify({ projectDir, dbPath, skip: this.#skip, importMs: this.#importMs })],
      {
        cwd: projectDir,
        env: withoutSecrets(env),
        execArgv: ["--import", pathToFileURL(findLoader(home)).href, "--enable-source-maps", `--max-old-space-size=${memoryMb}`],
        serialization: "advanced",
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      },
    );
    child.stdout?.setEncoding("utf8").on("data", (text: string) => this.#output(text, "stdout"));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
      this.#output(text, "stderr");
    });
    child.on("message", (raw) => this.#receive(child, raw));
    child.on("error", (error) => {
      this.#stderr = `${this.#stderr}${error.message}\n`.slice(-STDERR_TAIL);
      // A process that never started has no exit of its own.
      if (child.pid === undefined) this.#ended(child, null, null);
    });
    // `close` comes after the last output, which often says why.
    child.on("close", (code, signal) => this.#ended(child, code, signal));
    return child;
  }

  #output(text: string, stream: "stdout" | "stderr"): void {
    if (this.#options.onOutput !== undefined) this.#options.onOutput(text, stream);
    else process[stream].write(text);
  }

  #receive(child: ChildProcess, raw: unknown): void {
    if (child !== this.#child) return;
    const loading = RunnerLoadingSchema.safeParse(raw);
    if (loading.success) {
      if (loading.data.file === null) this.#stopWatchingImport();
      else this.#watchImport(loading.data.file);
      return;
    }
    const message = parseMessage(raw);
    if (message === null) return;
    if (message.type === "ready") this.#becomeReady();
    for (const listener of this.#onMessage) listener(message);
  }

  #becomeReady(): void {
    this.#stopWatchingImport();
    const queue = this.#queue ?? [];
    this.#queue = null;
    for (const message of queue) this.send(message);
  }

  #stopWatchingImport(): void {
    clearTimeout(this.#importing?.timer);
    this.#importing = null;
  }

  #watchImport(file: string): void {
    this.#stopWatchingImport();
    const timer = setTimeout(() => {
      const stuck = this.#child;
      this.#startWithout(file, `kept the process busy for ${this.#importMs / 1000} seconds without coming to an end`);
      stuck.kill("SIGKILL");
    }, this.#importMs + BLOCKED_MS);
    this.#importing = { file, timer };
  }

  #startWithout(file: string, why: string): void {
    this.#stopWatchingImport();
    this.#skip[file] = `The top level of ${relative(this.#options.projectDir, file)} ${why}.`;
    this.#stderr = "";
    this.#child = this.#fork();
  }

  #ended(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (child !== this.#child) return;
    const importing = this.#importing?.file;
    // Other signals come from outside: from whoever wants this process gone.
    if (importing !== undefined && (signal === null || OWN_SIGNALS.has(signal))) {
      this.#startWithout(importing, `ended the process: ${exitReason(code, signal, this.#stderr)}`);
      return;
    }
    this.#stopWatchingImport();
    const exit = { exit_code: code, signal, stderr_tail: this.#stderr, reason: exitReason(code, signal, this.#stderr) };
    for (const listener of this.#onExit) listener(exit);
  }
}
