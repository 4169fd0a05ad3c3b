import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Actor } from "../../lib/schema/access";
import type { AuditOrigin } from "../../lib/schema/audit";
import { EffectiveRuleSchema, type ApprovalRule } from "../../lib/schema/inbox";
import type { Json, JsonObject } from "../../lib/schema/json";
import { gateAnswer, gateUnasked } from "../../lib/server/approval-rules";
import { parseSettings } from "../../lib/server/settings";
import { readRules, ruleFor, stricter, writeRules } from "../../lib/store/approval-rules";
import { appendAudit, listAudit } from "../../lib/store/audit";
import type { Store } from "../../lib/store/open";
import { createThread, deleteThread } from "../../lib/store/threads";
import { listVotes } from "../../lib/store/votes";
import { ask } from "./ask";
import { asksWith } from "./graphs";
import { tempStore } from "./temp-store";

const ORIGIN: AuditOrigin = { via: "inbox", address: null, user_agent: null };
const PEOPLE = parseSettings({ RETROGRAPH_PEOPLE: "Ann:approver+finance:a-token-of-ann-herself,Ben:approver:a-token-of-ben-himself" });
const NOBODY = parseSettings({});
const rule = (given: Partial<ApprovalRule> = {}): ApprovalRule => ({ group: null, approvers: 1, deadline: null, ...given });
const unverified = (name: string): Actor => ({ name, level: "editor", groups: [], verified: false });
const person = (name: string, groups: string[] = []): Actor => ({ name, level: "approver", groups, verified: true });

const QUESTION: JsonObject = {
  type: "approval",
  title: "Delete it?",
  description: "",
  choices: [
    { value: "delete", label: "Delete", style: "danger" },
    { value: "keep", label: "Keep" },
  ],
};

async function asked(store: Store, value: Json) {
  const { threadId, ids } = await ask(store, (saver) => asksWith(saver, value));
  const key = { thread_id: threadId, interrupt_id: ids[0] ?? "" };
  return {
    key,
    gate: (actor: Actor, answer: Json, settings = NOBODY) => gateAnswer({ store, settings }, { ...key, actor, origin: ORIGIN, answer }),
    log: () => listAudit(store, { thread_id: threadId }, { limit: 100 }).entries.reverse(),
  };
}

async function ruled(store: Store) {
  const { gate, log } = await asked(store, { ...QUESTION, approval: { approvers: 2 } });
  return { gate, graphId: log()[0]?.graph_id ?? "" };
}

describe("the rule that holds", () => {
  const ruleArb = fc.record({
    group: fc.constantFrom(null, "finance", "legal", "board"),
    approvers: fc.constantFrom(1, 2),
    deadline: fc.option(fc.record({ seconds: fc.integer({ min: 1, max: 100 }), answer: fc.constantFrom("yes", "no") })),
  });

  test("is at least as strict as each rule that it is made of, in whatever order", () => {
    fc.assert(
      fc.property(fc.array(ruleArb, { maxLength: 4 }), (rules) => {
        const all = rules.reduce(stricter, EffectiveRuleSchema.parse({}));
        const back = [...rules].reverse().reduce(stricter, EffectiveRuleSchema.parse({}));
        expect([...all.groups].sort()).toEqual([...back.groups].sort());
        expect([all.approvers, all.deadline?.seconds]).toEqual([back.approvers, back.deadline?.seconds]);
        for (const one of rules) {
          expect(all.approvers).toBeGreaterThanOrEqual(one.approvers);
          if (one.group !== null) expect(all.groups).toContain(one.group);
          if (one.deadline !== null) expect(all.deadline?.seconds).toBeLessThanOrEqual(one.deadline.seconds);
        }
      }),
    );
  });

  test("comes from the payload, the node, what the node is drawn in, and the workflow", () => {
    const store = tempStore();
    writeRules(store, "desk", {
      rules: [
        { node: null, rule: rule({ group: "staff" }) },
        { node: "child", rule: rule({ approvers: 2 }) },
        { node: "child:ask", rule: rule({ deadline: { seconds: 60, answer: "no" } }) },
        { node: "other", rule: rule({ group: "others" }) },
        { node: "nothing", rule: rule() },
      ],
    });
    expect(readRules(store, "desk").rules).toHaveLength(4);
    expect(
      ruleFor(store, { graph_id: "desk", node: "child:ask", value: { approval: { group: "finance", deadline: { seconds: 90, answer: "yes" } } } }),
    ).toEqual({
      group: "finance",
      groups: ["finance", "staff"],
      approvers: 2,
      deadline: { seconds: 60, answer: "no" },
    });
    expect(ruleFor(store, { graph_id: "desk", node: "child2", value: "?" })).toEqual({ ...rule({ group: "staff" }), groups: ["staff"] });
    expect(ruleFor(store, { graph_id: "another", node: "ask", value: "?" })).toEqual({ ...rule(), groups: [] });
  });
});

describe("an answer", () => {
  test("of one counts where nothing else is asked for", async () => {
    const { gate } = await asked(tempStore(), QUESTION);
    expect(gate(unverified("somebody"), "delete")).toEqual({ kind: "send" });
  });

  test("that refuses counts at once, but a button's colour refuses nothing", async () => {
    const store = tempStore();
    const { gate } = await asked(store, { ...QUESTION, approval: { approvers: 2 } });
    expect(gate(unverified("Ann"), "delete").kind).toBe("vote");
    const other = await asked(store, {
      ...QUESTION,
      choices: [
        { value: "approve", label: "A" },
        { value: "refuse", label: "R" },
      ],
      approval: { approvers: 2 },
    });
    expect(other.gate(unverified("Ann"), { choice: "refuse", comment: "No." })).toEqual({ kind: "send" });
    // What looks like a refusal beside a yes is none.
    const free = await asked(store, { what: "Pay 5000?", approval: { approvers: 2 } });
    expect(free.gate(unverified("Ann"), { approved: true, status: "no" }).kind).toBe("vote");
    expect(free.gate(unverified("Ann"), { approved: false, amount: 5000 }).kind).toBe("vote");
    expect(free.gate(unverified("Ann"), { approved: false, reason: "Too much." })).toEqual({ kind: "send" });
  });

  test("of one who may not answer any more does not count as the first of two", async () => {
    const { gate } = await asked(tempStore(), { ...QUESTION, approval: { approvers: 2 } });
    // Nobody checked this name, and Ann has a token of her own since.
    expect(gate(unverified("Ann"), "delete").kind).toBe("vote");
    expect(gate(person("Ben"), "delete", PEOPLE)).toEqual({ kind: "vote", missing: 1, differs_from: [] });
    expect(gate(person("Zoe"), "delete", PEOPLE)).toEqual({ kind: "send" });
    const left = parseSettings({ RETROGRAPH_PEOPLE: "Ann:approver+finance:a-token-of-ann-herself,Ben:viewer:a-token-of-ben-himself" });
    expect(gate(person("Zoe"), "delete", left).kind).toBe("vote");
  });

  test("of one outside of the group that is asked for since does not count as the first of two", async () => {
    const store = tempStore();
    const { gate, graphId } = await ruled(store);
    expect(gate(person("Ben"), "delete", PEOPLE).kind).toBe("vote");
    writeRules(store, graphId, { rules: [{ node: null, rule: rule({ group: "finance" }) }] });
    expect(gate(person("Ann", ["finance"]), "delete", PEOPLE)).toEqual({ kind: "vote", missing: 1, differs_from: [] });
  });

  test("that refuses some of several actions needs two as well, for it allows the others", async () => {
    const request = {
      actionRequests: ["pay", "mail"].map((name) => ({ name, args: {}, description: "" })),
      reviewConfigs: ["pay", "mail"].map((actionName) => ({ actionName, allowedDecisions: ["approve", "reject"] })),
      approval: { approvers: 2 },
    };
    const { gate } = await asked(tempStore(), request);
    expect(gate(unverified("Ann"), { decisions: [{ type: "approve" }, { type: "reject" }] }).kind).toBe("vote");
    expect(gate(unverified("Ann"), { decisions: [{ type: "reject" }] }).kind).toBe("vote");
    expect(gate(unverified("Ann"), { decisions: [{ type: "reject", message: "No." }, { type: "reject" }] })).toEqual({ kind: "send" });
  });

  test("of two needs two names, however they are written, and the log says that nobody checked them", async () => {
    const store = tempStore();
    const { gate, key, log } = await asked(store, { ...QUESTION, approval: { approvers: 2 } });
    expect(() => gate(unverified("somebody"), "delete")).toThrow(/say who you are first/);
    expect(gate(unverified("Ann"), "delete")).toEqual({ kind: "vote", missing: 1, differs_from: [] });
    expect(gate(unverified("ANN"), "delete")).toEqual({ kind: "vote", missing: 1, differs_from: [] });
    expect(listVotes(store, key).map(({ by }) => by)).toEqual(["ANN"]);
    expect(gate(unverified("Ben"), "keep")).toEqual({ kind: "vote", missing: 1, differs_from: ["ANN"] });
    expect(gate(unverified("Cleo"), "delete")).toEqual({ kind: "send" });
    expect(log().map(({ action, actor, verified }) => [action, actor, verified])).toEqual([
      ["asked", "asking", true],
      ["rejected", "somebody", false],
      ["voted", "Ann", false],
      ["voted", "ANN", false],
      ["voted", "Ben", false],
    ]);
  });

  test("where people are known counts of the group alone", async () => {
    const { gate, log } = await asked(tempStore(), { ...QUESTION, approval: { group: "finance" } });
    expect(() => gate(person("Ben"), "keep", PEOPLE)).toThrow(/Only finance may answer this, and Ben is not of finance\. Who could: Ann\./);
    expect(gate(person("Ann", ["finance"]), "keep", PEOPLE)).toEqual({ kind: "send" });
    expect(log().at(-1)).toMatchObject({ action: "rejected", actor: "Ben", answer: "keep" });
    // Without people nobody has a group, and the rule can only be told.
    expect(gate(unverified("Ben"), "keep")).toEqual({ kind: "send" });
  });

  test("to a request whose own rule cannot be read is an editor's to give", async () => {
    const { gate } = await asked(tempStore(), { ...QUESTION, approval: { group: "<none>", approvers: 7 } });
    expect(() => gate(person("Ann"), "keep", PEOPLE)).toThrow(/rule cannot be used.*only an editor/);
    expect(gate(unverified("Ann"), "keep")).toEqual({ kind: "send" });
  });

  test("of the server is that of a deadline, which no vote stops", async () => {
    const store = tempStore();
    const { key } = await asked(store, { ...QUESTION, approval: { approvers: 2, group: "finance" } });
    const deadline: AuditOrigin = { ...ORIGIN, via: "server" };
    expect(gateAnswer({ store, settings: PEOPLE }, { ...key, actor: person("deadline"), origin: deadline, answer: "keep" })).toEqual({
      kind: "send",
    });
  });

  test("to a question that nobody has asked yet is no way around a rule", () => {
    const store = tempStore();
    writeRules(store, "desk", { rules: [{ node: "ask", rule: rule({ approvers: 2 }) }] });
    const next = (node: string) => ({ graph_id: "desk", nodes: [node] });
    expect(() => gateUnasked({ store, settings: NOBODY }, unverified("Ann"), next("ask"))).toThrow(/has not been asked yet/);
    expect(() => gateUnasked({ store, settings: PEOPLE }, person("Ann"), next("other"))).toThrow(/has not been asked yet/);
    expect(() => gateUnasked({ store, settings: NOBODY }, unverified("Ann"), next("other"))).not.toThrow();
  });
});

describe("the audit log", () => {
  const entry = {
    action: "exported",
    thread_id: null,
    graph_id: null,
    interrupt_id: null,
    run_id: null,
    node: null,
    actor: "Ann",
    verified: true,
    origin: ORIGIN,
    note: null,
  } as const;

  test("is neither changed nor deleted, but with its thread", async () => {
    const store = tempStore();
    const { thread_id } = await createThread(store, { thread_id: "kept", graph_id: null, metadata: {}, title: "" });
    appendAudit(store, { ...entry, thread_id });
    appendAudit(store, entry);
    expect(() => store.sqlite.exec(`UPDATE audit_log SET actor = 'Eve'`)).toThrow(/is not changed/);
    expect(() => store.sqlite.exec(`DELETE FROM audit_log WHERE thread_id = 'kept'`)).toThrow(/as long as its thread/);
    expect(() => store.sqlite.exec(`DELETE FROM audit_log WHERE thread_id IS NULL`)).toThrow(/as long as its thread/);
    await deleteThread(store, thread_id);
    expect(listAudit(store, {}, { limit: 10 }).entries.map((one) => one.thread_id)).toEqual([null]);
  });

  test("is paged from the newest on, and leaves long payloads to the entry itself", () => {
    const store = tempStore();
    const long = "x".repeat(1_000_000);
    for (let index = 0; index < 5; index++) appendAudit(store, { ...entry, actor: `Person ${index}`, answer: index === 4 ? long : index });
    const first = listAudit(store, {}, { limit: 2 });
    expect(first.total).toBe(5);
    expect(first.entries.map(({ actor, answer, is_cut }) => [actor, answer, is_cut])).toEqual([
      ["Person 4", undefined, true],
      ["Person 3", 3, undefined],
    ]);
    const next = listAudit(store, {}, { limit: 10, before: first.entries.at(-1)?.audit_id });
    expect(next.entries.map(({ actor }) => actor)).toEqual(["Person 2", "Person 1", "Person 0"]);
  });

  test("is searched by time in any zone, person and action", () => {
    const store = tempStore();
    appendAudit(store, { ...entry, at: "2026-12-01T10:00:00.000Z" });
    appendAudit(store, { ...entry, at: "2026-12-01T12:00:00.000Z", actor: "Ben", action: "rule_changed" });
    const find = (filter: Parameters<typeof listAudit>[1]) => listAudit(store, filter, { limit: 10 }).entries.map(({ actor }) => actor);
    expect(find({ since: "2026-12-01T12:30:00+02:00" })).toEqual(["Ben"]);
    expect(find({ until: "2026-12-01T12:00:00Z" })).toEqual(["Ann"]);
    expect(find({ actor: "Ben" })).toEqual(["Ben"]);
    expect(find({ action: "exported" })).toEqual(["Ann"]);
    expect(find({ graph_id: "' OR 1 --" })).toEqual([]);
  });
});
