"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { login } from "@/lib/client/login";

/** Logs in without leaving the page, so that nothing that was typed is lost. */
export function LoginDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const id = useId();
  const queryClient = useQueryClient();
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      if (await login(token)) {
        void queryClient.invalidateQueries();
        onDone();
        return;
      }
      setProblem("The server does not know this token.");
    } catch {
      setProblem("The server cannot be reached. Is it still running?");
    }
    setBusy(false);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Log in again"
      description="Your session has ended. What you typed stays on the page."
      className="w-[min(400px,calc(100vw-32px))]"
      footer={
        <Button type="submit" form={`${id}-form`} variant="primary" disabled={isBusy || token === ""}>
          {isBusy ? "Checking…" : "Log in"}
        </Button>
      }
    >
      <form id={`${id}-form`} onSubmit={(event) => void submit(event)}>
        <Field label="Token" htmlFor={id} error={problem}>
          <TextInput
            id={id}
            type="password"
            autoComplete="current-password"
            autoFocus
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
