import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseFlags } from "../../lib/cli/flags.mjs";
import { readSettings, toEnvironment } from "../../lib/cli/settings.mjs";

const folder = mkdtempSync(join(tmpdir(), "retrograph-settings-"));
const minimal = { RETROGRAPH_PROJECT: folder, NODE_ENV: "test" } as const;

describe("settings", () => {
  test("have defaults that need nothing", async () => {
    expect(await readSettings(minimal)).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      RETROGRAPH_PROJECT: folder,
      RETROGRAPH_DATA: join(folder, ".retrograph"),
      RETROGRAPH_MODEL: "scripted",
      RETROGRAPH_READONLY: false,
    });
  });

  test("that are wrong are all named at once, and nothing starts", async () => {
    const wrong = readSettings({ ...minimal, PORT: "99999", RETROGRAPH_CANCEL_MS: "soon", RETROGRAPH_PROJECT: "/no/such/folder" });
    await expect(wrong).rejects.toThrow(
      /Nothing was started[\s\S]*PORT: must be a whole number from 0 to 65535[\s\S]*RETROGRAPH_CANCEL_MS: must be a whole number of at least 100[\s\S]*there is no folder \/no\/such\/folder/,
    );
  });

  test("that name a folder to search which is not there are named too", async () => {
    await expect(readSettings({ ...minimal, RETROGRAPH_RESEARCH_FOLDER: "nowhere" })).rejects.toThrow(
      `RETROGRAPH_RESEARCH_FOLDER: there is no folder ${join(folder, "nowhere")}`,
    );
    await expect(readSettings({ ...minimal, RETROGRAPH_RESEARCH_FOLDER: "." })).resolves.toMatchObject({ PORT: 3000 });
  });

  test("beyond loopback demand a token", async () => {
    await expect(readSettings({ ...minimal, HOST: "0.0.0.0" })).rejects.toThrow(/RETROGRAPH_TOKEN: is required when HOST is not loopback/);
    await expect(readSettings({ ...minimal, HOST: "0.0.0.0", RETROGRAPH_TOKEN: "short" })).rejects.toThrow(/at least 16 characters/);
    const settings = await readSettings({ ...minimal, HOST: "0.0.0.0", RETROGRAPH_TOKEN: "a-long-enough-secret" });
    expect(settings.HOST).toBe("0.0.0.0");
  });

  test("left empty count as not set", async () => {
    const settings = await readSettings({ ...minimal, PORT: "", RETROGRAPH_TOKEN: "" });
    expect(settings.PORT).toBe(3000);
    expect(settings.RETROGRAPH_TOKEN).toBeUndefined();
  });

  test("with relative folders mean the folder in which the command was called", async () => {
    const settings = await readSettings({ ...minimal, INIT_CWD: folder, RETROGRAPH_PROJECT: ".", RETROGRAPH_DATA: "data" });
    expect(settings).toMatchObject({ RETROGRAPH_PROJECT: folder, RETROGRAPH_DATA: join(folder, "data") });
  });

  test("let nobody change workflows where others can reach the server, unless told otherwise", async () => {
    const open = { ...minimal, HOST: "192.168.1.7", RETROGRAPH_TOKEN: "sixteen-characters" };
    expect((await readSettings(open)).RETROGRAPH_READONLY).toBe(true);
    expect((await readSettings({ ...open, RETROGRAPH_READONLY: "false" })).RETROGRAPH_READONLY).toBe(false);
    expect((await readSettings({ ...minimal, RETROGRAPH_READONLY: "true" })).RETROGRAPH_READONLY).toBe(true);
  });

  test("survive the way through the environment", async () => {
    const settings = await readSettings({ ...minimal, PORT: "4812", RETROGRAPH_READONLY: "true" });
    expect(await readSettings({ ...toEnvironment(settings), NODE_ENV: "test" })).toEqual(settings);
  });
});

describe("flags", () => {
  test("set the same settings as the environment and win over it", () => {
    process.env["HOST"] = "localhost";
    const env = parseFlags(["--port", "4813", "--host", "::1", "--project", "p", "--data", "d", "--model", "openai:gpt-5"], "npm start --");
    delete process.env["HOST"];
    expect(env).toMatchObject({
      PORT: "4813",
      HOST: "::1",
      RETROGRAPH_PROJECT: "p",
      RETROGRAPH_DATA: "d",
      RETROGRAPH_MODEL: "openai:gpt-5",
    });
  });

  test("not given leave the environment as it is", () => {
    process.env["PORT"] = "4814";
    expect(parseFlags([], "npm start --")["PORT"]).toBe("4814");
    delete process.env["PORT"];
  });
});
