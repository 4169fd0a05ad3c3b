import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: { "@": here("./"), "server-only": here("./test/support/server-only.ts") },
  },
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          setupFiles: [here("./test/support/patient-dom.ts")],
          include: ["test/{request,effects,expression,graph,lint,source,schema,kit,graphs,components,client,cli,server-unit}/**/*.test.{ts,tsx}"],
        },
      },
      { extends: true, test: { name: "integration", include: ["test/{store,runner,api,faults,security}/**/*.test.ts"], testTimeout: 60_000 } },
      {
        extends: true,
        test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 240_000, fileParallelism: false },
      },
    ],
  },
});
