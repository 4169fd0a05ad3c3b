import "server-only";
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { RetrographError } from "../../errors";
import { readProject } from "../../runner/project";
import type { App } from "../app";
import type { Desk } from "./desk";
import { CONFIG_FILE } from "./config-text";
import type { FileWrite } from "./write-files";

const LOAD_MS = 30_000;
const LOOK_MS = 100;

export function readNow(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** True where the project says by `langgraph.json` what its workflows are. */
export function isConfigured(desk: Desk): boolean {
  return existsSync(join(desk.root, CONFIG_FILE));
}

/** The project's `langgraph.json` with another text. */
export function configWrite(desk: Desk, change: (text: string) => string): FileWrite {
  const path = desk.host.pathOf(CONFIG_FILE);
  const before = desk.host.read(CONFIG_FILE);
  if (path === null || before === null) throw new RetrographError("edit_refused", `${CONFIG_FILE} cannot be read.`);
  return { path, text: change(before), before };
}

/** Throws `already_exists` for an id that a workflow of the project has, or whose file is there. */
export async function refuseTaken(desk: Desk, app: App, id: string): Promise<void> {
  const { files, failures } = await readProject(desk.settings.RETROGRAPH_PROJECT);
  const named = files.flatMap((file) => file.named?.map((each) => each.id) ?? [file.id]);
  const loaded = app.pool.known()?.workflows.keys() ?? [];
  const taken = new Set([...named, ...failures.map(({ graph_id }) => graph_id), ...loaded]);
  // File systems that do not tell cases apart would write one file over the other.
  if ([...taken].some((other) => other.toLowerCase() === id.toLowerCase())) {
    throw new RetrographError("already_exists", `There is a workflow ${id} already. Choose another name.`, { graph_id: id });
  }
}

/** Throws `thread_busy` while a run of one of the workflows is active. */
export function refuseActive(app: App, ids: readonly string[]): void {
  const active = app.scheduler.activeGraphIds().find((id) => ids.includes(id));
  if (active !== undefined)
    throw new RetrographError("thread_busy", `A run of ${active} is active. Stop it or let it end first.`, { graph_id: active });
}

/** Absolute path of a file or folder itself, also where it is a symbolic link. Throws `readonly` outside of the project. */
export function pathInProject(desk: Desk, file: string): string {
  const path = join(desk.root, file);
  const folder = existsSync(dirname(path)) ? realpathSync(dirname(path)) : dirname(path);
  if (file.split("/").includes("..") || (folder !== desk.root && !folder.startsWith(desk.root + sep))) {
    throw new RetrographError("readonly", `${file} lies outside of the project folder.`, { file });
  }
  return path;
}

/** Moves a file or folder, also to another disk. Throws `already_exists` where something is there. */
export function move(from: string, to: string): void {
  if (existsSync(to)) throw new RetrographError("already_exists", `There is something at ${to} already.`);
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    rmSync(from, { recursive: true });
  }
}

/** Does several things, and takes back what was done when one of them fails. */
export function allOrNothing(steps: readonly { run: () => void; back: () => void }[]): void {
  const done: (() => void)[] = [];
  try {
    for (const step of steps) {
      step.run();
      done.push(step.back);
    }
  } catch (error) {
    for (const back of done.reverse()) back();
    throw error;
  }
}

/** Waits until the runner has taken notice, so that a page that is opened next finds it so; not forever. */
export async function untilLoaded(app: App, isThere: (ids: ReadonlySet<string>) => boolean): Promise<void> {
  const until = Date.now() + LOAD_MS;
  while (Date.now() < until) {
    const known = app.pool.known();
    if (known !== null && isThere(new Set(known.workflows.keys()))) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
