import "server-only";
import { RetrographError } from "../../errors";
import { handle } from "./handle";

/** What every path of the API that does not exist answers. */
export const notFoundRoute = handle({}, ({ request }) => {
  throw new RetrographError("not_found", `The API has no ${request.method} ${new URL(request.url).pathname}.`);
});
