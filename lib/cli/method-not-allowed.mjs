/**
 * Next.js answers a method that a route does not have with an empty 405. Clients of the API read why in JSON, as in every
 * other error: this fills in the body.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
export function explainMethodNotAllowed(request, response) {
  const end = response.end.bind(response);
  /** @param {unknown[]} args */
  const explained = (...args) => {
    const isBare = response.statusCode === 405 && !response.headersSent && typeof args[0] !== "string" && !(args[0] instanceof Uint8Array);
    if (!isBare || request.method === "HEAD") return Reflect.apply(end, response, args);
    const path = (request.url ?? "").split("?")[0] ?? "";
    const message = `${path} takes no ${request.method ?? "such"} request.`;
    response.setHeader("content-type", "application/json");
    response.setHeader("cache-control", "no-store");
    return end(JSON.stringify({ error: { code: "method_not_allowed", message } }));
  };
  Object.assign(response, { end: explained });
}
