"use client";

import { Chip } from "@/components/ui/chip";
import { useMe } from "@/components/approvals/who-am-i";
import type { AccessLevel } from "@/lib/schema/access";
import type { Installation } from "@/lib/schema/installation";
import { Code, Section } from "./section";

const MAY: Record<AccessLevel, string> = {
  viewer: "Looks at everything",
  approver: "Answers requests too",
  editor: "Does everything",
};

/** Who has a token of their own, and what they may do; never the token. */
export function PeopleSection({ access }: { access: Installation["access"] }) {
  const { people } = access;
  const me = useMe().data?.actor;
  return (
    <Section
      id="people"
      title="People"
      description="Set in RETROGRAPH_PEOPLE when Retrograph starts. Whoever has a token is known by it, and the audit log says who it was."
    >
      <div className="overflow-hidden rounded-lg border border-line bg-panel">
        {people.length === 0 ? (
          <div className="flex flex-col gap-1 px-3 py-3 text-muted">
            <p>
              {access.has_token
                ? "Nobody has a token of their own: everybody who signs in is the owner."
                : "Nobody has a token: whoever reaches the address may do everything, under a name that nobody checks."}
            </p>
            <p>
              {"To give people tokens, start Retrograph with, for example, "}
              <Code>{"RETROGRAPH_PEOPLE='Ann:approver+finance:a-secret-of-sixteen, Eve:editor:another-long-secret'"}</Code>
            </p>
          </div>
        ) : (
          <table className="w-full text-left break-words">
            <thead className="text-sm text-faint">
              <tr className="border-b border-line [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
                <th scope="col">Name</th>
                <th scope="col">Level</th>
                <th scope="col">Groups</th>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.name} className="border-b border-line last:border-0 [&>td]:px-3 [&>td]:py-1.5">
                  <td className="font-medium">
                    {person.name} {me?.verified === true && me.name === person.name ? <Chip tone="off">you</Chip> : null}
                  </td>
                  <td>
                    {person.level} <span className="ml-1 text-muted">{MAY[person.level]}</span>
                  </td>
                  <td className={person.groups.length === 0 ? "text-faint" : undefined}>
                    {person.groups.length === 0 ? "none" : person.groups.join(", ")}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Section>
  );
}
