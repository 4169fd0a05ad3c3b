import { CreateBreakpointBodySchema } from "@/lib/schema/breakpoint";
import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { createBreakpoint, listBreakpoints } from "@/lib/server/breakpoints";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: GraphParamsSchema }, ({ params }) => listBreakpoints(params.graph_id));

export const POST = handle({ params: GraphParamsSchema, body: CreateBreakpointBodySchema }, ({ params, body }) =>
  createBreakpoint(params.graph_id, body),
);
