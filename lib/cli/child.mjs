import { spawn } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ROOT } from "./root.mjs";

const TAIL_BYTES = 64 * 1024;

/** Ends a Node.js child when the process that started it is gone, also after SIGKILL. */
const PARENT_WATCH = pathToFileURL(fileURLToPath(new URL("./parent-watch.mjs", import.meta.url))).href;

/**
 * Runs a program to its end without a shell, in Retrograph's folder.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, onLine?: (line: string) => void }} [options] `show` passes the output through
 * @returns {Promise<{ code: number, output: string }>} the exit code (128 + number for a signal is not told apart: 1) and the last 64 kB of output
 */
export function runProgram(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: options.env ?? process.env,
      stdio: ["ignore", options.show ? "inherit" : "pipe", options.show ? "inherit" : "pipe"],
    });
    let output = "";
    let rest = "";
    const collect = (/** @type {Buffer} */ chunk) => {
      const text = chunk.toString("utf8");
      output = (output + text).slice(-TAIL_BYTES);
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      if (options.onLine) for (const line of lines) options.onLine(line);
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a Node.js script to its end; it does not outlive this process.
 * @param {string[]} args the script and its arguments
 * @param {Parameters<typeof runProgram>[2]} [options]
 */
export function runNode(args, options) {
  return runProgram(process.execPath, ["--import", PARENT_WATCH, ...args], options);
}

/**
 * Runs npm, the same one that runs us where there is one.
 * @param {string[]} args
 * @param {Parameters<typeof runProgram>[2]} [options]
 */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith(".js") || npm?.endsWith(".cjs")) return runProgram(process.execPath, [npm, ...args], options);
  return runProgram(process.platform === "win32" ? "npm.cmd" : "npm", args, options);
}
