import { projectOf } from "./harness";
import { spawnRunner } from "../../lib/runner/spawn";

// A server in miniature: starts a runner whose workflow spins, says its process id, and waits to be killed.
const [dbPath = "", home = "", spec = "{}"] = process.argv.slice(2);
const runner = spawnRunner({ projectDir: projectOf("faulty"), dbPath, memoryMb: 512, env: process.env, home, onOutput: () => undefined });
runner.onMessage((message) => {
  if (message.type === "ready") runner.send({ type: "run", spec: JSON.parse(spec) });
  if (message.type === "events" && message.events.some(({ data }) => data.includes('"next":["spin"]'))) process.stdout.write(`${runner.pid}\n`);
});
