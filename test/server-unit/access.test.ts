import { expect, test } from "vitest";
import type { Actor } from "../../lib/schema/access";
import { NAME_HEADER } from "../../lib/schema/names";
import { parsePeople } from "../../lib/schema/people";
import { findActor, hasLevel, requireLevel, SESSION_COOKIE, sessionValue } from "../../lib/server/access";
import { originOf } from "../../lib/server/http/origin";
import { parseSettings } from "../../lib/server/settings";

const ANN = "a-token-of-ann-herself";
const BEN = "a-token-of-ben:with-colons";
const OWNER = "the-token-of-the-owner";

test("people are read with their levels, groups and tokens", () => {
  const { people, problems } = parsePeople(` Ann Lee : approver + finance+legal+finance : ${ANN} ,Ben:viewer:${BEN},`);
  expect(problems).toEqual([]);
  expect(people).toEqual([
    { name: "Ann Lee", level: "approver", groups: ["finance", "legal"], token: ANN },
    { name: "Ben", level: "viewer", groups: [], token: BEN },
  ]);
});

test.each([
  ["no token", "Ann:approver", /entry 1 is not name:level:token/],
  ["a token that is too short", "Ann:approver:short", /entry 1 \(Ann\) must have a token of at least 16/],
  ["an unknown level", `Ann:boss:${ANN}`, /entry 1 \(Ann\) must have the level viewer, approver or editor/],
  ["a group that is no name", `Ann:viewer+<b>:${ANN}`, /entry 1 \(Ann\) has a group that is no name/],
  ["a name that is none", `<Ann>:viewer:${ANN}`, /entry 1 must be a name/],
  ["a name that means something else", `Owner:viewer:${ANN}`, /may not be called Owner/],
  ["one name twice", `Ann:viewer:${ANN},ann:editor:${BEN}`, /entry 2 \(ann\) has a name that is there already/],
  ["one token twice", `Ann:viewer:${ANN},Ben:editor:${ANN}`, /entry 2 \(Ben\) has somebody else's token/],
])("people with %s are refused, and no token is said", (_what, text, why) => {
  const { problems } = parsePeople(text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(why);
  expect(problems[0]).not.toContain(ANN);
  expect(() => parseSettings({ RETROGRAPH_PEOPLE: text })).toThrow(/RETROGRAPH_PEOPLE entry/);
});

test("the owner's token is nobody else's, and people alone are enough beyond loopback", () => {
  const PEOPLE = `Ann:viewer:${ANN}`;
  expect(() => parseSettings({ RETROGRAPH_TOKEN: ANN, RETROGRAPH_PEOPLE: PEOPLE })).toThrow(/RETROGRAPH_PEOPLE gives somebody the token/);
  expect(() => parseSettings({ HOST: "0.0.0.0" })).toThrow(/RETROGRAPH_TOKEN is required/);
  expect(parseSettings({ HOST: "0.0.0.0", RETROGRAPH_PEOPLE: PEOPLE }).people).toHaveLength(1);
});

test("webhooks are whole addresses of the web, and a wrong one is named by its place alone", () => {
  const wrong = "https://ok.example/a, /told, ftp://files.example, http://me:secret@chat.example/x";
  const say = () => parseSettings({ RETROGRAPH_WEBHOOKS: wrong });
  expect(say).toThrow(/RETROGRAPH_WEBHOOKS entry 2 .*entry 3 .*entry 4 /);
  expect(say).not.toThrow(/secret/);
  const { webhooks } = parseSettings({ RETROGRAPH_WEBHOOKS: "https://a.example/x, https://a.example/x,http://127.0.0.1:9/y" });
  expect(webhooks).toEqual(["https://a.example/x", "http://127.0.0.1:9/y"]);
});

const settings = parseSettings({ RETROGRAPH_TOKEN: OWNER, RETROGRAPH_PEOPLE: `Ann:approver+finance:${ANN}, Ben:viewer:${BEN}` });
const ann = { name: "Ann", level: "approver", groups: ["finance"], verified: true };

test.each([
  ["x-api-key", { "x-api-key": ANN }, ann],
  ["a bearer token", { authorization: `bearer ${ANN}` }, ann],
  ["the session cookie", { cookie: `other=1; ${SESSION_COOKIE}=${sessionValue(ANN)}` }, ann],
  ["the owner's token", { "x-api-key": OWNER }, { name: "owner", level: "editor", groups: [], verified: true }],
  [
    "a wrong key beside a right cookie",
    { "x-api-key": "wrong", cookie: `${SESSION_COOKIE}=${sessionValue(BEN)}` },
    { ...ann, name: "Ben", level: "viewer", groups: [] },
  ],
  ["a token as cookie", { cookie: `${SESSION_COOKIE}=${ANN}` }, null],
  ["a cookie's value as key", { "x-api-key": sessionValue(ANN) }, null],
  ["a name alone", { [NAME_HEADER]: "Ann" }, null],
  ["nothing", {}, null],
])("with people, %s says who it is or nobody", (_what, headers, actor) => {
  expect(findActor(new Headers(headers as Record<string, string>), settings)).toEqual(actor);
});

test.each([
  ["Ann", "Ann"],
  [encodeURIComponent("Jürgen Groß"), "Jürgen Groß"],
  ["%E0%A4%A", "somebody"],
  ["owner", "somebody"],
  [encodeURIComponent("ＤＥＡＤＬＩＮＥ"), "somebody"],
  [encodeURIComponent("<script>"), "somebody"],
  ["x".repeat(600), "somebody"],
])("without a token the browser's name %s counts as %s, unverified", (given, name) => {
  const actor = findActor(new Headers({ [NAME_HEADER]: given }), parseSettings({}));
  expect(actor).toEqual({ name, level: "editor", groups: [], verified: false });
});

test("a level includes those below it, and whoever lacks it is told who has it", () => {
  const viewer: Actor = { name: "Ben", level: "viewer", groups: [], verified: true };
  expect(hasLevel(viewer, "viewer")).toBe(true);
  expect(hasLevel(viewer, "approver")).toBe(false);
  expect(() => requireLevel(viewer, "approver", settings)).toThrow(
    /Ben may look at everything; this needs the level approver\. Ask the owner, Ann\./,
  );
  expect(() => requireLevel(viewer, "editor", parseSettings({ RETROGRAPH_PEOPLE: `Ben:viewer:${BEN}` }))).toThrow(/Nobody here has that level/);
});

test("the log says by which way something came", () => {
  const origin = (path: string, headers: Record<string, string> = {}) => originOf(new Request(`http://localhost${path}`, { headers }));
  const page = { "sec-fetch-site": "same-origin" };
  expect(origin("/api/debug/inbox/answers", page).via).toBe("inbox");
  expect(origin("/api/debug/runs", page).via).toBe("workbench");
  expect(origin("/api/debug/inbox/answers").via).toBe("debug_api");
  expect(origin("/threads/x/runs", page).via).toBe("agent_api");
  expect(origin("/api/threads/x/runs").via).toBe("agent_api");
  expect(origin("/ok", { "x-forwarded-for": "1.2.3.4, 10.0.0.9", "user-agent": "a".repeat(999) })).toEqual({
    via: "agent_api",
    address: "1.2.3.4, 10.0.0.9",
    user_agent: "a".repeat(300),
  });
});
