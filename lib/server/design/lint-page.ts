import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RetrographError } from "../../errors";
import type { LintCode, LintPage } from "../../schema/lint";
import { getSettings } from "../settings";

/** The page of Retrograph's documentation that explains a check. Throws `not_found` where the installation has no documentation. */
export async function getLintPage(code: LintCode): Promise<LintPage> {
  try {
    return { code, text: await readFile(join(getSettings().home, "docs", "lint", `${code}.md`), "utf8") };
  } catch (cause) {
    const message = `The page docs/lint/${code}.md is not in this installation.`;
    throw new RetrographError("not_found", message, { code }, { cause });
  }
}
