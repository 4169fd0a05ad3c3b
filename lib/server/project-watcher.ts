import "server-only";
import { watch, type FSWatcher } from "chokidar";
import { join, sep } from "node:path";

const SETTLE_MS = 150;
const IGNORED = new Set(["node_modules", ".git", ".next", ".retrograph"]);

export type ProjectWatcher = {
  /** Watches these files too: absolute, or relative to the project. */
  follow(files: string[]): void;
  close(): Promise<void>;
};

function isIgnored(path: string): boolean {
  return path.endsWith(".layout.json") || path.split(sep).some((part) => IGNORED.has(part));
}

/** Calls `onChange` shortly after a workflow's file, its folder or the project's settings changed. */
export function watchProject(projectDir: string, onChange: () => void): ProjectWatcher {
  const roots = ["graphs", "langgraph.json", ".env"].map((name) => join(projectDir, name));
  const ignored = (path: string) => isIgnored(path.startsWith(projectDir) ? path.slice(projectDir.length) : path);
  const watcher: FSWatcher = watch(roots, { cwd: projectDir, ignoreInitial: true, ignored });
  let timer: NodeJS.Timeout | undefined;
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  });
  watcher.on("error", (error) => console.error("Watching the project's files failed:", error));
  return {
    follow: (files) => void watcher.add(files),
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
