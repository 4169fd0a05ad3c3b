import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkMachine } from "../../lib/cli/preflight.mjs";
import { readSettings } from "../../lib/cli/settings.mjs";

const folder = mkdtempSync(join(tmpdir(), "retrograph-preflight-"));

async function settings(env: Record<string, string>) {
  return readSettings({ NODE_ENV: "test", RETROGRAPH_PROJECT: folder, PORT: "0", ...env });
}

test("a machine where all is well passes, and the check leaves nothing in the data folder", async () => {
  const data = join(folder, "new", "data");
  await checkMachine(await settings({ RETROGRAPH_DATA: data }));
  expect(existsSync(data)).toBe(true);
  expect(readdirSync(data)).toEqual([]);
});

test("a port that is taken is named, with another one to choose", async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const { port } = other.address() as AddressInfo;
  await expect(checkMachine(await settings({ PORT: String(port) }))).rejects.toThrow(`Port ${port} is taken`);
  await expect(checkMachine(await settings({ PORT: String(port) }))).rejects.toThrow(`PORT=${port + 1} npm start`);
  other.close();
});

test("an address that is not this machine's is named", async () => {
  const foreign = await settings({ HOST: "192.0.2.1", RETROGRAPH_TOKEN: "a-long-enough-secret" });
  await expect(checkMachine(foreign)).rejects.toThrow("HOST=192.0.2.1 is not an address of this machine");
});

test("a data folder that cannot be made or written is named, with another one to choose", async () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  const message = /cannot write to its data folder .*\nMake it writable, or choose another: RETROGRAPH_DATA=/;
  await expect(checkMachine(await settings({ RETROGRAPH_DATA: join(file, "data") }))).rejects.toThrow(message);
  await expect(checkMachine(await settings({ RETROGRAPH_DATA: file }))).rejects.toThrow(message);
});

test.runIf(process.platform === "linux")("a data folder in a file system that takes none is refused at once", async () => {
  await expect(checkMachine(await settings({ RETROGRAPH_DATA: "/proc/retrograph/data" }))).rejects.toThrow("cannot write to its data folder");
});
