import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { publish } from "../../../graphs/research/domain/publish";
import { makeFixture, type Fixture } from "./fixture";

const publication = { question: "How is the lamp lit?", report: "# The lamp\n\nAt sunset.\n", threadId: "t1" };

let fixture: Fixture;
beforeEach(() => (fixture = makeFixture()));
afterEach(() => fixture.remove());

const files = async () => (await readdir(join(fixture.data, "reports"))).filter((name) => !name.startsWith("."));

describe("publish", () => {
  it("writes the report under a name made from the question", async () => {
    const { file, words, repeated } = await publish(fixture.data, publication);
    expect(file).toMatch(/^reports\/how-is-the-lamp-lit-[0-9a-f]{6}\.md$/);
    expect({ words, repeated }).toEqual({ words: 5, repeated: false });
    expect(await readFile(join(fixture.data, file), "utf8")).toBe(publication.report);
  });

  it("writes once when it is asked twice, one after the other or at the same time", async () => {
    const [first, second] = await Promise.all([publish(fixture.data, publication), publish(fixture.data, publication)]);
    await writeFile(join(fixture.data, first.file), "A person has corrected this since.");
    const third = await publish(fixture.data, publication);
    expect([first.repeated, second.repeated, third.repeated]).toEqual([false, true, true]);
    expect(new Set([first.file, second.file, third.file]).size).toBe(1);
    expect(await readFile(join(fixture.data, first.file), "utf8")).toBe("A person has corrected this since.");
  });

  it("keeps the drafts of two branches and of two threads apart", async () => {
    await publish(fixture.data, publication);
    await publish(fixture.data, { ...publication, report: "# The lamp\n\nAt dusk.\n" });
    await publish(fixture.data, { ...publication, threadId: "t2" });
    expect(await files()).toHaveLength(3);
  });

  it("writes again what a crash kept from being remembered", async () => {
    await publish(fixture.data, publication);
    await rm(join(fixture.data, "reports", ".published"), { recursive: true });
    expect((await publish(fixture.data, publication)).repeated).toBe(false);
    expect(await files()).toHaveLength(1);
  });
});
