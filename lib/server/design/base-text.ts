import "server-only";
import { execFile } from "node:child_process";
import type { BaseText } from "../../schema/design-api";
import { getDesk, type Desk } from "./desk";
import { findDocument } from "./find-document";

const GIT_MS = 5000;
const MAX_BYTES = 5_000_000;

type Shown = { text: string } | { reason: string };

function reasonOf(error: Error, stderr: string): string {
  if ("code" in error && error.code === "ENOENT") return "git is not installed.";
  if ("killed" in error && error.killed === true) return "git took too long to answer.";
  if (/not a git repository/i.test(stderr)) return "The project is not under version control.";
  if (/dubious ownership/i.test(stderr)) return "git does not trust the project's folder: it belongs to somebody else.";
  if (/does not exist in|exists on disk, but not in|invalid object name/i.test(stderr)) return "No commit has the file yet.";
  return "git could not tell how the file was.";
}

/** The file as the last commit has it. Runs no hook, filter, pager or other program that a repository may name. */
function lastCommitted(desk: Desk, file: string): Promise<Shown> {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, ...env } = process.env;
  const args = ["-c", "core.fsmonitor=false", "cat-file", "blob", `HEAD:./${file}`];
  const options = {
    cwd: desk.root,
    timeout: GIT_MS,
    maxBuffer: MAX_BYTES,
    encoding: "utf8" as const,
    env: { ...env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1" },
  };
  return new Promise((resolve) => {
    execFile("git", args, options, (error, stdout, stderr) => resolve(error === null ? { text: stdout } : { reason: reasonOf(error, stderr) }));
  });
}

/** git may keep lines with other ends than the work tree has: that is no change. */
function withLineEndsOf(text: string, model: string): string {
  const isWindows = model.includes("\r\n");
  return isWindows && !text.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

/** What to compare a workflow's text with: as the last commit has it, or as it was when an editor first opened it. Throws `graph_not_found`. */
export async function getBaseText(graphId: string, since: BaseText["since"]): Promise<BaseText> {
  const desk = getDesk();
  const { file } = await findDocument(desk, graphId);
  if (since === "opening") {
    const text = desk.texts.opening(file);
    return { since, text, reason: text === null ? "It was not opened here yet." : null };
  }
  if (file.startsWith("../")) return { since, text: null, reason: "The file lies outside of the project folder." };
  const shown = await lastCommitted(desk, file);
  if ("reason" in shown) return { since, text: null, reason: shown.reason };
  return { since, text: withLineEndsOf(shown.text, desk.host.read(file) ?? ""), reason: null };
}
