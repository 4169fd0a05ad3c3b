import { Command } from "commander";

/**
 * Flags that set the same settings as the environment; a flag wins. `--help` prints them and ends the process.
 * @param {string[]} argv without node and script
 * @param {string} usage how the command is called
 * @returns {NodeJS.ProcessEnv} `process.env` with the flags laid over it
 */
export function parseFlags(argv, usage) {
  const command = new Command()
    .name(usage)
    .description("The visual editor and time-travel debugger for LangGraph.js")
    .option("--port <number>", "port to listen on (PORT, 3000)")
    .option("--host <address>", "address to listen on; beyond loopback RETROGRAPH_TOKEN is required (HOST, 127.0.0.1)")
    .option("--project <folder>", "folder with langgraph.json or graphs/ (RETROGRAPH_PROJECT, Retrograph's own folder)")
    .option("--data <folder>", "folder for the database and what workflows write (RETROGRAPH_DATA, .retrograph in the project)")
    .option("--model <name>", "scripted, or a model such as openai:gpt-5 (RETROGRAPH_MODEL, scripted)")
    .allowExcessArguments(false)
    .parse(argv, { from: "user" });
  const flags = command.opts();
  const env = { ...process.env };
  const set = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    if (value !== undefined) env[name] = String(value);
  };
  set("PORT", flags.port);
  set("HOST", flags.host);
  set("RETROGRAPH_PROJECT", flags.project);
  set("RETROGRAPH_DATA", flags.data);
  set("RETROGRAPH_MODEL", flags.model);
  return env;
}
