import { handle } from "@/lib/server/http/handle";
import { listWorkflows } from "@/lib/server/workflows";

export const GET = handle({}, () => listWorkflows());
