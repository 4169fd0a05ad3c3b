import { createModel, type ToolCallingModel } from "../../lib/kit/model";
import { research } from "./scripted/researcher";

/** The model of the workflow: scripted, or the one that `RETROGRAPH_MODEL` names. */
export function createResearchModel(): Promise<ToolCallingModel> {
  return createModel({ script: research });
}
