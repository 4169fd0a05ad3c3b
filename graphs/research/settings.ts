import { join, resolve } from "node:path";

/** Where the project is, where Retrograph keeps its files, and what is searched. All absolute. */
export type ResearchSettings = {
  projectFolder: string;
  dataFolder: string;
  /** A folder of documents to search instead of the project's documentation, or null. */
  researchFolder: string | null;
};

/** Reads the settings from the environment; paths never come from a request. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): ResearchSettings {
  const projectFolder = resolve(env.RETROGRAPH_PROJECT || ".");
  const researchFolder = env.RETROGRAPH_RESEARCH_FOLDER;
  return {
    projectFolder,
    dataFolder: resolve(projectFolder, env.RETROGRAPH_DATA || join(projectFolder, ".retrograph")),
    researchFolder: researchFolder ? resolve(projectFolder, researchFolder) : null,
  };
}

/** Rounds of plan, act and note between two drafts. The model may stop earlier, never later. */
export const MAX_ROUNDS = 5;

/** With this many notes from this many documents, the evidence is enough for a draft. */
export const ENOUGH_NOTES = 6;
export const ENOUGH_DOCUMENTS = 2;
