import { existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { Command } from "commander";
import { lint } from "../lint/lint";
import { readProject } from "../runner/project";
import type { Problem } from "../schema/problem";
import { readSource } from "../source/read-source";
import { diskHost, projectOf } from "./disk-host";
import { ROOT } from "./root.mjs";
import { CliError, main } from "./run-main.mjs";

/** A file to check: its project's folder, and its path in there with forward slashes. */
type Target = { folder: string; file: string };

/** The workflow files of a project, those of failed entries left out: they are not files. */
async function projectTargets(folder: string): Promise<Target[]> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new CliError(`There is no folder ${folder}.`);
  const project = await readProject(folder);
  for (const { error } of project.failures) throw new CliError(`${error.message}\n${error.hint ?? ""}`.trim());
  if (project.files.length === 0)
    throw new CliError(`There are no workflows in ${folder}: it has neither a langgraph.json nor a graphs folder with files.`);
  return project.files.map(({ file }) => ({ folder, file }));
}

/** A file that was named, in the project that was named, else in the one that it belongs to. */
function fileTarget(path: string, project: string | null): Target {
  if (!existsSync(path) || !statSync(path).isFile()) throw new CliError(`There is no file ${path}.`);
  if (project === null) {
    const { root, file } = projectOf(path);
    return { folder: root, file };
  }
  const file = relative(project, path).replaceAll("\\", "/");
  if (file.startsWith("..")) throw new CliError(`${path} is not in ${project}.`);
  return { folder: project, file };
}

/** What is wrong in one file; a text that cannot be parsed has its syntax errors. */
function problemsOf({ folder, file }: Target): Problem[] {
  const host = diskHost(folder);
  const model = readSource(host, file);
  const syntax = model.errors.map(({ message, place }): Problem => ({
    origin: "syntax",
    code: "syntax",
    severity: "error",
    message,
    graph: null,
    targets: [],
    place,
    fixes: [],
  }));
  return [...syntax, ...lint(host, model)];
}

function summary(problems: readonly Problem[], files: number): string {
  const count = (severity: Problem["severity"], one: string) => {
    const found = problems.filter((problem) => problem.severity === severity).length;
    return found === 0 ? [] : [`${found} ${one}${found === 1 ? "" : "s"}`];
  };
  const counts = [...count("error", "error"), ...count("warning", "warning"), ...count("info", "hint")];
  return `${counts.length === 0 ? "No problems" : counts.join(", ")} in ${files} ${files === 1 ? "file" : "files"}`;
}

await main(async () => {
  const command = new Command()
    .name("npm run lint:graphs --")
    .description("Checks workflows for what goes wrong in LangGraph. Exits with 1 where there is an error.")
    .argument("[files...]", "files to check instead of the project's workflows")
    .option("--project <folder>", "folder with langgraph.json or graphs/ (RETROGRAPH_PROJECT, Retrograph's own folder)")
    .option("--json", "print the problems as JSON, with their quick fixes", false)
    .parse();
  const from = process.env["INIT_CWD"] ?? process.cwd();
  const options = command.opts<{ project?: string; json: boolean }>();
  const named = options.project ?? process.env["RETROGRAPH_PROJECT"];
  const project = named === undefined || named === "" ? null : resolve(from, named);
  const targets =
    command.args.length === 0 ? await projectTargets(project ?? ROOT) : command.args.map((path) => fileTarget(resolve(from, path), project));

  const shown = ({ folder }: Target, file: string) => relative(from, join(folder, file)).replaceAll("\\", "/") || file;
  const found = targets.map((target) => ({ file: shown(target, target.file), target, problems: problemsOf(target) }));
  const problems = found.flatMap((one) => one.problems);
  if (options.json) process.stdout.write(`${JSON.stringify(found.map(({ file, problems: own }) => ({ file, problems: own })))}\n`);
  else {
    for (const { target, problems: own } of found) {
      for (const { place, severity, code, message } of own) {
        process.stdout.write(`${shown(target, place.file)}:${place.line}:${place.column} ${severity} ${code} ${message}\n`);
      }
    }
    process.stdout.write(`${summary(problems, targets.length)}\n`);
  }
  process.exitCode = problems.some(({ severity }) => severity === "error") ? 1 : 0;
});
