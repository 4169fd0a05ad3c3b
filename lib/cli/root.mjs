import { fileURLToPath } from "node:url";

/** Folder of Retrograph itself (not of the project that it opens), absolute, without a trailing slash. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replace(/[/\\]$/, "");
