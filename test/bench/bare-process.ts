import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { BareReply, BareRequest } from "./bare";

export type BareProcess = { ask: (request: BareRequest) => Promise<BareReply>; close: () => void };

/** Starts the program that runs the bare library on a database file. */
export function startBare(database: string): BareProcess {
  const child = fork(join(import.meta.dirname, "bare.ts"), [database], { execArgv: ["--import", "tsx"] });
  return {
    async ask(request) {
      const answered = once(child, "message");
      child.send(request);
      const [reply] = (await answered) as [BareReply];
      return reply;
    },
    close: () => void child.disconnect(),
  };
}
