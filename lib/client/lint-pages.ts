import type { LintCode, LintPage } from "../schema/lint";
import { request } from "./api";

/** The page that explains a check, as Markdown. */
export function getLintPage(code: LintCode, signal?: AbortSignal): Promise<LintPage> {
  return request(`/api/design/lint/${code}`, { signal: signal ?? null });
}
