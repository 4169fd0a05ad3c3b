"use client";

import { Check, UserRound } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { Menu, MenuContent, MenuItem, MenuLine, MenuTrigger } from "@/components/ui/menu";
import type { Me } from "@/lib/schema/access";

export type AssignMenuProps = {
  /** Who has it now; null for nobody, undefined for several with different ones. */
  assignee: string | null | undefined;
  me: Me | undefined;
  onAssign: (name: string | null) => void;
  disabled?: boolean;
  /** Only the icon, where there is little room. */
  isCompact?: boolean;
};

/** Gives requests to somebody. */
export function AssignMenu({ assignee, me, onAssign, disabled = false, isCompact = false }: AssignMenuProps) {
  const [isNaming, setNaming] = useState(false);
  const own = me?.actor.name;
  const others = (me?.people ?? []).filter((name) => name !== own);
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button disabled={disabled} className="max-w-44 max-md:h-11 max-md:px-3">
            <UserRound />
            <span className={isCompact ? "sr-only" : "min-w-0 truncate max-sm:sr-only"}>{assignee ?? "Assign"}</span>
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          {own === undefined ? null : <Person name={own} isCurrent={assignee === own} isMe onAssign={onAssign} />}
          {others.map((name) => (
            <Person key={name} name={name} isCurrent={assignee === name} onAssign={onAssign} />
          ))}
          {me?.has_people === true ? null : (
            <MenuItem className="max-md:min-h-11" onSelect={() => setNaming(true)}>
              Somebody else…
            </MenuItem>
          )}
          <MenuLine />
          <MenuItem className="max-md:min-h-11" disabled={assignee === null} onSelect={() => onAssign(null)}>
            Nobody
          </MenuItem>
        </MenuContent>
      </Menu>
      {isNaming ? <NameDialog onClose={() => setNaming(false)} onAssign={onAssign} /> : null}
    </>
  );
}

type PersonProps = { name: string; isCurrent: boolean; isMe?: boolean; onAssign: (name: string) => void };

function Person({ name, isCurrent, isMe = false, onAssign }: PersonProps) {
  return (
    <MenuItem className="max-md:min-h-11" onSelect={() => onAssign(name)}>
      <span className="max-w-56 truncate">{name}</span>
      {isMe ? <span className="text-muted">me</span> : null}
      {isCurrent ? <Check aria-label="has it" className="ml-auto" /> : null}
    </MenuItem>
  );
}

/** As the server takes names, so that nothing is refused there. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@+'-]{0,79}$/u;

function NameDialog({ onClose, onAssign }: { onClose: () => void; onAssign: (name: string) => void }) {
  const id = useId();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!NAME.test(name.trim())) setProblem("A name has letters, digits, spaces and . _ @ + ' - only, 80 at most.");
    else {
      onAssign(name.trim());
      onClose();
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Assign to"
      className="w-[min(360px,calc(100vw-32px))]"
      footer={
        <Button type="submit" form={`${id}-form`} variant="primary" disabled={name.trim() === ""}>
          Assign
        </Button>
      }
    >
      <form id={`${id}-form`} onSubmit={submit}>
        <Field label="Name" htmlFor={id} error={problem} help="Whoever says that this is their name finds it under “Me”.">
          <TextInput id={id} autoFocus value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
