const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * @param {string} url
 * @returns {boolean}
 */
function isPath(url) {
  if (!url.startsWith("/")) return false;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/**
 * Why a request cannot be handed to Next.js, which answers these with an error of its own: it is addressed to something
 * that is no path of this server, or its method is none that pages and routes know.
 * @param {{ method?: string | undefined, url?: string | undefined }} request
 * @returns {{ status: number, code: string, message: string } | null}
 */
export function requestProblem({ method = "", url = "" }) {
  if (!METHODS.has(method)) return { status: 405, code: "method_not_allowed", message: `This server knows no ${method} requests.` };
  if (isPath(url)) return null;
  return { status: 400, code: "invalid_request", message: "The address is no path of this server: it must begin with / and be valid UTF-8." };
}
