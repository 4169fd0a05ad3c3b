import { CreateGraphBodySchema } from "@/lib/schema/design-api";
import { createGraph } from "@/lib/server/design/create-graph";
import { handle } from "@/lib/server/http/handle";
import { listWorkflows } from "@/lib/server/workflows";

export const GET = handle({}, () => listWorkflows());

export const POST = handle({ body: CreateGraphBodySchema }, ({ body }) => createGraph(body));
