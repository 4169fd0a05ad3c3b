import type { Installation } from "@/lib/schema/installation";
import { Code, Facts, Section } from "./section";

/** Which model workflows talk to, and which keys are there; their values never leave the server. */
export function ModelsSection({ installation }: { installation: Installation }) {
  const { model, keys, env_file: file } = installation;
  return (
    <Section id="models" title="Models and keys" description="Names only: the values of keys never leave the server and its runner.">
      <Facts
        facts={[
          {
            name: "Model",
            value:
              model === "scripted" ? (
                <>
                  <Code>scripted</Code>
                  {": "}
                  <span className="text-muted">answers from a script, without a key. Set RETROGRAPH_MODEL for another, such as openai:gpt-5.</span>
                </>
              ) : (
                <Code>{model}</Code>
              ),
          },
          {
            name: "Keys",
            value:
              keys.length === 0 ? (
                <span className="text-muted">
                  None found. Set one, such as OPENAI_API_KEY, before you start Retrograph, or in the file that “env” names in langgraph.json.
                </span>
              ) : (
                <ul className="flex flex-col gap-1">
                  {keys.map((key) => (
                    <li key={key.name}>
                      <Code>{key.name}</Code>
                      {": "}
                      <span className="text-faint">{key.from === "project" ? `from ${file ?? "langgraph.json"}` : "from the environment"}</span>
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </Section>
  );
}
