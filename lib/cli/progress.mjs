const HEARTBEAT_MS = 15_000;
const REDRAW_MS = 500;

/**
 * @param {number} ms
 * @returns {string} e.g. `3.4 s`, `2 min 5 s`
 */
export function formatDuration(ms) {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * Shows that something long is going on: one line redrawn on a terminal; elsewhere a line at the start, one every 15 s, one at the end.
 * @template T
 * @param {string} title
 * @param {(update: (detail: string) => void) => Promise<T>} work may name the current detail as it goes
 * @returns {Promise<T>}
 */
export async function withProgress(title, work) {
  const out = process.stderr;
  const started = performance.now();
  let detail = "";
  const line = () => `${title}${detail === "" ? "" : `: ${detail}`} (${formatDuration(performance.now() - started)})`;
  const draw = () => (out.isTTY ? out.write(`\r\x1b[K${line()}`) : out.write(`${line()}\n`));
  if (out.isTTY) draw();
  else out.write(`${title} …\n`);
  const timer = setInterval(draw, out.isTTY ? REDRAW_MS : HEARTBEAT_MS);
  const end = (/** @type {string} */ outcome) => {
    clearInterval(timer);
    out.write(`${out.isTTY ? "\r\x1b[K" : ""}${title}: ${outcome} in ${formatDuration(performance.now() - started)}\n`);
  };
  try {
    const result = await work((text) => {
      detail = text;
    });
    end("done");
    return result;
  } catch (error) {
    end("failed");
    throw error;
  }
}
