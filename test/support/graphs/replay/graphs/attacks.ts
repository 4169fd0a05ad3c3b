import childProcess, { execFile } from "node:child_process";
import dgram from "node:dgram";
import dns from "node:dns/promises";
import fs, { createWriteStream, writeFileSync } from "node:fs";
import { open, rm, writeFile } from "node:fs/promises";
import http, { request } from "node:http";
import http2 from "node:http2";
import https from "node:https";
import inspector from "node:inspector";
import net from "node:net";
import { Duplex } from "node:stream";
import tls from "node:tls";
import { promisify } from "node:util";
import v8 from "node:v8";
import { Worker } from "node:worker_threads";
import { tool } from "@langchain/core/tools";
import { Annotation, END, START, StateGraph, getStore } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import Database from "better-sqlite3";
import { z } from "zod";

const State = Annotation.Root({
  attack: Annotation<string>(),
  port: Annotation<number>(),
  file: Annotation<string>(),
  log: Annotation<unknown[]>({ reducer: (left, right) => [...left, ...right], default: () => [] }),
});
type Target = { port: number; file: string };
const url = ({ port }: Target) => `http://127.0.0.1:${port}/`;

/** Connections, a file and a database that are open before any run that tries to get out. */
let kept: net.Socket | null = null;
let session: http2.ClientHttp2Session | null = null;
let log: fs.promises.FileHandle | null = null;
let notes: Database.Database | null = null;

const ended = (emitter: NodeJS.EventEmitter, event: string) =>
  new Promise((resolve, reject) => {
    emitter.on(event, resolve);
    emitter.on("error", reject);
  });

/** Each tries to leave the process in its own way. */
const ATTACKS: Record<string, (target: Target) => unknown> = {
  fetch: (target) => fetch(url(target)),
  "http.request": (target) => ended(http.request(url(target)).end(), "response"),
  "request by name": (target) => ended(request(url(target)).end(), "response"),
  "http.get": (target) => ended(http.get(url(target)), "response"),
  "https.request": (target) => ended(https.request({ host: "127.0.0.1", port: target.port }).end(), "response"),
  "net.connect": (target) => ended(net.connect(target.port, "127.0.0.1"), "connect"),
  "new Socket": (target) => ended(new net.Socket().connect(target.port, "127.0.0.1"), "connect"),
  "tls.connect": (target) => ended(tls.connect({ host: "127.0.0.1", port: target.port, rejectUnauthorized: false }), "secureConnect"),
  "http2.connect": (target) => ended(http2.connect(url(target)), "connect"),
  "open connection": () => kept?.write("hello"),
  "open HTTP/2 session": () => session?.request({ ":path": "/" }).end(),
  "open file": () => log?.appendFile("hello"),
  "stream of an open file": () => log?.createWriteStream(),
  "heap snapshot": ({ file }) => v8.writeHeapSnapshot(file),
  report: ({ file }) => process.report.writeReport(file),
  inspector: () => inspector.open(0, "127.0.0.1"),
  dgram: ({ port }) => new Promise((resolve) => dgram.createSocket("udp4").send("hello", port, "127.0.0.1", resolve)),
  dns: () => dns.lookup("localhost"),
  listen: () => ended(net.createServer().listen(0), "listening"),
  WebSocket: (target) => (typeof WebSocket === "undefined" ? fetch(url(target)) : new WebSocket(`ws://127.0.0.1:${target.port}`)),
  spawn: ({ file }) => childProcess.spawn("touch", [file]),
  execSync: ({ file }) => childProcess.execSync(`touch ${file}`),
  "execFile by name": ({ file }) => promisify(execFile)("touch", [file]),
  fork: ({ file }) => childProcess.fork(file),
  worker: ({ file }) => new Worker(`require("fs").writeFileSync(${JSON.stringify(file)}, "")`, { eval: true }),
  "writeFile by name": ({ file }) => writeFile(file, "hello"),
  writeFileSync: ({ file }) => writeFileSync(file, "hello"),
  "fs.writeFile": ({ file }) => new Promise((resolve, reject) => fs.writeFile(file, "hello", (error) => (error ? reject(error) : resolve(null)))),
  appendFile: ({ file }) => fs.promises.appendFile(file, "hello"),
  mkdir: ({ file }) => fs.mkdirSync(file),
  "rm by name": ({ file }) => rm(file, { force: true }),
  open: ({ file }) => open(file, "w"),
  createWriteStream: ({ file }) => ended(createWriteStream(file).end("hello"), "finish"),
  "later, by a timer": ({ file }) =>
    new Promise((resolve, reject) => {
      setTimeout(() => {
        Promise.resolve(writeFile(file, "hello")).then(resolve, reject);
      }, 5);
    }),
  "later, by many promises": async ({ file }) => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    await writeFile(file, "hello");
  },
  "sqlite exec": () => notes?.exec("INSERT INTO notes VALUES ('exec')"),
  "sqlite statement": () => notes?.prepare("INSERT INTO notes VALUES ('run')").run(),
  "sqlite returning": () => notes?.prepare("DELETE FROM notes RETURNING *").all(),
  "process.kill": () => process.kill(process.ppid, 0),
};

export const names = Object.keys(ATTACKS);

async function attempt({ attack, port, file }: typeof State.State) {
  await ATTACKS[attack]?.({ port, file });
  return { log: ["it went out"] };
}

/** A node whose own code tries to get out. */
export const graph = new StateGraph(State).addNode("try", attempt).addEdge(START, "try").addEdge("try", END).compile();

/** The same by a tool whose name says that it only looks, and which catches what goes wrong. */
const getPage = tool(
  async ({ attack: name, port, file }) => {
    try {
      await ATTACKS[name]?.({ port, file });
      return "it went out";
    } catch {
      return "caught";
    }
  },
  { name: "get_page", description: "Looks", schema: z.object({ attack: z.string(), port: z.number(), file: z.string() }) },
);
export const viaTool = new StateGraph(State)
  .addNode("look", async ({ attack: name, port, file }) => ({ log: [await getPage.invoke({ attack: name, port, file })] }))
  .addEdge(START, "look")
  .addEdge("look", END)
  .compile();

let sent = 0;
const sendMail = tool(async ({ to }) => `Sent ${++sent} to ${to}`, { name: "send_mail", description: "Sends", schema: z.object({ to: z.string() }) });
const getTime = tool(async () => "noon", { name: "get_time", description: "Looks", schema: z.object({}) });

/** Effects, looks, a provider's model and the long-term memory. */
export const mixed = new StateGraph(State)
  .addNode("work", async ({ port }) => {
    const model = new ChatOpenAI({ model: "gpt-test", apiKey: "none", configuration: { baseURL: `${url({ port, file: "" })}v1` } });
    const answer = await model.invoke("Hello");
    const store = getStore();
    const before = await store?.get(["notes"], "one");
    await store?.put(["notes"], "one", { text: "changed" });
    await store?.put(["notes"], "two", { text: "new" });
    const after = await store?.get(["notes"], "one");
    const found = await store?.search(["notes"]);
    return {
      log: [
        await sendMail.invoke({ to: "Ada" }),
        await getTime.invoke({}),
        answer.text,
        { before: before?.value ?? null, after: after?.value ?? null, found: (found ?? []).map(({ key }) => key).sort() },
        sent,
      ],
    };
  })
  .addEdge(START, "work")
  .addEdge("work", END)
  .compile();

/** Opens a connection that later runs find open. */
export const opening = new StateGraph(State)
  .addNode("connect", async ({ port, file }) => {
    notes = new Database(`${file}.sqlite`);
    notes.exec("CREATE TABLE notes (text); INSERT INTO notes VALUES ('first')");
    kept = net.connect(port, "127.0.0.1");
    await ended(kept, "connect");
    const nowhere = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    session = http2.connect("http://localhost", { createConnection: () => nowhere });
    log = await open(`${file}.log`, "a");
    return { log: [names] };
  })
  .addEdge(START, "connect")
  .addEdge("connect", END)
  .compile();
