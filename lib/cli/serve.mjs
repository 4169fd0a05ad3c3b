#!/usr/bin/env node
/**
 * The server process: Next.js behind a plain HTTP server. `npm start` calls `serve` after its checks;
 * `node lib/cli/serve.mjs` serves at once, with its settings from the environment.
 */
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import next from "next";
import { explainMethodNotAllowed } from "./method-not-allowed.mjs";
import { onNpmGone } from "./npm-watch.mjs";
import { checkMachine, listenProblem } from "./preflight.mjs";
import { formatDuration } from "./progress.mjs";
import { requestProblem } from "./request-form.mjs";
import { ROOT } from "./root.mjs";
import { CliError, main } from "./run-main.mjs";
import { readSettings, toEnvironment } from "./settings.mjs";

/** How long open requests and the runner may take to end before they are cut off. */
const SHUTDOWN_MS = 5_000;

/** lib/server puts its own shutdown (drain the runner, close the database) here; bundles share nothing but `globalThis`. */
const SHUTDOWN_HOOK = Symbol.for("retrograph.shutdown");

/** lib/server says here why it cannot work (database damaged, locked …). */
const BOOT_PROBLEM = Symbol.for("retrograph.bootProblem");

/**
 * @param {string} host
 * @returns {string} how a browser on this machine writes the address
 */
function browserHost(host) {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * @param {import("node:http").Server} server
 * @param {string} host
 * @param {number} port
 * @returns {Promise<number>} the port, chosen by the system when it was 0
 */
function listen(server, host, port) {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new CliError(listenProblem(error, host, port))));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {{ status: number, code: string, message: string }} problem
 */
function refuse(response, { status, code, message }) {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store", connection: "close" });
  response.end(JSON.stringify({ error: { code, message } }));
}

/**
 * Adds who connected to the addresses that proxies tell of, so that the last one is true whatever a client claims.
 * @param {import("node:http").IncomingMessage} request
 */
function noteAddress(request) {
  const told = request.headers["x-forwarded-for"];
  const own = request.socket.remoteAddress ?? "unknown";
  request.headers["x-forwarded-for"] = told === undefined || told === "" ? own : `${told}, ${own}`;
}

/**
 * Ends everything on SIGINT and SIGTERM, and when the npm that started us is gone without a word.
 * @param {import("node:http").Server} server
 */
function stopWithGrace(server) {
  let stopping = false;
  const stop = async (/** @type {number} */ code) => {
    if (stopping) process.exit(code);
    stopping = true;
    setTimeout(() => process.exit(code), SHUTDOWN_MS).unref();
    server.close();
    const hook = Reflect.get(globalThis, SHUTDOWN_HOOK);
    if (typeof hook === "function") await Promise.resolve(hook()).catch(() => undefined);
    server.closeAllConnections();
    process.exit(code);
  };
  process.on("SIGINT", () => void stop(130));
  process.on("SIGTERM", () => void stop(0));
  process.on("SIGHUP", () => void stop(0));
  onNpmGone(() => void stop(0));
}

/**
 * Asks for the first page like a browser would, so that "ready" means ready.
 * @param {string} address
 * @param {string | undefined} token
 * @throws {CliError} when the server cannot work
 */
async function openFirstPage(address, token) {
  // The first answer of all comes when `instrumentation.ts` has run.
  await (await fetch(`${address}/ok`)).text();
  const problem = Reflect.get(globalThis, BOOT_PROBLEM);
  if (typeof problem === "string") throw new CliError(problem);
  const response = await fetch(`${address}/`, { redirect: "manual", headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  await response.text();
  if (response.status >= 500) throw new CliError(`The server started, but its first page failed with status ${response.status}. Its log is above.`);
}

/**
 * Serves until a signal ends the process. Prints one line when the first page has been delivered.
 * @param {import("../schema/settings").Settings} settings
 * @param {{ dev?: boolean }} [options]
 * @returns {Promise<void>}
 * @throws {CliError} when the port cannot be had
 */
export async function serve(settings, { dev = false } = {}) {
  Object.assign(process.env, toEnvironment(settings), {
    RETROGRAPH_HOME: ROOT,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
  /** @type {import("node:http").RequestListener} */
  let handle = (_request, response) => {
    response.writeHead(503, { "retry-after": "1" }).end("Retrograph is starting.");
  };
  const server = createServer((request, response) => {
    const problem = requestProblem(request);
    if (problem !== null) return refuse(response, problem);
    explainMethodNotAllowed(request, response);
    noteAddress(request);
    handle(request, response);
  });
  stopWithGrace(server);
  const port = await listen(server, settings.HOST, settings.PORT);
  process.env.PORT = String(port);
  const app = next({ dev, dir: ROOT, hostname: settings.HOST, port, httpServer: server });
  await app.prepare();
  handle = app.getRequestHandler();
  const address = `http://${browserHost(settings.HOST)}:${port}`;
  await openFirstPage(address, settings.RETROGRAPH_TOKEN);
  process.stdout.write(`Retrograph is ready at ${address} (first page after ${formatDuration(performance.now())})\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const settings = await readSettings(process.env);
    await checkMachine(settings);
    await serve(settings);
  });
}
