import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createKeyedLock } from "../../lib/server/keyed-lock";

test("actions of one key run one after the other in order, those of another key at once", async () => {
  const lock = createKeyedLock();
  const log: string[] = [];
  const action = (name: string, ms: number) => async () => {
    log.push(`${name} begins`);
    await sleep(ms);
    log.push(`${name} ends`);
    return name;
  };
  const results = await Promise.all([
    lock.run("a", action("a1", 30)),
    lock.run("a", action("a2", 1)),
    lock.run("b", action("b1", 10)),
    lock.run("a", action("a3", 1)),
  ]);
  expect(results).toEqual(["a1", "a2", "b1", "a3"]);
  expect(log.filter((line) => line.startsWith("a"))).toEqual(["a1 begins", "a1 ends", "a2 begins", "a2 ends", "a3 begins", "a3 ends"]);
  expect(log.indexOf("b1 ends")).toBeLessThan(log.indexOf("a1 ends"));
});

test("an action that fails does not hold up the next one", async () => {
  const lock = createKeyedLock();
  const failing = lock.run("a", () => Promise.reject(new Error("broken")));
  const next = lock.run("a", () => Promise.resolve("fine"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("fine");
});
