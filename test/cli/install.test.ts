import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { missingPackages } from "../../lib/cli/install.mjs";

const wanted = {
  "": {},
  "node_modules/next": { version: "16.4.6" },
  "node_modules/vitest": { version: "4.1.12", dev: true },
  "node_modules/@next/swc-darwin-arm64": { version: "16.4.6", optional: true },
};

test("without node_modules everything that is needed is missing", () => {
  expect(missingPackages(wanted, null, false)).toEqual(["next"]);
  expect(missingPackages(wanted, null, true)).toEqual(["next", "vitest"]);
});

test("an installation with the locked versions lacks nothing", () => {
  const installed = { "node_modules/next": { version: "16.4.6" }, "node_modules/vitest": { version: "4.1.12", dev: true } };
  expect(missingPackages(wanted, installed, true)).toEqual([]);
});

test("another version than the locked one counts as missing", () => {
  expect(missingPackages(wanted, { "node_modules/next": { version: "16.4.5" } }, false)).toEqual(["next"]);
});

test("packages for other platforms may be missing", () => {
  expect(missingPackages(wanted, { "node_modules/next": { version: "16.4.6" } }, false)).toEqual([]);
});

test("the lock file names no registry, so that it installs from any", () => {
  expect(readFileSync("package-lock.json", "utf8")).not.toMatch(/"resolved": "https?:/);
});
