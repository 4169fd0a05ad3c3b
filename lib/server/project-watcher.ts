import "server-only";
import { watch, type FSWatcher } from "chokidar";
import { basename, join, resolve, sep } from "node:path";

const SETTLE_MS = 150;
/** While somebody types, a new process for every key would be too much: then it is enough when they pause, or go on for long. */
const TYPING_MS = 1500;
const PAUSE_MS = 800;
const LONGEST_MS = 5000;
const IGNORED = new Set(["node_modules", ".git", ".next", ".retrograph"]);

export type ProjectWatcher = {
  /** Watches these files too: absolute, or relative to the project. */
  follow(files: string[]): void;
  close(): Promise<void>;
};

/** What may be a workflow, or code of one. */
const CODE = /^[^.].*\.[cm]?[jt]sx?$/;

function isIgnored(path: string): boolean {
  return path.endsWith(".layout.json") || path.split(sep).some((part) => IGNORED.has(part));
}

/**
 * Calls `onChange` shortly after the project's settings, a file that a workflow loaded, or code below `graphs` changed.
 * Other files may lie there as they like: a workflow may even write them, and its module keeps what it holds.
 */
export function watchProject(projectDir: string, onChange: () => void): ProjectWatcher {
  const settings = ["langgraph.json", ".env"].map((name) => join(projectDir, name));
  const followed = new Set(settings);
  const ignored = (path: string) => isIgnored(path.startsWith(projectDir) ? path.slice(projectDir.length) : path);
  const watcher: FSWatcher = watch([join(projectDir, "graphs"), ...settings], { cwd: projectDir, ignoreInitial: true, ignored });
  let timer: NodeJS.Timeout | undefined;
  let firstAt: number | null = null;
  let lastTold = Number.NEGATIVE_INFINITY;

  function tell(): void {
    firstAt = null;
    lastTold = Date.now();
    onChange();
  }

  watcher.on("all", (_event, path) => {
    if (!followed.has(resolve(projectDir, path)) && !CODE.test(basename(path))) return;
    const now = Date.now();
    firstAt ??= now;
    const settle = now - lastTold < TYPING_MS ? PAUSE_MS : SETTLE_MS;
    clearTimeout(timer);
    timer = setTimeout(tell, Math.max(0, Math.min(settle, firstAt + LONGEST_MS - now)));
  });
  watcher.on("error", (error) => console.error("Watching the project's files failed:", error));
  return {
    follow(files) {
      for (const file of files) followed.add(resolve(projectDir, file));
      watcher.add(files);
    },
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
