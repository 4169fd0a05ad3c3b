import { describe, expect, it } from "vitest";
import { inputLabel, missingMessage, planInput } from "@/components/debugger/run-form/input-plan";
import { channel, description } from "./fixtures";

describe("planInput", () => {
  it("takes the input's schema as it is and starts from its defaults", () => {
    const input = {
      type: "object",
      properties: { question: { type: "string", title: "Question", default: "Why?" }, top: { type: "integer" } },
      required: ["question"],
    };
    expect(planInput(description({ input }))).toMatchObject({ schema: input, messages: [], hidden: [], skeleton: { question: "Why?" } });
  });

  it("asks for a conversation as one message and leaves wordless fields with defaults to JSON", () => {
    const plan = planInput(
      description({
        channels: [channel("messages", "messages"), channel("model_calls")],
        input: {
          type: "object",
          properties: { messages: { type: "array", items: { anyOf: [] } }, model_calls: { type: "integer", default: 0 } },
          required: ["messages"],
        },
      }),
    );
    expect(plan.messages).toEqual(["messages"]);
    expect(plan.hidden).toEqual(["model_calls"]);
    expect(plan.schema?.properties).toEqual({ messages: { title: "Message" } });
  });

  it("offers a message box where there is no schema but a conversation, and JSON with the channels' names otherwise", () => {
    expect(planInput(description({ channels: [channel("messages", "messages")] })).schema).not.toBeNull();
    const plan = planInput(
      description({ channels: [channel("topic"), channel("draft", "last", { input: false }), channel("notes", "append", { default: [] })] }),
    );
    expect(plan).toMatchObject({ schema: null, skeleton: { topic: null, notes: [] } });
  });

  it("copes with an input that is not an object", () => {
    expect(planInput(description({ input: { type: "string" } })).schema).toEqual({ type: "string" });
  });
});

describe("inputLabel", () => {
  it("says the first words of an input", () => {
    expect(inputLabel({ question: "Why?" })).toBe("Why?");
    expect(inputLabel({ messages: [{ role: "user", content: "Where is order 123?" }] })).toBe("Where is order 123?");
    expect(inputLabel({ text: "# Tides\nThe moon pulls" })).toBe("Tides …");
    expect(inputLabel({ text: "x".repeat(100) })).toHaveLength(64);
    expect(inputLabel({ items: [1, 2] })).toBe("[1,2]");
  });
});

describe("missingMessage", () => {
  it("asks for a message before an empty one is sent", () => {
    const plan = planInput(description({ channels: [channel("messages", "messages")] }));
    expect(missingMessage(plan, { messages: [{ role: "human", content: " " }] })).toBe("Write a message first.");
    expect(missingMessage(plan, { messages: [{ role: "human", content: "Hello" }] })).toBeNull();
  });
});
