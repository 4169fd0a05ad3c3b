import type { Installation } from "@/lib/schema/installation";
import { Code, Facts, Section } from "./section";

function names(list: string[], none: string) {
  return list.length === 0 ? (
    <span className="text-muted">{none}</span>
  ) : (
    <span className="flex flex-wrap gap-x-3">
      {list.map((name) => (
        <Code key={name}>{name}</Code>
      ))}
    </span>
  );
}

/** Who may reach this server. All of it is set when it starts. */
export function AccessSection({ access }: { access: Installation["access"] }) {
  const isLocal = ["127.0.0.1", "::1", "localhost"].includes(access.host);
  return (
    <Section id="access" title="Access" description="Set by environment variables or flags when Retrograph starts.">
      <Facts
        facts={[
          {
            name: "Address",
            value: (
              <>
                <Code>{access.host}</Code> <span className="text-muted">{isLocal ? "this machine only" : "other machines too"}</span>
              </>
            ),
          },
          {
            name: "Token",
            value: access.has_token ? (
              "Set: whoever has it is the owner"
            ) : access.people.length > 0 ? (
              "Everybody has one of their own"
            ) : (
              <span className="text-muted">Not set: whoever reaches the address may use it</span>
            ),
          },
          { name: "Answers to", value: names(access.allowed_hosts, "no name") },
          { name: "Other origins", value: names(access.allowed_origins, "None may call the API from a browser") },
        ]}
      />
    </Section>
  );
}
