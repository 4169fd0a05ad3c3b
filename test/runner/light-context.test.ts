import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import "@langchain/langgraph";
import { afterEach, expect, it, vi } from "vitest";
import { findPackage } from "../../lib/runner/langgraph";
import { lightenContext } from "../../lib/runner/light-context";

const root = findPackage("@langchain/langgraph", import.meta.dirname) ?? "";
const inContext = <T>(config: object, work: () => T): T => AsyncLocalStorageProviderSingleton.runWithConfig(config, work);
const current = () => AsyncLocalStorageProviderSingleton.getRunnableConfig() as unknown;

afterEach(() => vi.unstubAllEnvs());

it("hands configs on as before, each to what runs inside of it, across waiting", async () => {
  await lightenContext(root);
  const [outer, inner] = [{ metadata: { at: "outer" } }, { metadata: { at: "inner" } }];
  const seen = await inContext(outer, async () => {
    const within = await inContext(inner, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return current();
    });
    return [within, current()];
  });
  expect(seen).toEqual([inner, outer]);
  expect(seen[0]).toBe(inner);
});

it("makes no LangSmith run of its own where nothing is traced, and gives way where LangSmith traces", async () => {
  const id = () => inContext({}, () => (AsyncLocalStorageProviderSingleton.getInstance().getStore() as { id: string }).id);
  await lightenContext(root);
  expect(id()).toBe(id());
  vi.stubEnv("LANGSMITH_TRACING", "true");
  await lightenContext(root);
  expect(id()).not.toBe(id());
});
