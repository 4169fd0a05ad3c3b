import { expect, test } from "vitest";
import { parseSettings } from "../../lib/server/settings";

test("without any variable the server serves its own folder on loopback", () => {
  const settings = parseSettings({ RETROGRAPH_HOME: "/srv/retrograph" });
  expect(settings).toMatchObject({
    HOST: "127.0.0.1",
    PORT: 3000,
    RETROGRAPH_PROJECT: "/srv/retrograph",
    databasePath: "/srv/retrograph/.retrograph/retrograph.db",
    RETROGRAPH_MODEL: "scripted",
  });
  expect([...settings.allowedHosts]).toEqual(["localhost", "127.0.0.1", "[::1]"]);
});

test("names that were allowed are allowed, in whatever case", () => {
  const settings = parseSettings({ RETROGRAPH_ALLOWED_HOSTS: "Box.local, other", RETROGRAPH_ALLOWED_ORIGINS: "https://Chat.example" });
  expect(settings.allowedHosts.has("box.local")).toBe(true);
  expect(settings.allowedHosts.has("other")).toBe(true);
  expect(settings.allowedOrigins.has("https://chat.example")).toBe(true);
});

test("beyond loopback a token is needed, and the address itself is an allowed name", () => {
  expect(() => parseSettings({ HOST: "0.0.0.0" })).toThrow(/RETROGRAPH_TOKEN is required/);
  const settings = parseSettings({ HOST: "192.168.1.7", RETROGRAPH_TOKEN: "sixteen-characters" });
  expect(settings.allowedHosts.has("192.168.1.7")).toBe(true);
});

test("every wrong setting is named", () => {
  expect(() => parseSettings({ PORT: "99999", RETROGRAPH_CANCEL_MS: "soon" })).toThrow(/PORT .*RETROGRAPH_CANCEL_MS/);
});
