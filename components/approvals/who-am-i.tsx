"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleUser } from "lucide-react";
import { Popover } from "radix-ui";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextInput } from "@/components/ui/field";
import { PopoverContent } from "@/components/ui/popover";
import { getMe } from "@/lib/client/inbox-api";
import { keepOwnName, readOwnName } from "@/lib/client/own-name";
import { signOut } from "@/lib/client/session";
import type { AccessLevel, Actor } from "@/lib/schema/access";
import { isPersonName, isTakenName, NAME_RULE } from "@/lib/schema/names";

const MAY: Record<AccessLevel, string> = {
  viewer: "May look at everything.",
  approver: "May look at everything and answer requests.",
  editor: "May do everything.",
};

/** Who the server takes one for, and who can be chosen from. */
export function useMe() {
  return useQuery({ queryKey: ["me"], queryFn: ({ signal }) => getMe(signal), staleTime: 60_000 });
}

/** The name under which one's answers are logged, to be set where people have no tokens of their own. */
export function WhoAmI() {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const actor = me.data?.actor;
  const isNobody = actor !== undefined && !actor.verified && actor.name === "somebody";
  const label = actor === undefined ? "…" : isNobody ? "Say who you are" : actor.name;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button variant="ghost" disabled={actor === undefined} aria-label={isNobody ? label : `You are ${label}`} className="max-w-44 max-sm:size-11">
          <CircleUser />
          <span className="truncate max-sm:sr-only">{label}</span>
        </Button>
      </Popover.Trigger>
      {actor === undefined ? null : (
        <PopoverContent align="end" className="w-72 gap-3 p-3" aria-label="Who you are">
          {actor.verified ? <Known actor={actor} /> : <OwnName onDone={() => setOpen(false)} />}
        </PopoverContent>
      )}
    </Popover.Root>
  );
}

function Known({ actor }: { actor: Actor }) {
  // Without a session the page leads to signing in, and nothing of what was loaded is left.
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => window.location.reload() });
  return (
    <>
      <div>
        <p className="font-medium break-words">{actor.name}</p>
        <p className="text-muted">{MAY[actor.level]}</p>
        {actor.groups.length === 0 ? null : <p className="text-muted">{`In ${actor.groups.join(", ")}.`}</p>}
      </div>
      {leave.error === null ? null : (
        <p role="alert" className="text-bad">
          {leave.error.message}
        </p>
      )}
      <Button disabled={leave.isPending} onClick={() => leave.mutate()}>
        Sign out
      </Button>
    </>
  );
}

/** Why a name cannot be used, or null. */
function problemOf(name: string): string | null {
  if (isTakenName(name)) return "The audit log uses that name itself: choose another.";
  return isPersonName(name) ? null : `The name ${NAME_RULE}.`;
}

function OwnName({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const id = useId();
  const [name, setName] = useState(() => readOwnName() ?? "");
  const [problem, setProblem] = useState<string | null>(null);

  function save(event: FormEvent) {
    event.preventDefault();
    const wrong = name.trim() === "" ? null : problemOf(name);
    setProblem(wrong);
    if (wrong !== null) return;
    keepOwnName(name.trim() === "" ? null : name.trim());
    // Who one is decides what one may answer.
    void client.invalidateQueries();
    onDone();
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <Field
        label="Your name"
        htmlFor={id}
        error={problem}
        help="It stands in the audit log beside what you do, marked as unverified: nobody checks it. With RETROGRAPH_PEOPLE everybody has a token of their own."
      >
        <TextInput
          id={id}
          value={name}
          autoComplete="name"
          maxLength={80}
          aria-invalid={problem !== null}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary">
        Save
      </Button>
    </form>
  );
}
