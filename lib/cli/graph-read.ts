import { runGraphRead } from "./read-graphs";

process.exitCode = runGraphRead(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
