import type { NextResponse } from "next/server";
import { type NextRequest } from "next/server";
import { apiPreflight, pageResponse } from "@/lib/server/http/page-guard";

/** Guards pages, and answers preflights of the API, whose routes guard themselves. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  return request.headers.has("access-control-request-method") ? apiPreflight(request) : pageResponse(request);
}

export const config = {
  matcher: [
    { source: "/((?!api(?:/|$)|ok$|info$|assistants(?:/|$)|threads(?:/|$)|runs(?:/|$)|store(?:/|$)|_next/).*)" },
    { source: "/:path*", has: [{ type: "header", key: "access-control-request-method" }] },
  ],
};
