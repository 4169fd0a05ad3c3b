import childProcess from "node:child_process";
import cluster from "node:cluster";
import dgram from "node:dgram";
import dns from "node:dns";
import fs from "node:fs";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import inspector from "node:inspector";
import net from "node:net";
import { Duplex } from "node:stream";
import tls from "node:tls";
import v8 from "node:v8";
import workerThreads from "node:worker_threads";
import { replayContext } from "../context";
import { DryRunError } from "../dry-run-error";
import { replace, type AnyFunction } from "./replace";

/** Throws for code of a dry run. What stands in for the code is told first: the code may catch the error and go on. */
function refuse(what: string): void {
  const context = replayContext();
  if (context === undefined || !context.isDry) return;
  const error = new DryRunError(what);
  context.attempts?.onRefused(error);
  throw error;
}

type Words = string | ((args: readonly unknown[], self: unknown) => string | null);

/** What a call would have done; null for one that does nothing outside. */
function wordsOf(words: Words, args: readonly unknown[], self: unknown): string | null {
  return typeof words === "string" ? words : words(args, self);
}

/** How a function fails: `promise` by one that is rejected, `throw` at once. */
type Way = "throw" | "promise";

function close(owner: object, names: readonly string[], words: Words, way: Way = "throw"): void {
  for (const name of names) {
    replace(
      owner,
      name,
      (original): AnyFunction =>
        function (this: unknown, ...args) {
          const context = replayContext();
          const what = context?.isDry === true ? wordsOf(words, args, this) : null;
          if (what === null) return original(...args);
          try {
            refuse(what);
          } catch (error) {
            if (way === "throw") throw error;
            return Promise.reject(error instanceof Error ? error : new Error(String(error)));
          }
          return original(...args);
        },
    );
  }
}

const ADDRESS_LENGTH = 200;

function addressOf(target: unknown): string {
  if (typeof target === "string") return target.slice(0, ADDRESS_LENGTH);
  if (target instanceof URL) return target.href.slice(0, ADDRESS_LENGTH);
  if (typeof target !== "object" || target === null) return "another program";
  if ("url" in target && typeof target.url === "string") return target.url.slice(0, ADDRESS_LENGTH);
  const host = "hostname" in target ? target.hostname : "host" in target ? target.host : "path" in target ? target.path : null;
  return typeof host === "string" ? host.slice(0, ADDRESS_LENGTH) : "another program";
}

const asked: Words = ([target]) => `sent a request to ${addressOf(target)}`;
const connected: Words = ([target]) =>
  `connected to ${typeof target === "number" ? `port ${target}` : addressOf(Array.isArray(target) ? target[0] : target)}`;
const started: Words = ([command]) => `started ${typeof command === "string" ? `the program ${command.slice(0, ADDRESS_LENGTH)}` : "a program"}`;

function closeNetwork(): void {
  close(globalThis, ["fetch"], asked, "promise");
  for (const module of [http, https]) close(module, ["request", "get"], asked);
  close(http2, ["connect"], connected);
  close(tls, ["connect"], connected);
  close(net, ["connect", "createConnection"], connected);
  close(net.Socket.prototype, ["connect"], connected);
  // Connections that were there before the run; what a workflow prints goes to the process's own.
  const isOwn = (socket: unknown) => socket === process.stdout || socket === process.stderr;
  const sent: Words = (_args, socket) => (isOwn(socket) ? null : "sent data over an open connection");
  close(net.Socket.prototype, ["_writeGeneric", "_write", "_writev"], sent);
  close(net.Server.prototype, ["listen"], "listened for connections");
  close(dgram.Socket.prototype, ["send", "connect", "bind"], "sent data over the network");
  const lookups = Object.keys(dns).filter((name) => /^(lookup|resolve|reverse)/.test(name));
  close(dns, lookups, "asked for the address of a host");
  close(dns.promises, lookups, "asked for the address of a host", "promise");
  for (const { prototype } of [dns.Resolver, dns.promises.Resolver]) {
    const own = Object.getOwnPropertyNames(prototype).filter((name) => /^(resolve|reverse)/.test(name));
    close(prototype, own, "asked for the address of a host", prototype === dns.promises.Resolver.prototype ? "promise" : "throw");
  }
  for (const name of ["WebSocket", "EventSource", "XMLHttpRequest"]) closeClass(globalThis, name, "opened a connection");
}

function prototypeOf(value: object): object {
  // Never null: these are instances of classes.
  return Object.getPrototypeOf(value) as object;
}

/**
 * HTTP/2 writes past the socket's JavaScript, so that sessions which were there before the run have a door of their own, as
 * clients of gRPC keep them. Its classes are found at a session that leads nowhere.
 */
function closeHttp2(): void {
  const nowhere = () => new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const session = http2.connect("http://localhost", { createConnection: nowhere });
  session.on("error", () => undefined);
  const stream = session.request();
  stream.on("error", () => undefined);
  const sent = "sent data over an open connection";
  close(prototypeOf(session), ["request"], ([headers]) => `sent a request over an open connection${pathOf(headers)}`);
  close(prototypeOf(prototypeOf(session)), ["ping", "settings", "goaway"], sent);
  close(prototypeOf(prototypeOf(stream)), ["_write", "_writev"], sent);
  stream.destroy();
  session.destroy();
}

function pathOf(headers: unknown): string {
  const path = typeof headers === "object" && headers !== null && ":path" in headers ? headers[":path"] : null;
  return typeof path === "string" ? ` to ${path.slice(0, ADDRESS_LENGTH)}` : "";
}

/** Closes a class: none can be made by code of a dry run. */
function closeClass(owner: object, name: string, what: string): void {
  // Read by its descriptor: to ask for it would load it.
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined || descriptor.configurable === false) return;
  const guard = (value: unknown): unknown =>
    typeof value !== "function"
      ? value
      : new Proxy(value, {
          construct(target, args, newTarget): object {
            refuse(what);
            return Reflect.construct(target, args, newTarget) as object;
          },
        });
  if (descriptor.get === undefined) {
    Object.defineProperty(owner, name, { ...descriptor, value: guard(descriptor.value) });
    return;
  }
  const get = descriptor.get.bind(owner);
  const set = descriptor.set?.bind(owner);
  let made: { from: unknown; guarded: unknown } | null = null;
  Object.defineProperty(owner, name, {
    ...descriptor,
    get() {
      const from: unknown = get();
      if (made?.from !== from) made = { from, guarded: guard(from) };
      return made?.guarded;
    },
    ...(set === undefined ? {} : { set }),
  });
}

function closeProcesses(): void {
  close(childProcess, ["spawn", "exec", "execFile", "fork", "spawnSync", "execSync", "execFileSync"], started);
  close(childProcess.ChildProcess.prototype, ["spawn"], "started a program");
  close(cluster, ["fork"], "started a program");
  closeClass(workerThreads, "Worker", "started a thread");
  close(process, ["kill"], "sent a signal to another program");
  close(process, ["dlopen"], "loaded native code");
  close(process, ["chdir"], "changed the working folder of the process");
  close(inspector, ["open"], "listened for connections");
}

const CHANGING = (
  "appendFile chmod chown copyFile cp fchmod fchown ftruncate futimes lchmod lchown link lutimes mkdir mkdtemp rename rm rmdir symlink truncate " +
  "unlink utimes writeFile"
).split(" ");

/** Files that are the process's own: input, output and errors. */
const OWN_FILES: ReadonlySet<unknown> = new Set([0, 1, 2]);

function fileOf(target: unknown): string {
  if (typeof target === "number") return "an open file";
  if (target instanceof URL) return target.pathname.slice(0, ADDRESS_LENGTH);
  return typeof target === "string" ? target.slice(0, ADDRESS_LENGTH) : "a file";
}

const changed: Words = ([target]) => (OWN_FILES.has(target) ? null : `changed ${fileOf(target)}`);

/** `r` alone, and its number. */
function isReading(flags: unknown): boolean {
  if (flags === undefined || flags === null || typeof flags === "function" || flags === "r" || flags === "rs" || flags === "sr") return true;
  const { O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND } = fs.constants;
  return typeof flags === "number" && (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)) === 0;
}

const opened: Words = ([path, flags]) => (isReading(flags) ? null : `opened ${fileOf(path)} for writing`);

function closeFiles(): void {
  close(fs, [...CHANGING, ...CHANGING.map((name) => `${name}Sync`)], changed);
  close(fs, ["write", "writeSync", "writev", "writevSync"], changed);
  close(fs, ["open", "openSync"], opened);
  close(fs, ["createWriteStream"], changed);
  close(fs.promises, CHANGING, changed, "promise");
  close(fs.promises, ["open"], opened, "promise");
  close(v8, ["writeHeapSnapshot"], changed);
  close(process.report, ["writeReport"], changed);
  closeHandles().catch((error: unknown) => console.error("Open files cannot be closed for dry runs:", error));
}

const CHANGING_HANDLE = ["appendFile", "chmod", "chown", "truncate", "utimes", "write", "writeFile", "writev"];

/** Handles of files that were opened before the run. Their class is found at one, and such a one cannot be had at once. */
async function closeHandles(): Promise<void> {
  const handle = await fs.promises.open(process.execPath, "r");
  const prototype = prototypeOf(handle);
  close(prototype, CHANGING_HANDLE, "changed an open file", "promise");
  close(prototype, ["createWriteStream"], "changed an open file");
  await handle.close();
}

/** Closes what leads out of the process, for code of dry runs alone. */
export function closeDoors(): void {
  closeNetwork();
  closeHttp2();
  closeProcesses();
  closeFiles();
}
