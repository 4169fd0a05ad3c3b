"use client";

import { Clock } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { Menu, MenuContent, MenuItem, MenuLine, MenuTrigger } from "@/components/ui/menu";
import { snoozeTimes, snoozeWords, toFieldValue } from "./snooze-times";

export type SnoozeMenuProps = {
  /** It is out of the way now. */
  isSnoozed: boolean;
  /** A deadline does not wait with it. */
  hasDeadline: boolean;
  /** null wakes it up. */
  onSnooze: (until: Date | null) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  disabled?: boolean;
  /** Only the icon, where there is little room. */
  isCompact?: boolean;
};

/** Puts requests out of the way until a time. */
export function SnoozeMenu({ isSnoozed, hasDeadline, onSnooze, open, onOpenChange, disabled = false, isCompact = false }: SnoozeMenuProps) {
  const [isPicking, setPicking] = useState(false);
  const now = new Date();
  return (
    <>
      <Menu open={open} onOpenChange={onOpenChange}>
        <MenuTrigger asChild>
          <Button disabled={disabled} {...(isCompact ? {} : { "aria-keyshortcuts": "s" })} className="max-md:h-11 max-md:px-3">
            <Clock />
            <span className={isCompact ? "sr-only" : "max-sm:sr-only"}>Snooze</span>
            {isCompact ? null : (
              <span className="max-md:hidden">
                <Kbd>S</Kbd>
              </span>
            )}
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          {isSnoozed ? (
            <>
              <MenuItem className="max-md:min-h-11" onSelect={() => onSnooze(null)}>
                Back to waiting now
              </MenuItem>
              <MenuLine />
            </>
          ) : null}
          {snoozeTimes(now).map(({ label, until }) => (
            <MenuItem key={label} className="max-md:min-h-11" onSelect={() => onSnooze(until)}>
              {label}
              <span className="ml-auto pl-6 text-muted tabular-nums">{snoozeWords(until, now)}</span>
            </MenuItem>
          ))}
          <MenuItem className="max-md:min-h-11" onSelect={() => setPicking(true)}>
            Pick a time…
          </MenuItem>
          {hasDeadline ? (
            <>
              <MenuLine />
              <p className="max-w-56 px-2 py-1 text-sm text-muted">The deadline does not wait: the default answer is given when it passes.</p>
            </>
          ) : null}
        </MenuContent>
      </Menu>
      {isPicking ? <PickDialog onClose={() => setPicking(false)} onSnooze={onSnooze} /> : null}
    </>
  );
}

function PickDialog({ onClose, onSnooze }: { onClose: () => void; onSnooze: (until: Date) => void }) {
  const id = useId();
  const [text, setText] = useState(() => toFieldValue(snoozeTimes(new Date())[1]?.until ?? new Date()));
  const [problem, setProblem] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const until = new Date(text);
    if (Number.isNaN(until.getTime())) setProblem("This is no date and time.");
    else if (until.getTime() <= Date.now()) setProblem("This is in the past.");
    else {
      onSnooze(until);
      onClose();
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Snooze until"
      className="w-[min(360px,calc(100vw-32px))]"
      footer={
        <Button type="submit" form={`${id}-form`} variant="primary">
          Snooze
        </Button>
      }
    >
      <form id={`${id}-form`} onSubmit={submit}>
        <Field label="Date and time" htmlFor={id} error={problem}>
          <TextInput
            id={id}
            type="datetime-local"
            value={text}
            min={toFieldValue(new Date())}
            onChange={(event) => setText(event.target.value)}
            autoFocus
          />
        </Field>
      </form>
    </Dialog>
  );
}
