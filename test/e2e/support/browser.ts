import { chromium, type Browser, type BrowserContext, type ConsoleMessage, type Page } from "playwright-core";
import { findChromium } from "../../../lib/cli/chromium.mjs";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts this machine's Chromium (or `CHROMIUM_PATH`) without a window. Close it when the file's tests are done. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error("There is no Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to a browser.");
  }
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

export type PageOptions = {
  /** What the system prefers; the app follows it. */
  theme?: "light" | "dark";
  size?: { width: number; height: number };
  /** Pixels per CSS pixel: 2 for screenshots of documentation. */
  scale?: number;
  reducedMotion?: boolean;
  /** Origin of the server under test, so that `page.goto("/t")` works. */
  baseURL?: string;
};

export type TestPage = {
  page: Page;
  context: BrowserContext;
  /** What the page complained about so far: console errors, uncaught exceptions, failed requests. */
  errors: string[];
  close: () => Promise<void>;
};

function describeMessage(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location();
  return url === "" ? message.text() : `${message.text()} (${url}:${lineNumber})`;
}

/** Collects from now on what the page complains about. Requests that the page itself gave up do not count. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(describeMessage(message));
  });
  page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "failed";
    if (reason !== "net::ERR_ABORTED") errors.push(`${request.method()} ${request.url()}: ${reason}`);
  });
  return errors;
}

/** Opens a page with storage and cookies of its own. */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<TestPage> {
  const context = await browser.newContext({
    colorScheme: options.theme ?? "light",
    viewport: options.size ?? { width: 1440, height: 900 },
    deviceScaleFactor: options.scale ?? 1,
    reducedMotion: options.reducedMotion === true ? "reduce" : "no-preference",
    ...(options.baseURL === undefined ? {} : { baseURL: options.baseURL }),
  });
  const page = await context.newPage();
  return { page, context, errors: collectErrors(page), close: () => context.close() };
}
