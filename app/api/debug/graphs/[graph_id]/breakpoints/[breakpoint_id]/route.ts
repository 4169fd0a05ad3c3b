import { BreakpointParamsSchema, ChangeBreakpointBodySchema } from "@/lib/schema/breakpoint";
import { changeBreakpoint, deleteBreakpoint } from "@/lib/server/breakpoints";
import { handle } from "@/lib/server/http/handle";

export const PATCH = handle({ params: BreakpointParamsSchema, body: ChangeBreakpointBodySchema }, ({ params, body }) =>
  changeBreakpoint(params.graph_id, params.breakpoint_id, body),
);

export const DELETE = handle({ params: BreakpointParamsSchema }, ({ params }) => deleteBreakpoint(params.graph_id, params.breakpoint_id));
