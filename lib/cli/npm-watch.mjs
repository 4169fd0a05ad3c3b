import { readFileSync } from "node:fs";

const CHECK_MS = 1_000;
const SHELLS = new Set(["sh", "dash", "bash"]);

/**
 * @param {number} pid
 * @param {string} file of `/proc/<pid>`
 * @returns {string} empty where there is no such process, or no `/proc`
 */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/**
 * Who stands between npm and us: our parent, and where npm runs scripts through a shell that waits for them, its parent.
 * @returns {string}
 */
function lineage() {
  const parent = process.ppid;
  if (!SHELLS.has(readProcess(parent, "comm").trim())) return String(parent);
  const grandparent = /^PPid:\s*(\d+)/m.exec(readProcess(parent, "status"))?.[1] ?? "";
  return `${parent} ${grandparent}`;
}

/** As it was when the process began: npm may be gone before anyone asks. */
const initial = lineage();

/**
 * Calls the listener once when the npm that started this process is gone without having passed on a signal (SIGKILL).
 * Does nothing when it was not npm that started it.
 * @param {() => void} listener
 */
export function onNpmGone(listener) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const timer = setInterval(() => {
    if (lineage() === initial) return;
    clearInterval(timer);
    listener();
  }, CHECK_MS);
  timer.unref();
}
