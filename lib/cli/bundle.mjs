#!/usr/bin/env node
/**
 * Copies the scripts that a page's first HTML names into `.next/size/<page>`, for size-limit to weigh: what a browser
 * loads before anyone has touched anything. Chunks that are imported later are not named there and do not count.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ROOT } from "./root.mjs";
import { CliError, main } from "./run-main.mjs";

/** Pages by the name that `.size-limit.json` uses. Any workflow of the project will do: they share one page. */
const PAGES = { home: "/", workbench: "/w/support", inbox: "/inbox" };
const START_MS = 60_000;

/**
 * Starts the built server on a free port with an empty data folder.
 * @param {string} data
 * @returns {Promise<{ address: string, stop: () => Promise<void> }>}
 */
function startServer(data) {
  const child = spawn(process.execPath, [join(ROOT, "lib/cli/serve.mjs")], {
    cwd: ROOT,
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", RETROGRAPH_DATA: data, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new CliError(`The server did not start within ${START_MS / 1000} s:\n${output}`));
    }, START_MS);
    const read = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString("utf8");
      const address = /is ready at (http:\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve({ address, stop });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => {
      clearTimeout(timer);
      reject(new CliError(`The server ended before it was ready:\n${output}`));
    });
  });
}

/**
 * The scripts of a page, as files of the build. Those for browsers without modules are left out: no browser of today loads them.
 * @param {string} html
 * @returns {string[]} absolute paths
 */
export function scriptsOf(html) {
  const tags = [...html.matchAll(/<script\b[^>]*>/g)].map((match) => match[0]).filter((tag) => !/\bnoModule\b/i.test(tag));
  const paths = tags.flatMap((tag) => /\bsrc="(?:[^"]*)\/_next\/([^"?]+\.js)/.exec(tag)?.[1] ?? []);
  return [...new Set(paths)].map((path) => join(ROOT, ".next", decodeURIComponent(path)));
}

/** Writes `.next/size`. */
async function collect() {
  const data = mkdtempSync(join(tmpdir(), "retrograph-size-"));
  const { address, stop } = await startServer(data);
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const response = await fetch(address + path);
      const scripts = scriptsOf(await response.text());
      if (!response.ok || scripts.length === 0) throw new CliError(`${path} answered ${response.status} with ${scripts.length} scripts.`);
      const folder = join(ROOT, ".next", "size", name);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      for (const script of scripts) cpSync(script, join(folder, basename(script)));
    }
  } finally {
    await stop();
    rmSync(data, { recursive: true, force: true });
  }
}

if (import.meta.filename === process.argv[1]) await main(collect);
