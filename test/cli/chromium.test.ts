import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { ensureChromium, findChromium } from "../../lib/cli/chromium.mjs";

const folder = mkdtempSync(join(tmpdir(), "retrograph-chromium-"));

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

afterEach(() => vi.unstubAllEnvs());

test("the browser that CHROMIUM_PATH names is taken", async () => {
  const path = program("my-browser", "#!/bin/sh\n");
  vi.stubEnv("CHROMIUM_PATH", path);
  expect(findChromium()).toBe(path);
  expect(await ensureChromium()).toBe(path);
});

test("a browser that is named but not there is told", async () => {
  vi.stubEnv("CHROMIUM_PATH", join(folder, "nothing"));
  await expect(ensureChromium()).rejects.toThrow(/CHROMIUM_PATH names .*nothing, which does not exist/);
});

test.skipIf(process.platform === "darwin")("without a browser and without a way to install one, what to do is said", async () => {
  vi.stubEnv("CHROMIUM_PATH", "");
  vi.stubEnv("PATH", join(folder, "empty"));
  await expect(ensureChromium()).rejects.toThrow(/need a real browser, and there is none\.\nInstall Chromium/);
});

test.skipIf(process.platform === "darwin")("when apt-get fails, its own words are shown", async () => {
  program("apt-get", '#!/bin/sh\necho "E: Unable to locate package $*"\nexit 100\n');
  program("sudo", '#!/bin/sh\nshift\nexec "$@"\n');
  vi.stubEnv("CHROMIUM_PATH", "");
  vi.stubEnv("PATH", folder);
  await expect(ensureChromium()).rejects.toThrow(/E: Unable to locate package .*chromium/);
});
