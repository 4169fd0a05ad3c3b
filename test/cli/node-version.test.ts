import { expect, test } from "vitest";
import { nodeVersionProblem } from "../../lib/cli/node-version.mjs";

test("a Node.js that is too old is told, with both versions and what to do", () => {
  const problem = nodeVersionProblem("v20.9.0", ">=20.19");
  expect(problem).toContain("needs Node.js 20.19 or newer; this is v20.9.0");
  expect(problem).toContain("https://nodejs.org");
  expect(nodeVersionProblem("v18.20.4", ">=20.19")).toContain("this is v18.20.4");
});

test("the oldest allowed Node.js and newer ones are fine", () => {
  for (const version of ["v20.19.0", "v20.20.2", "v22.0.0", "v24.1.0"]) expect(nodeVersionProblem(version, ">=20.19")).toBeNull();
});
